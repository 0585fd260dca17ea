/** The request rate: what is counted, over which window, for whom, and what the headers tell. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const rateLimit = {
  'rate-limit-headers': wireGap({
    kind: 'explicit',
    section: 'limits',
    question: 'Which headers tell a caller how much of its rate is left and when to come back?',
    accept: 'Any or none; a client that gets none backs off by itself.',
    default: 'none',
    values: {
      none: 'No headers.',
      'retry-after': 'Retry-After in whole seconds with `rate_limited`.',
      ratelimit: 'RateLimit and RateLimit-Policy on every counted request, Retry-After with `rate_limited`.',
    },
  }),
  'rate-limit-window': wireGap({
    kind: 'silent',
    section: 'limits',
    question: 'Is the minute a sliding one or a fixed one, and is it counted for each key or for the account?',
    accept: 'Anything that lets 60 evenly spread requests a minute through and refuses a burst far above it.',
    default: 'key-sliding',
    values: {
      'key-sliding': 'The last 60 seconds of each API key.',
      'key-fixed': 'Each minute of the clock, for each API key.',
      'account-sliding': 'The last 60 seconds of all keys of the account together.',
      'account-fixed': 'Each minute of the clock, all keys of the account together.',
    },
  }),
  'rate-limit-counts': wireGap({
    kind: 'silent',
    section: 'limits',
    question: 'Do polls and other reads count toward the request rate?',
    accept: 'Reads counted or not; writes count.',
    default: 'every-request',
    values: { 'every-request': 'Every authenticated request counts.', writes: 'Only POST requests count.' },
  }),
  'rate-limit-refused': wireGap({
    kind: 'silent',
    section: 'limits',
    question: 'Does a request that was refused with `rate_limited` count toward the rate too?',
    accept: 'Either; a client that pauses for a full window must get through.',
    default: 'not-counted',
    values: {
      'not-counted': 'Only admitted requests count.',
      counted: 'Hammering prolongs the refusal, but not past the end of a fixed minute.',
    },
  }),
} as const satisfies WireGapTable;
