/** Charges that are doubled, forgotten, or taken elsewhere. */
import type { Defect } from './defect.ts';
import { type Account, type AccountEvent, deciding, presenting, withEvents } from './ports.ts';
import { pricing } from './prices.ts';
import { type Take, showing, taking } from './purse.ts';

type Job = NonNullable<ReturnType<Account['jobs']['get']>>;

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
];
