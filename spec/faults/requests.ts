/** Faults that a request meets, once its key is known and it has been counted. Durations are real time. */
import { type HttpErrorCode, httpErrors } from '../errors.ts';
import type { FaultTable } from './fault.ts';

const errorCodes = Object.keys(httpErrors) as HttpErrorCode[];

export const requestFaults = {
  'request-error': {
    family: 'request',
    does: 'The request is refused with a documented error, and nothing is done.',
    clause: 'errors.branch-on-code',
    params: { code: { values: errorCodes, default: 'internal_error' } },
  },
  'request-delay': {
    family: 'request',
    does: 'What is asked for is done at once, and the reply is held back for some real time: a caller that gives up before has got what it asked for.',
    clause: 'limits.retry-safety-same-job',
    params: { ms: { unit: 'ms', default: 1_000, min: 0, max: 60_000 } },
  },
  'request-drop-before-commit': {
    family: 'request',
    does: 'The connection breaks before anything is done: no reply comes and nothing has happened. In process the fetch is rejected.',
    clause: 'limits.retry-safety-same-job',
    params: {},
  },
  'request-drop-after-commit': {
    family: 'request',
    does: 'What is asked for is done, and the connection breaks before the reply: a submit that is repeated with its Idempotency-Key gets the job that is there already. In process the fetch is rejected.',
    clause: 'limits.retry-safety-no-second-charge',
    params: {},
  },
  'request-drop-mid-reply': {
    family: 'request',
    does: 'What is asked for is done; of the reply come the headers and half of the body, then the connection is reset. In process the stream of the body fails.',
    clause: 'limits.retry-safety-no-duplicate-render',
    params: {},
  },
  'request-malformed-json': {
    family: 'request',
    does: 'What is asked for is done; the reply is complete by its length, and its JSON has no end.',
    clause: 'conventions.response-json',
    params: {},
  },
  'request-wrong-content-type': {
    family: 'request',
    does: 'What is asked for is done; the reply is what it should be under another content type, as a proxy might send it.',
    clause: 'conventions.response-json',
    params: { type: { values: ['text/html', 'text/plain', 'application/octet-stream'], default: 'text/html' } },
  },
  'request-truncated-body': {
    family: 'request',
    does: 'What is asked for is done; half of the body comes under the length of the whole, then the connection is closed in good order. In process the stream of the body fails.',
    clause: 'limits.retry-safety-no-duplicate-render',
    params: {},
  },
} as const satisfies FaultTable;
