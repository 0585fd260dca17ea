/** Answers: one way to write a body, and one translator from a refusal to an HTTP error. */
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Refusal } from '../domain/refusal.ts';

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers });

/** The refusal as an HTTP error, in the layout that the gap `error-body` chooses. */
export const refusal = ({ code, message }: Refusal, choices: GapChoices): Response => {
  const { status } = httpErrors[code];
  const type = choices['error-body'] === 'problem' ? 'application/problem+json' : headers['content-type'];
  return new Response(JSON.stringify(errorBody(code, message, choices)), {
    status,
    headers: { ...headers, 'content-type': type },
  });
};

const errorBody = (code: HttpErrorCode, message: string, choices: GapChoices): object => {
  switch (choices['error-body']) {
    case 'nested':
      return { error: { code, message } };
    case 'flat':
      return { code, message };
    case 'problem':
      return { type: 'about:blank', title: code, status: httpErrors[code].status, code, message };
    default:
      return { errors: [{ code, message }] };
  }
};
