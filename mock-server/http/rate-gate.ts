/** The request rate as a request meets it: whose it is, whether it counts, and what the headers tell (gaps `rate-limit-*`). */
import type { GapChoices } from '../../spec/gaps.ts';
import { type OperationId, operations } from '../../spec/operations.ts';
import { type Refused, refuse } from '../domain/refusal.ts';
import type { Caller } from './authenticate.ts';
import type { Limit } from './ports.ts';
import type { Service } from './service.ts';

type Headers = { readonly [name: string]: string };

export type Passage = { readonly refused?: Refused; readonly headers?: Headers };

const free: Passage = {};

export const createRateGate = (
  service: Pick<Service, 'choices' | 'rateLimiter' | 'sharedRates' | 'requestsPerMinute'>,
  operation: OperationId,
  /** A port; it is asked in any case. */
  wrapped?: Limit,
): ((caller: Caller, now: number) => Passage | Promise<Passage>) => {
  const { choices, rateLimiter, sharedRates } = service;
  const counts = countsFor(choices, operation);
  if (!counts && wrapped === undefined) return () => free;
  const subjectOf = choices['rate-limit-window'].startsWith('key')
    ? ({ key }: Caller) => key.digest
    : ({ account }: Caller) => account.id;
  const tell = choices['rate-limit-headers'];
  if (sharedRates !== undefined) {
    return async (caller, now) => {
      const limit = caller.account.rateLimit ?? service.requestsPerMinute;
      if (limit === 'off') return free;
      const { waitMs, ...room } = await sharedRates(subjectOf(caller), limit, now);
      return {
        ...(waitMs !== undefined && { refused: refuseRate(limit, waitMs) }),
        headers: headersFor(tell, limit, waitMs, () => room),
      };
    };
  }
  return (caller, now) => {
    const limit = caller.account.rateLimit ?? service.requestsPerMinute;
    if (limit === 'off' && wrapped === undefined) return free;
    const subject = subjectOf(caller);
    const full =
      wrapped === undefined
        ? rateLimiter.admit(subject, limit, now)
        : wrapped({ subject, limit, now, operation, caller });
    if (full === undefined && (tell !== 'ratelimit' || limit === 'off' || !counts)) return free;
    const most = limit === 'off' ? 0 : limit;
    return {
      ...(full && { refused: refuseRate(most, full.waitMs) }),
      headers: headersFor(tell, most, full?.waitMs, () => rateLimiter.room(subject, most, now)),
    };
  };
};

/** Whether requests of an operation count (gap `rate-limit-counts`). */
export const countsFor = (choices: GapChoices, operation: OperationId): boolean =>
  choices['rate-limit-counts'] !== 'writes' || operations[operation].method === 'POST';

const refuseRate = (limit: number, waitMs: number): Refused =>
  refuse('rate_limited', `more than ${limit} requests in a minute: back off, and go on in ${seconds(waitMs)} s`);

const headersFor = (
  tell: GapChoices['rate-limit-headers'],
  limit: number,
  waitMs: number | undefined,
  room: () => { readonly requests: number; readonly resetMs: number },
): Headers => {
  const retryAfter: Headers = waitMs === undefined ? {} : { 'retry-after': String(seconds(waitMs)) };
  switch (tell) {
    case 'none':
      return {};
    case 'retry-after':
      return retryAfter;
    case 'ratelimit': {
      const { requests, resetMs } = room();
      return {
        ratelimit: `"default";r=${requests};t=${seconds(resetMs)}`,
        'ratelimit-policy': `"default";q=${limit};w=60`,
        ...retryAfter,
      };
    }
    default:
      return tell satisfies never;
  }
};

const seconds = (ms: number): number => Math.ceil(ms / 1000);
