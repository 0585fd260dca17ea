/** What an answer shows of the points that the document leaves open, by the names of their values. */
import type { WireGapId } from '../spec/gaps.ts';
import { type Operation, operations } from '../spec/operations.ts';
import { isObject, memberOf } from './reading/members.ts';
import { codeIn } from './reading/refusal.ts';
import type { Run } from './run.ts';
import { type Exchange, isSuccess, statusOf } from './wire/exchange.ts';

/** Of an answer that is a refusal. */
export const noteError = (run: Run, exchange: Exchange): void => {
  const { headers = {}, json } = exchange.answer ?? {};
  const layout = layoutOf(json);
  if (layout !== undefined) run.observe('error-body', layout);
  const note = (gap: WireGapId, isSo: boolean, value: string): void => run.observe(gap, isSo ? value : 'none');
  switch (codeIn(exchange)) {
    case 'unauthorized':
      return note('authenticate-header', headers['www-authenticate'] !== undefined, 'bearer');
    case 'at_capacity':
    case 'capacity_unavailable':
    case 'capacity_warming':
      return note('capacity-retry-header', headers['retry-after'] !== undefined, 'retry-after');
    case 'rate_limited':
      if (Object.keys(headers).some((name) => name.startsWith('ratelimit')))
        return run.observe('rate-limit-headers', 'ratelimit');
      return note('rate-limit-headers', headers['retry-after'] !== undefined, 'retry-after');
    default:
      return undefined;
  }
};

const layoutOf = (json: unknown): string | undefined => {
  if (isObject(memberOf(json, 'error'))) return 'nested';
  if (Array.isArray(memberOf(json, 'errors'))) return 'list';
  if (memberOf(json, 'code') === undefined) return undefined;
  return memberOf(json, 'title') === undefined ? 'flat' : 'problem';
};

/** Of an answer that is a success of an operation. */
export const noteSuccess = (run: Run, exchange: Exchange): void => {
  if (exchange.operation === undefined || !isSuccess(exchange)) return;
  const { status = 'read-status' }: Operation = operations[exchange.operation];
  run.observe(status, String(statusOf(exchange)));
  const hasCharset = /charset/i.test(exchange.answer?.headers['content-type'] ?? '');
  run.observe('json-media-type', hasCharset ? 'charset' : 'plain');
};
