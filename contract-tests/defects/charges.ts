/** Charges that are doubled, forgotten or taken elsewhere, and totals that do not follow them. */
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Account, type AccountEvent, deciding, presenting, withEvents } from './ports.ts';
import { pricing } from './prices.ts';
import { type Take, showing, taking } from './purse.ts';

type Job = NonNullable<ReturnType<Account['jobs']['get']>>;

const dayMs = 24 * 3_600_000;

const failed = 'states.job.failed-refunded';
const cloneFailed = 'endpoints.voice-clone.failed-render-refunded';

/** What is taken for jobs that succeed, beside their price. */
const overcharging = (more: (job: Job, nth: number) => number, shows: Parameters<typeof taking>[1] = 'all') =>
  taking(() => {
    let nth = 0;
    return (event, { account }) => {
      const job = event.type === 'job.succeeded' ? account.jobs.get(event.jobId) : undefined;
      return job === undefined ? undefined : more(job, ++nth);
    };
  }, shows);

/** What is taken for other commands than jobs. */
const feeFor = (type: AccountEvent['type'], micros: number, shows: Parameters<typeof taking>[1] = 'all') =>
  taking((): Take => (event) => (event.type === type ? micros : undefined), shows);

/** A fee that grows with the age of an account. */
const standing =
  (feeMicros: (ageMs: number) => number): (() => Ports) =>
  () => {
    const born = new Map<string, number>();
    return {
      decide: (next) => (account, world, command, moment) => {
        if (!born.has(account.id)) born.set(account.id, moment.now);
        return next(account, world, command, moment);
      },
      ...showing((id, now) => feeMicros(now - (born.get(id ?? '') ?? now))),
    };
  };

const frozen = (name: string): (() => Ports) => presenting(['getBalance'], (balance) => ({ ...balance, [name]: 0 }));

export const chargeDefects: readonly Defect[] = [
  {
    id: 'money.charged-twice',
    does: 'takes the price of a job twice',
    clause: 'resources.job.charged-usd-amount',
    also: ['states.job.billed-on-completion', 'service.charges-from-balance'],
    ports: overcharging((job) => job.priceMicros),
  },
  {
    id: 'money.charged-twice-every-third',
    does: 'takes the price of every third job twice',
    clause: 'resources.job.charged-usd-amount',
    also: ['states.job.billed-on-completion', 'service.charges-from-balance'],
    ports: overcharging((job, nth) => (nth % 3 === 0 ? job.priceMicros : 0)),
  },
  ...(['voice-clone', 'lip-sync', 'motion-control'] as const).map((endpoint): Defect => ({
    id: `money.charged-twice-${endpoint}`,
    does: `takes the price of a ${endpoint} twice, once at its submit and once when it is complete`,
    clause: 'resources.job.charged-usd-amount',
    also: [
      'states.job.billed-on-completion',
      'service.charges-from-balance',
      'endpoints.voice-clone.settled-before-render',
    ],
    ports: overcharging((job) => (job.endpoint === endpoint ? job.priceMicros : 0)),
  })),
  {
    id: 'money.taken-in-whole-cents',
    does: 'takes whole cents, rounded up, and shows the exact price in the job',
    clause: 'resources.job.charged-usd-amount',
    also: [
      'states.job.billed-on-completion',
      'service.charges-from-balance',
      'endpoints.voice-clone.settled-before-render',
    ],
    ports: overcharging((job) => (10_000 - (job.priceMicros % 10_000)) % 10_000),
  },
  {
    id: 'money.free',
    does: 'takes nothing for any job',
    clause: 'states.job.billed-on-completion',
    also: ['service.charges-from-balance', 'resources.job.charged-usd-amount', 'endpoints.pricing.live-rates'],
    ports: pricing(() => 0),
  },
  {
    id: 'money.never-taken',
    does: 'shows a charge in the job and takes nothing for it',
    clause: 'resources.job.charged-usd-amount',
    also: ['service.charges-from-balance', 'states.job.billed-on-completion'],
    ports: overcharging((job) => -job.priceMicros),
  },
  {
    id: 'money.counted-and-not-taken',
    does: 'counts jobs as spent and leaves the balance as it was',
    clause: 'service.charges-from-balance',
    also: [
      'resources.job.charged-usd-amount',
      'endpoints.voice-clone.settled-before-render',
      'authentication.key-spends-account-balance',
    ],
    ports: presenting(['getBalance'], (balance) => ({ ...balance, balance_usd: balance['total_topped_up_usd'] })),
  },
  {
    id: 'money.taken-from-top-ups',
    does: 'takes charges off total_topped_up_usd as well',
    clause: 'service.charges-from-balance',
    ports: presenting(['getBalance'], (balance) => ({ ...balance, total_topped_up_usd: balance['balance_usd'] })),
  },
  {
    id: 'money.charged-usd-in-cents',
    does: 'shows charged_usd in cents',
    clause: 'resources.job.charged-usd-amount',
    also: [
      'states.job.billed-on-completion',
      'endpoints.pricing.live-rates',
      'endpoints.voice-clone.price-at-rate-card',
    ],
    ports: presenting(['getJob'], (job) => ({ ...job, charged_usd: Number(job['charged_usd']) * 100 })),
  },
  {
    id: 'money.charged-usd-zero',
    does: 'shows a charge of zero in every job',
    clause: 'resources.job.charged-usd-amount',
    also: ['endpoints.pricing.live-rates', 'service.charges-from-balance'],
    ports: presenting(['getJob'], (job) => ({ ...job, charged_usd: 0 })),
  },
  {
    id: 'money.charged-usd-changes',
    does: 'shows a higher charge a minute after a job has ended',
    clause: 'resources.job.charged-usd-amount',
    ports: () => {
      const seen = new Map<unknown, number>();
      return presenting(['getJob'], (job, { now }) => {
        if (job['status'] !== 'succeeded') return job;
        const first = seen.get(job['id']) ?? now;
        seen.set(job['id'], first);
        return now - first < 60_000 ? job : { ...job, charged_usd: Number(job['charged_usd']) * 1.2 };
      })();
    },
  },
  {
    id: 'money.charged-usd-with-tax',
    does: 'shows a charge with a tax on it that is not taken',
    clause: 'resources.job.charged-usd-amount',
    also: [
      'states.job.billed-on-completion',
      'endpoints.voice-clone.price-at-rate-card',
      'endpoints.pricing.live-rates',
    ],
    ports: presenting(['getJob'], (job) =>
      typeof job['charged_usd'] === 'number'
        ? { ...job, charged_usd: Math.round(job['charged_usd'] * 1.19e6) / 1e6 }
        : job,
    ),
  },
  {
    id: 'money.refused-submits-cost',
    does: 'takes a cent for each submit that it refuses',
    clause: 'service.charges-from-balance',
    ports: () => {
      const refusals = new Map<string, number>();
      return {
        decide: (next) => (account, world, command, moment) => {
          const decision = next(account, world, command, moment);
          if (command.type === 'submit-job' && 'refusal' in decision)
            refusals.set(account.id, (refusals.get(account.id) ?? 0) + 1);
          return decision;
        },
        ...showing((id) => 10_000 * (refusals.get(id ?? '') ?? 0)),
      };
    },
  },
  {
    id: 'money.uploads-cost',
    does: 'takes a cent for each upload from the balance',
    clause: 'service.charges-from-balance',
    also: ['states.job.failed-refunded', 'limits.retry-safety-no-second-charge'],
    ports: feeFor('upload.stored', 10_000, 'balance'),
  },
  {
    id: 'money.submits-cost',
    does: 'takes a fee for each submit, which no total counts',
    clause: 'service.charges-from-balance',
    also: ['resources.job.charged-usd-amount', failed, cloneFailed, 'endpoints.voice-clone.settled-before-render'],
    ports: feeFor('job.submitted', 5_000, 'balance'),
  },
  {
    id: 'money.balance-below-zero',
    does: 'takes jobs that the balance cannot pay',
    clause: 'errors.insufficient-balance-trigger',
    ports: deciding(
      (next) => (account, world, command, moment) =>
        next(
          command.type === 'submit-job' ? { ...account, ledger: { ...account.ledger, available: 1e12 } } : account,
          world,
          command,
          moment,
        ),
    ),
  },
  {
    id: 'money.from-another-account',
    does: 'takes what one account spends from all the others as well',
    clause: 'authentication.key-spends-account-balance',
    also: ['service.charges-from-balance', 'service.no-subscription'],
    ports: () => {
      const spent = new Map<string, number>();
      return {
        decide: (next) => (account, world, command, moment) =>
          withEvents(next(account, world, command, moment), (events) => {
            for (const event of events) {
              const price = event.type === 'job.succeeded' ? account.jobs.get(event.jobId)?.priceMicros : undefined;
              if (price !== undefined) spent.set(account.id, (spent.get(account.id) ?? 0) + price);
            }
            return events;
          }),
        ...showing((id) => [...spent].filter(([other]) => other !== id).reduce((sum, [, micros]) => sum + micros, 0)),
      };
    },
  },
  {
    id: 'money.purse-for-each-key',
    does: 'keeps a purse for each key: a second one does not show what the first has spent',
    clause: 'authentication.key-spends-account-balance',
    ports: () => {
      const first = new Map<string, string>();
      return presenting(['getBalance'], (balance, { accountId = '', headers }) => {
        const key = headers['authorization'] ?? '';
        if (!first.has(accountId)) first.set(accountId, key);
        return first.get(accountId) === key ? balance : { ...balance, balance_usd: balance['total_topped_up_usd'] };
      })();
    },
  },

  // Totals.
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

  // Standing charges.
  {
    id: 'money.subscription',
    does: 'takes a dollar for every thirty days',
    clause: 'service.no-subscription',
    ports: standing((ageMs) => Math.floor(ageMs / (30 * dayMs)) * 1_000_000),
  },
  {
    id: 'money.daily-fee',
    does: 'takes a cent for every day',
    clause: 'service.no-subscription',
    ports: standing((ageMs) => Math.floor(ageMs / dayMs) * 10_000),
  },
  {
    id: 'money.balance-lapses',
    does: 'lets half of the balance lapse after a year',
    clause: 'service.no-subscription',
    ports: standing((ageMs) => (ageMs > 365 * dayMs ? 50_000_000 : 0)),
  },
];
