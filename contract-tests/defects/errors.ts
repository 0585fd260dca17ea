/** Errors: each code under another name, with another status, without its message; and some of that for one endpoint only. */
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import type { OperationId } from '../../spec/operations.ts';
import { clauseNamed } from '../clause-named.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

/** What a server might say instead: another name, another code of the document, another status. */
const instead: { readonly [code in HttpErrorCode]: Instead } = {
  unauthorized: { name: 'invalid_api_key', code: 'not_found', status: 403, only: 'getUsageSummary' },
  insufficient_balance: { name: 'payment_required', code: 'rate_limited', status: 403, only: 'submitVoiceClone' },
  invalid_input: { name: 'validation_error', code: 'unsupported_format', status: 422, only: 'createVoiceSession' },
  unsupported_format: { name: 'unsupported_media_type', code: 'invalid_input', status: 415, only: 'uploadFile' },
  input_too_large: { name: 'payload_too_large', code: 'invalid_input', status: 413, only: 'uploadFile' },
  capability_unavailable: { name: 'disabled', code: 'capacity_unavailable', status: 503, only: 'submitLipSync' },
  not_found: { name: 'job_not_found', code: 'unauthorized', status: 410, only: 'getJob' },
  rate_limited: { name: 'too_many_requests', code: 'at_capacity', status: 503, only: 'createVoiceSession' },
  at_capacity: { name: 'overloaded', code: 'rate_limited', status: 503, only: 'submitAvatar' },
  capacity_unavailable: { name: 'no_capacity', code: 'at_capacity', status: 429, only: 'createLiveSwapSession' },
  capacity_warming: { name: 'warming_up', code: 'capacity_unavailable', status: 429, only: 'createVoiceSession' },
  internal_error: { name: 'server_error', code: 'processing_failed', status: 502, only: 'submitMotionControl' },
};

type Instead = {
  readonly name: string;
  readonly code: string;
  readonly status: number;
  /** An operation that can be refused so: the only one to do it wrong. */
  readonly only: OperationId;
};

const perCode: readonly Defect[] = (Object.keys(httpErrors) as HttpErrorCode[]).flatMap((code): Defect[] => {
  const word = code.replaceAll('_', '-');
  const codeClause = clauseNamed(`errors.${word}-code`);
  const statusClause = clauseNamed(`errors.${word}-status`);
  const { name, code: other, status, only } = instead[code];
  const defect = (what: string, does: string, clause: Defect['clause'], ports: () => Ports): Defect => ({
    id: `errors.${word}-${what}`,
    does,
    clause,
    ports,
  });
  return [
    defect('renamed', `calls ${code} ${name}`, codeClause, () =>
      changing([code], (error) => ({ ...error, code: name })),
    ),
    defect('confused', `says ${other} where it should say ${code}`, codeClause, () =>
      changing([code], (error) => ({ ...error, code: other })),
    ),
    defect('in-capitals', `writes ${code} in capitals`, codeClause, () =>
      changing([code], (error) => ({ ...error, code: code.toUpperCase() })),
    ),
    defect('code-once', `says ${name} for ${code} in ${only} only`, codeClause, () =>
      changing([code], (error) => ({ ...error, code: name }), only),
    ),
    defect('status', `answers ${code} with ${status}`, statusClause, () => withStatus(code, status)),
    defect('status-ok', `answers ${code} with 200`, statusClause, () => withStatus(code, 200)),
    defect('status-once', `answers ${code} with ${status} in ${only} only`, statusClause, () =>
      withStatus(code, status, only),
    ),
    defect('no-code', `leaves the code out of ${code}`, 'errors.code-present', () =>
      changing([code], ({ message }) => ({ message })),
    ),
    defect('no-message', `leaves the message out of ${code}`, 'errors.message-present', () =>
      changing([code], (error) => ({ code: error['code'] })),
    ),
    defect('empty-message', `gives ${code} an empty message`, 'errors.message-present', () =>
      changing([code], (error) => ({ ...error, message: '' })),
    ),
  ];
});

/** What all errors have in common, shown at one of them. */
const shapes: readonly Defect[] = (
  [
    ['code-renamed', 'writes code as type', ({ code: type, ...rest }) => ({ ...rest, type })],
    ['code-type', 'gives a number as code', (error) => ({ ...error, code: 40 })],
    ['message-renamed', 'writes message as detail', ({ message: detail, ...rest }) => ({ ...rest, detail })],
    ['message-type', 'gives a list of messages', (error) => ({ ...error, message: [error['message']] })],
  ] as readonly (readonly [string, string, (error: Error) => Error])[]
).map(([word, does, change]): Defect => {
  const isCode = word.startsWith('code');
  return {
    id: `shapes.error-${word}`,
    does: `${does} in the answer to an unknown job`,
    clause: isCode ? 'errors.code-present' : 'errors.message-present',
    ...(isCode && { also: ['errors.not-found-code'] }),
    ports: () => changing(['not_found'], change),
  };
});

export const errorDefects: readonly Defect[] = [...perCode, ...shapes];

type Error = { readonly [name: string]: unknown };

/** Changes the error of an answer, in the default layout. */
function changing(codes: readonly HttpErrorCode[], change: (error: Error) => Error, only?: OperationId): Ports {
  return {
    present: (next) => (answer, asked) => {
      const { refused, operation } = asked;
      if (refused === undefined || !codes.includes(refused) || (only !== undefined && operation !== only)) {
        return next(answer, asked);
      }
      const { error } = answer.body as { readonly error: Error };
      return next({ ...answer, body: { error: change(error) } }, asked);
    },
  };
}

function withStatus(code: HttpErrorCode, status: number, only?: OperationId): Ports {
  return {
    present: (next) => (answer, asked) =>
      asked.refused === code && (only === undefined || asked.operation === only)
        ? next({ ...answer, status }, asked)
        : next(answer, asked),
  };
}
