/** The log of usage: more records than may be listed, and fewer. */
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

export const asked = (change: (limit: unknown) => unknown): Ports => ({
  validate: (next) => (raw) => {
    if (raw.operation !== 'listUsage') return next(raw);
    const { limit, ...others } = raw.query;
    const changed = change(limit);
    return next({ ...raw, query: changed === undefined ? others : { ...others, limit: changed } });
  },
});

const listed = (change: (body: readonly unknown[], limit: number | undefined) => unknown): Ports => ({
  present: (next) => (answer, question) => {
    const { body } = answer;
    if (question.operation !== 'listUsage' || !Array.isArray(body)) return next(answer, question);
    const limit = question.query['limit'];
    return next(
      { ...answer, body: change(body as unknown[], limit === undefined ? undefined : Number(limit)) },
      question,
    );
  },
});

export const usageLimitDefects: readonly Defect[] = [
  ...[50, 99, 101, 500].map((count): Defect => ({
    id: `limits.usage-default-${count}`,
    does: `lists ${count} records by default`,
    clause: 'limits.usage-limit-default',
    ports: () => asked((limit) => limit ?? count),
  })),
  ...[100, 499].map((most): Defect => ({
    id: `limits.usage-at-most-${most}`,
    does: `lists no more than ${most} records`,
    clause: 'limits.usage-limit-accepts-max',
    ports: () => asked((limit) => (typeof limit === 'number' ? Math.min(limit, most) : limit)),
  })),
  {
    id: 'limits.usage-500-refused',
    does: 'refuses a limit of exactly 500',
    clause: 'limits.usage-limit-accepts-max',
    ports: () => asked((limit) => (limit === 500 ? 501 : limit)),
  },
  {
    id: 'limits.usage-501',
    does: 'lists 501 records where 501 are asked for',
    clause: 'limits.usage-limit-max',
    ports: () =>
      both(
        asked((limit) => (limit === 501 ? 500 : limit)),
        listed((body, limit) => (limit === 501 ? [...body, body[0]] : body)),
      ),
  },
  {
    id: 'limits.usage-no-most',
    does: 'lists as many records as are asked for',
    clause: 'limits.usage-limit-max',
    ports: () =>
      both(
        asked((limit) => (typeof limit === 'number' ? Math.min(limit, 500) : limit)),
        listed((body, limit = 0) => (limit > 500 ? [...body, ...body.slice(0, limit - 500)] : body)),
      ),
  },
  {
    id: 'limits.usage-over-crashes',
    does: 'breaks on a limit above 500',
    clause: 'limits.usage-limit-max',
    also: ['errors.invalid-input-code'],
    ports: () => ({
      present: (next) => (answer, question) =>
        question.operation === 'listUsage' && Number(question.query['limit']) > 500
          ? next(
              { ...answer, status: 500, body: { error: { code: 'internal_error', message: 'It broke.' } } },
              question,
            )
          : next(answer, question),
    }),
  },
];

export function both(one: Ports, other: Ports): Ports {
  return { ...one, ...other };
}
