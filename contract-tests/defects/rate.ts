/** The request rate: too much let through, and too little. */
import { operations } from '../../spec/operations.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

type Limited = Parameters<NonNullable<Ports['limit']>>[0];

export const rateDefects: readonly Defect[] = [
  {
    id: 'limits.rate-off',
    does: 'lets everything through, however fast',
    clause: 'errors.rate-limited-trigger',
    ports: () => ({ limit: () => () => undefined }),
  },
  {
    id: 'limits.rate-tenfold',
    does: 'lets ten times as much through',
    clause: 'errors.rate-limited-trigger',
    ports: () => ({
      limit: (next) => (paced) => next({ ...paced, limit: paced.limit === 'off' ? 'off' : paced.limit * 10 }),
    }),
  },
  {
    id: 'limits.rate-no-writes',
    does: 'counts reads only',
    clause: 'errors.rate-limited-trigger',
    ports: () => ({
      limit: (next) => (paced) => (operations[paced.operation].method === 'POST' ? undefined : next(paced)),
    }),
  },
  {
    id: 'limits.rate-one-less',
    does: 'lets one request less through in a minute',
    clause: 'limits.request-rate',
    ports: () => ({
      limit: (next: Limited) => (paced) => next({ ...paced, limit: paced.limit === 'off' ? 'off' : paced.limit - 1 }),
    }),
  },
  {
    id: 'limits.rate-half',
    does: 'lets half as much through',
    clause: 'limits.request-rate',
    ports: () => ({
      limit: (next) => (paced) => next({ ...paced, limit: paced.limit === 'off' ? 'off' : Math.ceil(paced.limit / 2) }),
    }),
  },
  {
    id: 'limits.rate-two-minutes',
    does: 'counts over two minutes',
    clause: 'limits.request-rate',
    ports: () => {
      const times: number[] = [];
      return {
        limit: () => (paced) => {
          if (paced.limit === 'off') return undefined;
          while ((times[0] ?? paced.now) <= paced.now - 120_000) times.shift();
          if (times.length >= paced.limit) return { waitMs: 1_000 };
          times.push(paced.now);
          return undefined;
        },
      };
    },
  },
  {
    id: 'limits.rate-punishes',
    does: 'shuts a hasty caller out for an hour',
    clause: 'limits.request-rate',
    ports: () => {
      const shut = new Map<string, number>();
      return {
        limit: (next) => (paced) => {
          if ((shut.get(paced.subject) ?? 0) > paced.now) return { waitMs: 3_600_000 };
          const full = next(paced);
          if (full !== undefined) shut.set(paced.subject, paced.now + 3_600_000);
          return full;
        },
      };
    },
  },
  {
    id: 'limits.rate-grows-old',
    does: 'lets a caller have its requests of one minute, ever',
    clause: 'limits.request-rate',
    ports: () => {
      const counts = new Map<string, number>();
      return {
        limit: () => (paced) => {
          if (paced.limit === 'off') return undefined;
          const count = (counts.get(paced.subject) ?? 0) + 1;
          counts.set(paced.subject, count);
          return count > paced.limit ? { waitMs: 60_000 } : undefined;
        },
      };
    },
  },
];
