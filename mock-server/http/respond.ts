/** Answers: one way to write a body, and one translator from a refusal to an HTTP error. Made with the app: what gaps choose is resolved once. */
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { limits } from '../../spec/limits.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { PresentAnswer } from './ports.ts';
import { presented } from './presented.ts';
import type { Witness } from './record.ts';
import { textResponse } from './text-response.ts';
import { inOtherWords } from './wordings.ts';

type Headers = { readonly [name: string]: string };

export type Respond = {
  readonly json: (status: number, body: unknown, headers?: Headers, witness?: Witness) => Response;
  /** @param status another one than the code's, where the document has no code for it */
  readonly refusal: (refusal: Refusal, headers?: Headers, status?: number, witness?: Witness) => Response;
};

/** @param present a port, for answers of which it is known what was asked */
export const createRespond = (choices: GapChoices, present?: PresentAnswer): Respond => {
  const charset = choices['json-media-type'] === 'charset' ? '; charset=utf-8' : '';
  const usual: Headers = {
    'content-type': `application/json${charset}`,
    'cache-control': 'no-store',
    ...(choices['response-headers'] === 'gateway' && gatewayHeaders),
  };
  const problem = { ...usual, 'content-type': `application/problem+json${charset}` };
  const usualForErrors = choices['error-body'] === 'problem' ? problem : usual;
  const bodyOf = errorBodyIn(choices['error-body']);
  const wording = wordingIn(choices['message-wording']);
  const headersOf = codeHeaders(choices);

  const writeText = (status: number, text: string, headers: Headers, witness?: Witness): Response => {
    witness?.answered?.(status, headers, text);
    return textResponse(text, { status, headers });
  };

  const write = (
    status: number,
    body: unknown,
    headers: Headers,
    witness?: Witness,
    refused?: HttpErrorCode,
  ): Response => {
    const text = JSON.stringify(body);
    const asked = present && witness?.asked?.(refused);
    if (present === undefined || asked === undefined) return writeText(status, text, headers, witness);
    const answer = presented(present({ status, headers: { ...headers }, body: JSON.parse(text) as unknown }, asked));
    return writeText(answer.status, answer.text, answer.headers, witness);
  };

  return {
    json: (status, body, headers, witness) =>
      write(status, body, headers === undefined ? usual : { ...usual, ...headers }, witness),
    refusal: ({ code, message }, headers, status = httpErrors[code].status, witness) => {
      const all = { ...usualForErrors, ...headersOf(code), ...headers };
      const turn = witness?.wordingTurn?.(code) ?? 0;
      return write(status, bodyOf(code, wording(code, message, turn), status), all, witness, code);
    },
  };
};

/** What stands between a client and a service adds headers of its own (gap `response-headers`). */
const gatewayHeaders: Headers = { server: 'gateway', via: '1.1 gateway', vary: 'accept-encoding' };

type ErrorBody = (code: HttpErrorCode, message: string, status: number) => object;

const errorBodyIn = (layout: GapChoices['error-body']): ErrorBody => {
  switch (layout) {
    case 'nested':
      return (code, message) => ({ error: { code, message } });
    case 'flat':
      return (code, message) => ({ code, message });
    case 'problem':
      return (code, message, status) => ({ type: 'about:blank', title: code, status, detail: message, code, message });
    case 'list':
      return (code, message) => ({ errors: [{ code, message }] });
    default:
      return layout satisfies never;
  }
};

const wordingIn = (wording: GapChoices['message-wording']): typeof inOtherWords =>
  wording === 'terse' ? (code) => httpErrors[code].trigger : inOtherWords;

/** Seconds after which a retry makes sense; for voice capacity the document says about a minute. */
const retrySeconds = {
  at_capacity: 5,
  capacity_unavailable: 30,
  capacity_warming: limits.voiceWarmingMinutes * 60,
} as const satisfies { readonly [code in HttpErrorCode]?: number };

/** The headers that go with a code (gaps `authenticate-header` and `capacity-retry-header`). */
const codeHeaders = (choices: GapChoices): ((code: HttpErrorCode) => Headers | undefined) => {
  const byCode: { [code in HttpErrorCode]?: Headers } = {};
  if (choices['authenticate-header'] === 'bearer') byCode.unauthorized = { 'www-authenticate': 'Bearer' };
  if (choices['capacity-retry-header'] === 'retry-after') {
    for (const [code, seconds] of Object.entries(retrySeconds)) {
      byCode[code as keyof typeof retrySeconds] = { 'retry-after': String(seconds) };
    }
  }
  return (code) => byCode[code];
};
