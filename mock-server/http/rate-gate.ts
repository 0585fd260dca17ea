/** The request rate as a request meets it: whose it is, whether it counts, and what the headers tell (gaps `rate-limit-*`). */
import type { GapChoices } from '../../spec/gaps.ts';
import { type Refused, refuse } from '../domain/refusal.ts';
import type { Caller } from './authenticate.ts';
import type { Service } from './service.ts';

type Headers = { readonly [name: string]: string };

export type Passage = { readonly refused?: Refused; readonly headers?: Headers };

const free: Passage = {};

export const createRateGate = (
  { choices, rateLimiter, requestsPerMinute }: Pick<Service, 'choices' | 'rateLimiter' | 'requestsPerMinute'>,
  method: 'GET' | 'POST',
): ((caller: Caller, now: number) => Passage) => {
  if (choices['rate-limit-counts'] === 'writes' && method !== 'POST') return () => free;
  const subjectOf = choices['rate-limit-window'].startsWith('key')
    ? ({ key }: Caller) => key.digest
    : ({ account }: Caller) => account.id;
  const tell = choices['rate-limit-headers'];
  return (caller, now) => {
    const limit = caller.account.rateLimit ?? requestsPerMinute;
    if (limit === 'off') return free;
    const subject = subjectOf(caller);
    const full = rateLimiter.admit(subject, limit, now);
    if (full === undefined && tell !== 'ratelimit') return free;
    return {
      ...(full && { refused: refuseRate(limit, full.waitMs) }),
      headers: headersFor(tell, limit, full?.waitMs, () => rateLimiter.room(subject, limit, now)),
    };
  };
};

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
