/** Totals of the balance that do not follow what is charged. */
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { presenting, withEvents } from './ports.ts';
import { type Take, taking } from './purse.ts';

const dayMs = 24 * 3_600_000;

const frozen = (name: string): (() => Ports) => presenting(['getBalance'], (balance) => ({ ...balance, [name]: 0 }));

export const totalDefects: readonly Defect[] = [
  {
    id: 'money.total-spent-frozen',
    does: 'shows nothing as spent, ever',
    clause: 'states.job.billed-on-completion',
    also: ['service.charges-from-balance', 'endpoints.voice-clone.settled-before-render'],
    ports: frozen('total_spent_usd'),
  },
  ...(['week', 'month', 'year'] as const).map((period): Defect => ({
    id: `money.spent-this-${period}-frozen`,
    does: `shows nothing as spent in the ${period}`,
    clause: 'states.job.billed-on-completion',
    ports: frozen(`spent_this_${period}_usd`),
  })),
  {
    id: 'money.spent-this-week-without-clones',
    does: 'leaves voice clones out of what was spent in the week',
    clause: 'states.job.billed-on-completion',
    ports: () => {
      const clones = new Map<string, number>();
      return {
        decide: (next) => (account, world, command, moment) =>
          withEvents(next(account, world, command, moment), (events) => {
            for (const event of events) {
              if (event.type === 'job.submitted' && event.job.feature === 'voice_clone')
                clones.set(account.id, (clones.get(account.id) ?? 0) + event.job.priceMicros);
            }
            return events;
          }),
        present: (next) => (answer, asked) => {
          const { body } = answer;
          if (asked.operation !== 'getBalance' || !isObject(body) || asked.refused !== undefined)
            return next(answer, asked);
          const without = Number(body['spent_this_week_usd']) - (clones.get(asked.accountId ?? '') ?? 0) / 1e6;
          return next({ ...answer, body: { ...body, spent_this_week_usd: Math.round(without * 1e6) / 1e6 } }, asked);
        },
      };
    },
  },
  {
    id: 'money.spent-a-day-late',
    does: 'counts a job as spent a day after it has succeeded',
    clause: 'states.job.billed-on-completion',
    also: ['service.charges-from-balance'],
    ports: taking(
      (): Take =>
        (event, { account, now }) => {
          const job = event.type === 'job.succeeded' ? account.jobs.get(event.jobId) : undefined;
          return job && { micros: -job.priceMicros, from: now, until: now + dayMs };
        },
      'spent',
    ),
  },
];
