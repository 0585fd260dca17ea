/** Limits of size, of the request rate and of the usage log: what is taken up to them, and what is refused beyond. */
import { limits } from '../../spec/limits.ts';
import type { MediaKind } from '../../spec/vocabulary.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { isAccepted } from '../probes/calls.ts';
import { manyRecords } from '../probes/many-records.ts';
import { evenPace, tooFast } from '../probes/rate.ts';
import { bytesOver, oversized, uploadOf } from '../probes/refusals.ts';
import { codeIn, isRefusedAs } from '../reading/refusal.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

/** Taken in every reading of MB (gap `size-unit`). */
const bytesWithin = {
  image: limits.imageMbMax * 1_000_000,
  audio: limits.audioMbMax * 1_000_000,
  video: limits.videoMbMax * 1_000_000,
} as const;

export const limitChecks: readonly Check[] = [
  ...(['image', 'audio', 'video'] as const).flatMap(sizeChecks),
  check({
    id: 'limits.request-rate',
    title: 'sixty evenly spread requests a minute are not rate_limited',
    clauses: ['limits.request-rate'],
    needs: ['long-time'],
    run: async (t) => {
      const all = await evenPace(t);
      for (const [at, exchange] of all.entries()) {
        t.expect('limits.request-rate', codeIn(exchange) !== 'rate_limited', {
          expected: `${limits.requestsPerMinute} requests a minute to be let through`,
          of: `request ${at + 1} at an even pace`,
          at: [...all.slice(0, Math.min(1, at)), exchange],
          gaps: ['rate-limit-window', 'rate-limit-counts'],
        });
      }
    },
  }),
  check({
    id: 'limits.request-rate-after-pause',
    title: 'a caller that was rate_limited gets through after a pause of more than a minute',
    clauses: ['limits.request-rate'],
    needs: ['long-time'],
    run: async (t) => {
      const { all, after } = await t.once(tooFast);
      for (const [says, at] of [
        ['the first one of all', all.slice(0, 1)],
        [`after a burst of ${all.length} and a pause`, [...all.slice(0, 1), ...all.slice(1).slice(-1), after]],
      ] as const) {
        const exchange = at.at(-1);
        if (exchange === undefined) continue;
        t.expect('limits.request-rate', codeIn(exchange) !== 'rate_limited', {
          expected: 'the first request after a quiet minute to be let through',
          of: says,
          at,
          gaps: ['rate-limit-refused'],
        });
      }
    },
  }),
  check({
    id: 'limits.usage-limit-default',
    title: 'GET /usage without limit lists a hundred records and no more',
    clauses: ['limits.usage-limit-default'],
    run: async (t) => {
      const listed = await listing(t, undefined);
      const { total } = await t.once(manyRecords);
      // Where there are no more than that, whatever is listed fits any default.
      if (listed.count === undefined || total <= limits.usageLimitDefault) return t.tried();
      t.expect('limits.usage-limit-default', listed.count === limits.usageLimitDefault, {
        expected: `${limits.usageLimitDefault} records`,
        actual: `${listed.count} records`,
        at: listed.exchange,
      });
    },
  }),
  check({
    id: 'limits.usage-limit-accepts-max',
    title: 'GET /usage takes a limit of 500 and lists that many where there are so many',
    clauses: ['limits.usage-limit-accepts-max'],
    run: async (t) => {
      const { total } = await t.once(manyRecords);
      for (const limit of [limits.usageLimitMax, limits.usageLimitMax - 1, 101]) {
        const listed = await listing(t, limit);
        t.expect('limits.usage-limit-accepts-max', isAccepted(t, listed.exchange), {
          expected: `a limit of ${limit} to be accepted`,
          at: listed.exchange,
        });
        if (listed.count === undefined) continue;
        t.expect('limits.usage-limit-accepts-max', listed.count === Math.min(limit, total) || total < limit, {
          expected: `${Math.min(limit, total)} records`,
          actual: `${listed.count} records`,
          at: listed.exchange,
        });
      }
    },
  }),
  check({
    id: 'limits.usage-limit-max',
    title: 'GET /usage never lists more than 500 records',
    clauses: ['limits.usage-limit-max'],
    run: async (t) => {
      for (const limit of [limits.usageLimitMax, limits.usageLimitMax + 1, 502, 1_000]) {
        const listed = await listing(t, limit);
        t.expect('limits.usage-limit-max', (listed.count ?? 0) <= limits.usageLimitMax, {
          expected: `${limits.usageLimitMax} records at the most`,
          actual: `${listed.count} records`,
          at: listed.exchange,
          gaps: ['usage-limit-over'],
        });
        if (limit <= limits.usageLimitMax || isSuccess(listed.exchange)) continue;
        t.expect('limits.usage-limit-max', isRefusedAs(listed.exchange, ['invalid_input']), {
          expected: 'at most 500 records, or invalid_input',
          at: listed.exchange,
          gaps: ['usage-limit-over'],
        });
      }
    },
  }),
];

function sizeChecks(kind: MediaKind): readonly Check[] {
  const accepts = clauseNamed(`limits.${kind}-size-accepts`);
  const refuses = clauseNamed(`limits.${kind}-size-refuses`);
  // Half a gigabyte is sent in a deep run only.
  const profile = kind === 'video' ? 'deep' : 'standard';
  return [
    check({
      id: `limits.${kind}-size-accepts`,
      title: `a file of kind ${kind} with ${bytesWithin[kind]} bytes is taken`,
      clauses: [accepts],
      profile,
      run: async (t) => {
        const exchange = await uploadOf(t, kind, bytesWithin[kind]);
        t.expect(accepts, isAccepted(t, exchange), {
          expected: `${bytesWithin[kind]} bytes to be taken`,
          at: exchange,
        });
      },
    }),
    check({
      id: `limits.${kind}-size-refuses`,
      title: `a file of kind ${kind} with ${bytesOver[kind]} bytes is refused`,
      clauses: [refuses],
      profile,
      run: async (t) => {
        const exchange = await oversized(t, kind);
        t.expect(refuses, isRefusedAs(exchange, ['input_too_large']), {
          expected: `${bytesOver[kind]} bytes to be refused as input_too_large`,
          at: exchange,
          gaps: ['size-unit'],
        });
      },
    }),
  ];
}

type Listing = { readonly exchange: Exchange; readonly count: number | undefined };

/** What `GET /usage` lists of an account with more records than it may list, where there is one. */
const listing = async (t: Trial, limit: number | undefined): Promise<Listing> => {
  const { account } = await t.once(manyRecords);
  const exchange = await t.call(account, 'listUsage', {
    ...(limit !== undefined && { query: { limit: String(limit) } }),
    ...(limit !== undefined && limit > limits.usageLimitMax && { breaks: 'field:limit' as const }),
  });
  const { json } = exchange.answer ?? {};
  return { exchange, count: isSuccess(exchange) && Array.isArray(json) ? json.length : undefined };
};
