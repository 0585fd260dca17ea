/** Conclusions are drawn where there was something to judge: of a brief look, of a server that hides what a clause is about, of a second render. */
import { expect, test } from 'vitest';
import { allChecks } from '../checks.ts';
import { allDefects } from '../defects.ts';
import { charging } from '../defects/ports.ts';
import { type Outcome, judge } from '../judge.ts';
import { Run } from '../run.ts';
import { type MockOptions, type Ports, openMockTarget } from '../targets/mock.ts';

const judged = async (id: string, options: MockOptions, ports: Ports = {}, effort = 1): Promise<Outcome> => {
  const check = allChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const { target, close } = await openMockTarget(options, ports);
  const run = new Run(target, { seed: 1, profile: 'standard', effort });
  try {
    return await judge(run, check);
  } finally {
    await run.close();
    await close();
  }
};

const brief = 0.05;

test('a brief look at histories compares streams of both kinds with their ceilings', async () => {
  const { verdict, isVacuous } = await judged('histories.streams-below-ceiling', {}, {}, brief);
  expect([verdict, isVacuous]).toEqual(['pass', false]);
});

test.each([
  ['voice_changer', 'resources.voice-session.max-cost-usd-ceiling'],
  ['full_live_swap', 'resources.live-swap-session.max-cost-usd-ceiling'],
])('a brief look at histories sees that a %s costs twice its ceiling', async (kind, clause) => {
  const ports = charging(({ session, micros }) =>
    session.feature.startsWith(kind) ? 2 * session.maxCostMicros : micros,
  )();
  expect(await judged('histories.streams-below-ceiling', {}, ports, brief)).toMatchObject({ verdict: 'fail', clause });
});

const hiding = { choices: { 'processing-visible': 'no' } } as const;

test.each(['lifecycle.never-back-to-queued', 'histories.never-back-to-queued'])(
  'of a server that never shows a job in processing, %s leaves open whether one goes back from it',
  async (id) => {
    const hidden = await judged(id, hiding, {}, brief);
    expect(hidden).toMatchObject({ verdict: 'undecidable', gap: 'processing-visible', isVacuous: false });
    expect(hidden.conclusions).toEqual({});
    expect(await judged(id, {}, {}, brief)).toMatchObject({ verdict: 'pass', isVacuous: false });
  },
);

test('of a server that never shows a job in processing, the other states are judged', async () => {
  const forward = await judged('histories.states-forward', hiding, {}, brief);
  expect(forward).toMatchObject({ verdict: 'pass', isVacuous: false });
});

test('of a job that was not seen in processing, the check says that it tried and came to nothing', async () => {
  const { attempts, preconditionsMet } = await judged('lifecycle.never-back-to-queued', hiding);
  // One job of each capability and one that is looked at closely; that it is open is a conclusion of its own.
  expect([attempts, preconditionsMet]).toEqual([9, 1]);
});

test.each(['at-once', 'several-at-the-same-time', 'after-the-job-has-ended'])(
  'a second render whose job is hidden is seen when a submit is sent again %s',
  async (manner) => {
    const hidden = allDefects.find(({ id }) => id === 'idempotency.second-job-hidden');
    expect(await judged(`idempotency.one-render-${manner}`, {}, hidden?.ports())).toMatchObject({
      verdict: 'fail',
      clause: 'limits.retry-safety-no-duplicate-render',
    });
  },
);
