/** Queries of usage that are read too generously, or break the server: limits that are none, times that are none, periods the wrong way round. */
import type { Ports } from '../targets/mock.ts';
import { asked, both } from './usage-limit.ts';
import type { Defect } from './defect.ts';

type Asked = Parameters<ReturnType<NonNullable<Ports['present']>>>[1];

/** Takes such limits for what they would be without a most: the log is listed beyond its 500 records. */
const unbounded = (applies: (limit: string) => boolean): Ports => {
  const isMeant = (limit: unknown): boolean =>
    (typeof limit === 'string' || typeof limit === 'number') && applies(String(limit));
  return both(
    asked((limit) => (isMeant(limit) ? 500 : limit)),
    {
      present: (next) => (answer, question) => {
        const { body } = answer;
        const isLog = question.operation === 'listUsage' && Array.isArray(body);
        if (!isLog || !isMeant(question.query['limit'])) return next(answer, question);
        return next({ ...answer, body: [...(body as unknown[]), ...(body as unknown[]).slice(0, 5)] }, question);
      },
    },
  );
};

/** Answers some refused queries with another error. */
const answeringWith = (
  status: number,
  code: string,
  applies: (query: Asked['query'], operation: Asked['operation']) => boolean,
): Ports => ({
  present: (next) => (answer, question) =>
    question.refused === 'invalid_input' && applies(question.query, question.operation)
      ? next({ ...answer, status, body: { error: { code, message: 'It did not work.' } } }, question)
      : next(answer, question),
});

export const usageQueryDefects: readonly Defect[] = [
  ...(
    [
      ['words', 'no number', (limit: string) => /^[a-z]+$/i.test(limit)],
      ['empty', 'empty', (limit: string) => limit === ''],
      ['negative', 'below zero', (limit: string) => /^-\d+$/.test(limit)],
      ['exponent', 'written with an exponent', (limit: string) => /^\d+e\d+$/i.test(limit)],
      ['hex', 'written in hexadecimal', (limit: string) => /^0x[\da-f]+$/i.test(limit)],
      ['fraction', 'beyond 500 by a fraction', (limit: string) => /^50\d\.\d+$/.test(limit)],
      ['huge', 'too large for 32 bits', (limit: string) => /^\d{10,}$/.test(limit)],
    ] as const
  ).map(([word, says, applies]): Defect => ({
    id: `limits.usage-unbounded-${word}`,
    does: `lists more than 500 records for a limit that is ${says}`,
    clause: 'limits.usage-limit-max',
    ports: () => unbounded(applies),
  })),
  {
    id: 'usage.limit-two-digits',
    does: 'lists a hundred records where more than ten are asked for',
    clause: 'endpoints.usage.limit-respected',
    ports: () => asked((limit) => (typeof limit === 'number' && limit > 10 && limit < 100 ? 100 : limit)),
  },
  {
    id: 'usage.limit-middle',
    does: 'lists 250 records where up to 498 are asked for',
    clause: 'endpoints.usage.limit-respected',
    ports: () => asked((limit) => (typeof limit === 'number' && limit > 101 && limit < 499 ? 250 : limit)),
  },
  {
    id: 'limits.usage-round-limits',
    does: 'refuses a limit of 2 to 99 that is no round number',
    clause: 'limits.usage-limit-accepts-max',
    also: ['endpoints.usage.limit-respected'],
    ports: () =>
      asked((limit) => (typeof limit === 'number' && limit > 10 && limit < 100 && limit % 10 !== 0 ? 'odd' : limit)),
  },
  {
    id: 'errors.usage-empty-limit-crashes',
    does: 'breaks on an empty limit',
    clause: 'errors.invalid-input-code',
    ports: () => answeringWith(500, 'internal_error', ({ limit }) => limit === ''),
  },
  {
    id: 'errors.usage-negative-limit-not-found',
    does: 'finds nothing for a limit below zero',
    clause: 'errors.invalid-input-code',
    ports: () => answeringWith(404, 'not_found', ({ limit }) => String(limit).startsWith('-')),
  },
  {
    id: 'errors.summary-time-crashes',
    does: 'breaks on a summary up to what is no time',
    clause: 'errors.invalid-input-code',
    ports: () =>
      answeringWith(500, 'internal_error', ({ to }, operation) => operation === 'getUsageSummary' && to !== undefined),
  },
  {
    id: 'errors.usage-thirteenth-month-crashes',
    does: 'breaks on a thirteenth month',
    clause: 'errors.invalid-input-code',
    ports: () => answeringWith(500, 'internal_error', ({ from }) => String(from).includes('-13-')),
  },
  {
    id: 'usage.period-turned-round',
    does: 'turns a period round that ends before it begins',
    clause: 'endpoints.usage.from-parameter',
    also: ['endpoints.usage.to-parameter'],
    ports: () => ({
      validate: (next) => (raw) => {
        const { from, to } = raw.query;
        const isMeant =
          raw.operation === 'listUsage' && typeof from === 'string' && typeof to === 'string' && from > to;
        return next(isMeant ? { ...raw, query: { ...raw.query, from: to, to: from } } : raw);
      },
    }),
  },
];
