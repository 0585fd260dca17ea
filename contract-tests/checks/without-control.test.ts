/** What can be judged of a deployment by waiting, and with files that make jobs fail, is judged there: shown by servers that are wrong in it. */
import { expect, test } from 'vitest';
import { jobErrors } from '../../spec/errors.ts';
import { magicPrefix } from '../../spec/magic.ts';
import { allChecks } from '../checks.ts';
import { type Members, charging, showingJobs } from '../defects/ports.ts';
import { deployed } from '../deployed.case.ts';
import { usualInputs } from '../inputs.ts';
import { type Outcome, judge } from '../judge.ts';
import type { Input } from '../target.ts';
import type { Ports } from '../targets/mock.ts';

const failing = async (): Promise<{ readonly [code: string]: Input }> => {
  const { face } = await usualInputs();
  const codes = Object.keys(jobErrors);
  return Object.fromEntries(codes.map((code) => [code, { ...face, name: `${magicPrefix}${code}-${face.name}` }]));
};

const judged = async (id: string, ports: Ports): Promise<Outcome> => {
  const check = allChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return judge(await deployed(ports, { profile: 'deep', inputs: await failing() }), check);
};

/** So many milliseconds after a job was first seen at its end. */
const later = (status: string, ms: number, change: (job: Members) => Members): Ports => {
  const ends = new Map<unknown, number>();
  return showingJobs((job, { now }) => {
    if (job['status'] !== status) return job;
    const end = ends.get(job['id']) ?? now;
    ends.set(job['id'], end);
    return now - end >= ms ? change(job) : job;
  })();
};

const everyTenth = (): Ports => {
  let count = 0;
  return {
    limit: (next) => (paced) =>
      paced.operation === 'createVoiceSession' && ++count % 10 === 0 ? { waitMs: 1_000 } : next(paced),
  };
};

const wrong: readonly (readonly [id: string, does: string, ports: () => Ports])[] = [
  [
    'histories.streams-below-ceiling',
    'charges streams twice their ceiling',
    charging(({ session }) => 2 * session.maxCostMicros),
  ],
  [
    'histories.charge-stays',
    'tells another charge a few seconds after the end',
    () => later('succeeded', 4_000, (job) => ({ ...job, charged_usd: 7 })),
  ],
  [
    'histories.failures-stay',
    'takes failed jobs up again',
    () => later('failed', 4_000, (job) => ({ ...job, status: 'processing', error: null })),
  ],
  [
    'histories.ends-as-told',
    'tells codes of its own',
    showingJobs((job) => (job['error'] === null ? job : { ...job, error: { code: 'other', message: '' } })),
  ],
  [
    'histories.webhooks-of-failures',
    'sends no webhook of a job that failed',
    () => ({
      deliver: (next) => (attempt) =>
        attempt.job.state.status === 'failed'
          ? { requests: [], outcome: { kind: 'answered', status: 200 } }
          : next(attempt),
    }),
  ],
  [
    'histories.quiet-when-all-has-ended',
    'takes a cent a second',
    () => ({
      present: (next) => (answer, asked) =>
        asked.operation === 'getBalance'
          ? next({ ...answer, body: { ...(answer.body as object), balance_usd: 1e6 - asked.now / 1e5 } }, asked)
          : next(answer, asked),
    }),
  ],
  ['limits.request-rate', 'limits every tenth session', everyTenth],
  [
    'idempotency.one-usage-record',
    'lists each record twice',
    () => ({
      present: (next) => (answer, asked) =>
        asked.operation === 'listUsage' && Array.isArray(answer.body)
          ? next(
              {
                ...answer,
                body: answer.body.flatMap((one: Members) => [one, { ...one, id: `${String(one['id'])}_again` }]),
              },
              asked,
            )
          : next(answer, asked),
    }),
  ],
];

test.each(wrong)('without control, %s sees a server that %s', async (id, _, ports) => {
  const { verdict, message, evidence } = await judged(id, ports());
  expect([verdict, message]).toEqual(['fail', expect.anything()]);
  expect(evidence.exchanges.length).toBeGreaterThan(0);
});

test.each(wrong.map(([id]) => id))(
  'without control, %s judges all of its clauses on a server that is right',
  async (id) => {
    const { verdict, message, isVacuous } = await judged(id, {});
    expect([verdict, message, isVacuous]).toEqual(['pass', '', false]);
  },
);

test('a rate that somebody else used up for a moment is no finding', async () => {
  let count = 0;
  const once: Ports = {
    limit: (next) => (paced) =>
      paced.operation === 'createVoiceSession' && ++count === 5 ? { waitMs: 1_000 } : next(paced),
  };
  expect((await judged('limits.request-rate', once)).verdict).toBe('pass');
});

test('what a stream of a deployment costs too much is told under its clause', async () => {
  const dear = charging(({ micros }) => 4 * micros);
  const { clause } = await judged('histories.books-balance-without-control', dear());
  expect(clause).toBe('states.voice-changer.billed-per-second');
});

test('a usage log that does not have the job yet says nothing of records that are doubled', async () => {
  const empty: Ports = {
    present: (next) => (answer, asked) =>
      asked.operation === 'listUsage' && Array.isArray(answer.body)
        ? next({ ...answer, body: [] }, asked)
        : next(answer, asked),
  };
  expect((await judged('idempotency.one-usage-record', empty)).verdict).toBe('not_testable');
});

test.each(['limits.usage-limit-default', 'histories.webhooks-agree'])(
  'what a deployment does not come to show is no conclusion of %s',
  async (id) => {
    const { verdict, isVacuous, message } = await judged(id, {});
    expect([verdict, isVacuous, message]).toEqual(['pass', true, expect.stringContaining('never judged: ')]);
  },
);
