/** What comes of one check: its verdict, what supports it, and how often it tried and came to judge. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Check, type Need, check, needs } from './check.ts';
import { type Outcome, judge } from './judge.ts';
import { deployed } from './deployed.case.ts';
import { Run } from './run.ts';
import { type MockTarget, openMockTarget } from './targets/mock.ts';
import { NotTestable } from './verdict.ts';
import { isSuccess } from './wire/exchange.ts';

let mock: MockTarget;
beforeAll(async () => {
  mock = await openMockTarget();
});
afterAll(() => mock.close());

const clause = 'endpoints.balance.returns-balance';
const other = 'resources.balance.balance-usd-present';

const judged = async (
  act: Check['run'],
  { asked = [], isDeployment = false }: { asked?: readonly Need[]; isDeployment?: boolean } = {},
): Promise<Outcome> => {
  const { target } = mock;
  const bare = { ...target, control: undefined, spend: undefined, webhooks: undefined };
  const run = new Run(isDeployment ? bare : target, { seed: 1, profile: 'standard' });
  try {
    const id = 'balance.made';
    return await judge(run, check({ id, title: 'made for a test', clauses: [clause, other], needs: asked, run: act }));
  } finally {
    await run.close();
  }
};

test('a pass keeps what each clause was concluded from the last time', async () => {
  const { verdict, evidence, attempts, preconditionsMet } = await judged(async (t) => {
    for (const of of ['once', 'twice']) {
      const answer = await t.call(await t.main(), 'getBalance');
      t.expect(clause, isSuccess(answer), { expected: 'a success', of });
      t.expect(other, true, { expected: 'balance_usd', at: answer });
    }
    t.tried();
  });
  expect([verdict, attempts, preconditionsMet]).toEqual(['pass', 5, 4]);
  const [second] = evidence.exchanges;
  expect(evidence.exchanges).toHaveLength(1);
  expect(evidence.concluded).toEqual([
    { clause, expected: 'a success: twice', exchanges: [second] },
    { clause: other, expected: 'balance_usd', exchanges: [second] },
  ]);
});

test('what the document leaves open is undecidable, with its gap in the message once and in the evidence', async () => {
  const outcome = await judged(async (t) => t.undecided('error-body', 'nobody can tell'));
  expect(outcome).toMatchObject({
    verdict: 'undecidable',
    message: 'open (error-body): nobody can tell',
    gap: 'error-body',
    evidence: { gaps: ['error-body'] },
    attempts: 1,
    preconditionsMet: 1,
  });
});

test('an attempt whose precondition does not come about is counted, and none that was never made', async () => {
  const missing = await judged(async () => {
    throw new NotTestable('there is none');
  });
  expect(missing).toMatchObject({ verdict: 'not_testable', attempts: 1, preconditionsMet: 0 });
  const unasked = await judged(async () => undefined, { asked: ['spend'], isDeployment: true });
  expect(unasked).toMatchObject({ verdict: 'not_testable', attempts: 0, message: needs.spend });
});

test('of several needs all that is missing is named, and of what only a mock can do that alone', async () => {
  const messageFor = async (asked: readonly Need[]): Promise<string> =>
    (await judged(async () => undefined, { asked, isDeployment: true })).message;
  expect(await messageFor(['spend', 'receiver'])).toBe(`${needs.spend}; ${needs.receiver}`);
  expect(await messageFor(['spend', 'control'])).toBe(needs.control);
});

test('a finding about a socket shows its first and last frames', async () => {
  const { verdict, evidence } = await judged(async (t) => {
    const session = await t.call(await t.main(), 'createVoiceSession', { body: {} });
    const stream = await t.connect(session);
    await stream.until((frames) => frames.length > 0);
    await stream.close();
    t.expect(clause, false, { expected: 'another socket', at: session });
  });
  expect(verdict).toBe('fail');
  expect(evidence.streams).toMatchObject([
    {
      status: 101,
      closeCode: 1000,
      frames: [{ number: 1, kind: 'text', head: expect.stringContaining('sample_rate') }],
    },
  ]);
});

test('what a shared look paid for is in the evidence of each check that rests on it', async () => {
  const run = await deployed({});
  const asking = (id: string): Check =>
    check({
      id,
      title: 'made for a test',
      clauses: [clause],
      run: async (t) => {
        const { looks } = await t.once(
          async (actor) => actor.finished(await actor.main(), 'face-swap-image'),
          'an image for all',
        );
        t.expect(clause, looks.length > 0, { expected: 'looks', at: looks });
      },
    });
  const { evidence: first } = await judge(run, asking('balance.first'));
  const { evidence: second } = await judge(run, asking('balance.second'));
  expect([first.spentUsd, second.spentUsd]).toEqual([0.03, 0.03]);
  expect(run.purse.spentUsd).toBeCloseTo(0.03, 9);
});

test('a stream that a shared look paid for is in the evidence with its session', async () => {
  const run = await deployed({});
  const { evidence } = await judge(
    run,
    check({
      id: 'balance.streamed',
      title: 'made for a test',
      clauses: [clause],
      run: async (t) => {
        const session = await t.once(async (actor) => {
          const made = await actor.call(await actor.main(), 'createVoiceSession', { body: { duration_minutes: 1 } });
          await (await actor.connect(made)).close();
          return made;
        }, 'a stream for all');
        t.expect(clause, true, { expected: 'a session', at: session });
      },
    }),
  );
  expect(evidence.spentUsd).toBeGreaterThan(0);
});
