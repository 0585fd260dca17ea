/** What must be true of a mock whose process was killed while it worked, or one of whose processes was: nothing lost, nothing twice. */
import { expect } from 'vitest';
import type { Wire } from './served-call.case.ts';

export type Stream = {
  readonly id: string;
  /** As its session was answered. */
  readonly maxCostUsd: number;
  /** When, on the wall clock, it began and broke off. */
  readonly openedAt: number;
  cutAt: number | undefined;
  /** From its connection to its last sign of life, as it was written down when its process was killed, by the mock's clock. */
  aliveSeconds: number | undefined;
};

/** What a client has asked for and was told, and what it finds in the end. */
export type Aftermath = {
  /** The job that each submit was told of, whichever key it had. */
  readonly submits: readonly { readonly id: string | undefined }[];
  /** Each job as it is shown. */
  readonly jobs: readonly Wire[];
  readonly sessions: readonly Wire[];
  readonly balance: Wire;
  readonly openingUsd: number;
  /** The bodies of all webhooks. */
  readonly received: readonly Wire[];
  readonly streams: readonly Stream[];
  /** How many times as fast as a wall clock the mock's runs. */
  readonly speed: number;
};

export const expectNothingLost = (after: Aftermath): void => {
  expectJobs(after);
  expectMoney(after);
  expectDeliveries(after);
  expectStreams(after);
};

/** One for each key, each done. */
const expectJobs = ({ submits, jobs }: Aftermath): void => {
  const ids = new Set(submits.map(({ id }) => id));
  expect(ids.size, 'as many jobs as keys').toBe(submits.length);
  expect(new Set(jobs.map((job) => job['id'])), 'the jobs that were acknowledged').toEqual(ids);
  for (const job of jobs) expect(job['status'], `the end of ${String(job['id'])}`).toBe('succeeded');
};

/** Each job and each stream is paid once. */
const expectMoney = ({ jobs, sessions, balance, openingUsd }: Aftermath): void => {
  const paid = [...jobs, ...sessions].reduce((sum, one) => sum + micros(one['charged_usd']), 0);
  expect(micros(balance['total_spent_usd']), 'what was spent').toBe(paid);
  expect(micros(balance['balance_usd']) + paid, 'what is left and what was spent').toBe(micros(openingUsd));
};

/** One for each job, never more than six attempts, and none that nobody got. */
const expectDeliveries = ({ submits, received }: Aftermath): void => {
  const attempts = new Map<unknown, number>();
  const jobOf = new Map<unknown, unknown>();
  for (const { delivery_id: delivery, data } of received) {
    const { id: job } = data as Wire;
    attempts.set(delivery, (attempts.get(delivery) ?? 0) + 1);
    expect(jobOf.get(delivery) ?? job, `the job of ${String(delivery)}`).toBe(job);
    jobOf.set(delivery, job);
  }
  expect(new Set(jobOf.values()), 'the jobs of which a webhook told').toEqual(new Set(submits.map(({ id }) => id)));
  expect(attempts.size, 'one delivery for each job').toBe(new Set(jobOf.values()).size);
  expect(Math.max(0, ...attempts.values()), 'attempts').toBeLessThanOrEqual(6);
};

/** Paid for no longer than they lived, for all of it that was written down, and never above the ceiling. */
const expectStreams = ({ streams, sessions, speed }: Aftermath): void => {
  for (const { id, maxCostUsd, openedAt, cutAt, aliveSeconds } of streams) {
    const session = sessions.find((other) => other['id'] === id);
    const charged = micros(session?.['charged_usd']);
    expect(charged, `what ${id} has cost, by its ceiling`).toBeLessThanOrEqual(micros(maxCostUsd));
    if (cutAt !== undefined) {
      const secondsMax = Math.ceil(((cutAt - openedAt) / 1000) * speed) + 1;
      expect(charged, `what ${id} has cost, by its life`).toBeLessThanOrEqual(secondsMax * voiceMicrosASecond);
    }
    if (aliveSeconds !== undefined) {
      const price = Math.ceil(aliveSeconds) * voiceMicrosASecond;
      expect(charged, `what ${id} has cost, by its last sign of life`).toBe(price);
    }
  }
};

const voiceMicrosASecond = 1_500;
const micros = (usd: unknown): number => Math.round(Number(usd) * 1e6);
