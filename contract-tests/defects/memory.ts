/** What broken servers keep in mind: when something was first seen, how often it came, and which jobs an event was about. */
import type { Ports } from '../targets/mock.ts';
import { type AccountEvent, type Members, showingJobs, withEvents } from './ports.ts';

/** Tells when something was first seen, in milliseconds of the mock's clock: now, if it never was. */
export const firstSeen = (): ((what: unknown, now: number) => number) => {
  const seen = new Map<unknown, number>();
  return (what, now) => {
    const first = seen.get(what) ?? now;
    seen.set(what, first);
    return first;
  };
};

/** Tells how often something came before. */
export const timesBefore = (): ((what: unknown) => number) => {
  const times = new Map<unknown, number>();
  return (what) => {
    const before = times.get(what) ?? 0;
    times.set(what, before + 1);
    return before;
  };
};

/** Jobs of which some event tells are shown otherwise. @param idOf the job of an event; undefined where it is none of them */
export const showingSomeJobs =
  (idOf: (event: AccountEvent) => string | undefined, change: (job: Members) => unknown): (() => Ports) =>
  () => {
    const ids = new Set<unknown>();
    return {
      decide: (next) => (account, world, command, moment) =>
        withEvents(next(account, world, command, moment), (events) => {
          for (const event of events) {
            const id = idOf(event);
            if (id !== undefined) ids.add(id);
          }
          return events;
        }),
      ...showingJobs((job) => (ids.has(job['id']) ? change(job) : job))(),
    };
  };
