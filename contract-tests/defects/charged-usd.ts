/** `charged_usd` of jobs that is another amount than was taken, or does not stay what it was. */
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { firstSeen, timesBefore } from './memory.ts';
import { showingJobs } from './ports.ts';

/** `charged_usd` of a job that succeeded, by how often its end was looked at before. */
const atLooks =
  (shown: (charged: number, before: number) => number | null): (() => Ports) =>
  () => {
    const looks = timesBefore();
    return showingJobs((job) =>
      job['status'] === 'succeeded' && typeof job['charged_usd'] === 'number'
        ? { ...job, charged_usd: shown(job['charged_usd'], looks(job['id'])) }
        : job,
    )();
  };

export const chargedUsdDefects: readonly Defect[] = [
  {
    id: 'money.charged-usd-in-cents',
    does: 'shows charged_usd in cents',
    clause: 'resources.job.charged-usd-amount',
    also: [
      'states.job.billed-on-completion',
      'endpoints.pricing.live-rates',
      'endpoints.voice-clone.price-at-rate-card',
    ],
    ports: showingJobs((job) => ({ ...job, charged_usd: Number(job['charged_usd']) * 100 })),
  },
  {
    id: 'money.charged-usd-zero',
    does: 'shows a charge of zero in every job',
    clause: 'resources.job.charged-usd-amount',
    also: ['endpoints.pricing.live-rates', 'service.charges-from-balance'],
    ports: showingJobs((job) => ({ ...job, charged_usd: 0 })),
  },
  {
    id: 'money.charged-usd-changes',
    does: 'shows a higher charge a minute after a job has ended',
    clause: 'resources.job.charged-usd-amount',
    ports: () => {
      const ends = firstSeen();
      return showingJobs((job, { now }) =>
        job['status'] === 'succeeded' && now - ends(job['id'], now) >= 60_000
          ? { ...job, charged_usd: Number(job['charged_usd']) * 1.2 }
          : job,
      )();
    },
  },
  {
    id: 'money.charged-usd-once',
    does: 'shows the charge at the first look at the end of a job, and null from then on',
    clause: 'resources.job.charged-usd-amount',
    ports: atLooks((charged, before) => (before === 0 ? charged : null)),
  },
  {
    id: 'money.charged-usd-adds-up',
    does: 'adds the price to charged_usd at each look at a job that has ended',
    clause: 'resources.job.charged-usd-amount',
    ports: atLooks((charged, before) => Math.round(charged * (before + 1) * 1e6) / 1e6),
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
    ports: showingJobs((job) =>
      typeof job['charged_usd'] === 'number'
        ? { ...job, charged_usd: Math.round(job['charged_usd'] * 1.19e6) / 1e6 }
        : job,
    ),
  },
];
