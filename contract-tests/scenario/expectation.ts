/** Whether an answer is the one that a step expects, and both in words. */
import { jobCodes, requestCodes } from '../../scenarios/codes.ts';
import { isSame, memberAt, resolved } from '../../scenarios/references.ts';
import type { OneStep } from '../../scenarios/steps.ts';
import { httpErrors } from '../../spec/errors.ts';
import { readError } from '../reading/error.ts';
import { isTerminal, memberOf } from '../reading/members.ts';
import { type Exchange, isSuccess, statusOf } from '../wire/exchange.ts';

export type Expected = NonNullable<OneStep['expect']>;

/** Whether a step expects that nothing is taken: then nothing is charged. */
export const isRefusal = (expected: Expected | undefined): boolean => {
  if (typeof expected === 'object') return isRefusal(expected.code) || isRefusal(expected.status);
  if (typeof expected === 'number') return expected >= 300 && expected < 500;
  const code = requestCodes.find((one) => one === expected);
  return expected === 'refused' || (code !== undefined && httpErrors[code].status < 500);
};

/** Undefined where it is as expected; else what was expected, in words. @param resolve of references in members */
export const unmet = (
  exchange: Exchange,
  expected: Expected,
  resolve: Parameters<typeof resolved>[1],
): string | undefined => {
  if (typeof expected === 'object') {
    const { status, code, members = {} } = expected;
    if (status !== undefined && statusOf(exchange) !== status) return `status ${status}`;
    if (code !== undefined && !hasCode(exchange, code)) return code;
    for (const [path, value] of Object.entries(members)) {
      const wanted = resolved(value, resolve);
      const found = memberAt(exchange.answer?.json, path.split('.'));
      if (!isSame(found, wanted))
        return `${path} ${JSON.stringify(wanted)}, and it is ${JSON.stringify(found) ?? 'not there'}`;
    }
    return undefined;
  }
  return isMet(exchange, expected) ? undefined : inWords(expected);
};

const isMet = (exchange: Exchange, expected: Exclude<Expected, object>): boolean => {
  const status = memberOf(exchange.answer?.json, 'status');
  switch (expected) {
    case 'anything':
      return true;
    case 'ok':
    case 'open':
      return isSuccess(exchange);
    case 'no answer':
      return exchange.answer === undefined;
    case 'unfinished':
      return isSuccess(exchange) && !isTerminal(exchange);
    case 'queued':
    case 'processing':
    case 'succeeded':
    case 'failed':
      return isSuccess(exchange) && status === expected;
    case 'refused':
      return statusOf(exchange) >= 400;
    default:
      return typeof expected === 'number' ? statusOf(exchange) === expected : hasCode(exchange, expected);
  }
};

const inWords = (expected: Exclude<Expected, object>): string =>
  typeof expected === 'number' ? `status ${expected}` : expected === 'ok' ? 'an answer of 2xx' : expected;

/** Of a refusal, or of a failed job. */
const hasCode = (exchange: Exchange, code: string): boolean =>
  isSuccess(exchange)
    ? jobCodes.some((one) => one === code) && memberAt(exchange.answer?.json, ['error', 'code']) === code
    : requestCodes.some((one) => one === code) && readError(exchange.answer?.json)?.code === code;

/** What came, in a few words: status, code, and what of the body says most. */
export const gist = (exchange: Exchange): string => {
  const { answer, failure } = exchange;
  if (answer === undefined)
    return `no answer (${/^ECONN|kept connection/.test(failure ?? '') ? 'the connection broke' : (failure ?? 'unknown')})`;
  const { json } = answer;
  const code = isSuccess(exchange) ? memberAt(json, ['error', 'code']) : readError(json)?.code;
  const told = ['status', 'id', 'file_key', 'session_id', 'balance_usd', 'charged_usd'].flatMap((name) => {
    const value = memberOf(json, name);
    return typeof value === 'string' || typeof value === 'number'
      ? [name === 'status' ? String(value) : `${name} ${value}`]
      : [];
  });
  const list = Array.isArray(json) ? [`${json.length} entries`] : [];
  const bytes = json === undefined ? [`${answer.body.byteLength} bytes`] : [];
  return [answer.status, ...(typeof code === 'string' ? [code] : []), ...told, ...list, ...bytes].join(' ');
};
