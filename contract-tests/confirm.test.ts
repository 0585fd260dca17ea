/** A random case that fails on a deployment: caught as it is, made smaller on the mock, tried there once more, and repeated by its token. */
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { explore } from './arbitraries/explore.ts';
import { type Check, check } from './check.ts';
import { told } from './defects/changes.ts';
import { deployed, repeated, submitsOf } from './deployed.case.ts';
import { judgeServer } from './judge-server.ts';
import { judge } from './judge.ts';
import { isRefusedAs } from './reading/refusal.ts';
import { memberOf } from './reading/members.ts';
import { type Ports, openMockTarget } from './targets/mock.ts';
import { HarnessError } from './verdict.ts';
import type { Exchange } from './wire/exchange.ts';
import { WrongOrder } from './wrong-order.ts';

const lengthOf = ({ request }: Exchange): number =>
  String(memberOf(JSON.parse(Buffer.from(request.body ?? []).toString()), 'script')).length;

type Drawing = {
  readonly lengths?: fc.Arbitrary<number>;
  readonly isBroken?: (length: number) => boolean;
  readonly expected?: (length: number) => string;
};

const drawing = ({
  lengths = fc.integer({ min: 5_001, max: 9_000 }),
  isBroken = () => true,
  expected = () => 'a refusal',
}: Drawing = {}): Check =>
  check({
    id: 'avatar.drawn-scripts',
    title: 'scripts that are too long are refused',
    clauses: ['limits.avatar-script-refuses'],
    needs: ['spend'],
    run: (t) =>
      explore(t, lengths, 5, async (length, trial) => {
        const body = { script: 'a'.repeat(length) };
        const breaks = isBroken(length) ? 'field:script' : undefined;
        const at = await trial.submit(await trial.main(), 'avatar', { body, ...(breaks && { breaks }) });
        trial.expect('limits.avatar-script-refuses', isRefusedAs(at, ['invalid_input']), {
          expected: expected(length),
          of: `${length} characters`,
          at,
        });
      }),
  });
const drawnScripts = drawing();

/** Cuts scripts, where it should refuse those that are too long. */
const cutting = (longerThan: number): Ports =>
  told('submitAvatar', (body) => {
    const { script } = body;
    return typeof script === 'string' && script.length > longerThan
      ? { ...body, script: script.slice(0, 5_000) }
      : body;
  });

test('a random case that fails is made smaller on the mock, and tried once more where it failed', async () => {
  const run = await deployed(cutting(5_000));
  const { verdict, message, evidence, replay } = await judge(run, drawnScripts);
  expect(verdict).toBe('fail');
  expect(submitsOf(run).map(({ breaks }) => breaks)).toEqual(['field:script', 'field:script']);
  expect(submitsOf(run).map(lengthOf)).toEqual([expect.toSatisfy((length) => length > 5_001), 5_001]);
  expect(evidence.exchanges).toEqual(submitsOf(run).slice(-1));
  expect(message).toContain('Expected a refusal: 5001 characters; got');
  expect(message).toMatch(/made smaller on the mock; the smaller one was tried here once and fails too\.$/);
  expect(replay).toMatch(/^avatar\.drawn-scripts@1:0(:\d+)+$/);
});

test('a smaller case that does not fail is no evidence: the first one is, and it is said', async () => {
  const run = await deployed(cutting(6_000));
  const { verdict, message, evidence, replay } = await judge(run, drawnScripts);
  expect(verdict).toBe('fail');
  const [failed, smaller, ...more] = submitsOf(run).slice(-2);
  expect([smaller && lengthOf(smaller), more]).toEqual([5_001, []]);
  expect(evidence.exchanges).toEqual([failed]);
  expect(message).toContain('made smaller on the mock, it does not fail here. It is likely flaky, or depends on');
  expect(replay).toMatch(/^avatar\.drawn-scripts@1:\d$/);
});

test('without room in the budget nothing more is sent, and it is said', async () => {
  const rich = await deployed(cutting(5_000));
  await judge(rich, drawnScripts);
  const [first, second] = rich.purse.reserved;
  expect(second?.usd).toBeGreaterThan(0);
  const run = await deployed(cutting(5_000), { budgetUsd: (first?.usd ?? 0) + (second?.usd ?? 0) / 2 });
  const { verdict, message, evidence } = await judge(run, drawnScripts);
  expect(verdict).toBe('fail');
  expect(evidence.exchanges).toEqual(submitsOf(run));
  expect(submitsOf(run)).toHaveLength(1);
  expect(message).toMatch(/made smaller on the mock, it could not be tried here: the budget has no room for it\.$/);
});

test.each<[what: string, isBroken: (length: number) => boolean]>([
  ['says so wrongly', () => true],
  ['does not say so', (length) => length > 5_000],
])('a case that is smaller and breaks nothing is no smaller case, where it %s', async (_what, isBroken) => {
  const run = await deployed(cutting(5_000), { seed: 9 });
  const { message } = await judge(run, drawing({ lengths: fc.integer({ min: 0, max: 9_000 }), isBroken }));
  expect(submitsOf(run).map(lengthOf)).toEqual([expect.toSatisfy((length) => length > 5_001), 5_001]);
  expect(message).toContain('fails too');
});

test('a case that is smaller and of which something else is expected is no smaller case', async () => {
  const run = await deployed(cutting(5_000));
  const expected = (length: number): string => `a refusal of ${length > 5_500 ? 'a very long' : 'a long'} script`;
  await judge(run, drawing({ expected }));
  expect(submitsOf(run).map(lengthOf)).toEqual([expect.toSatisfy((length) => length > 5_501), 5_501]);
});

test('a mistake of the judge in a case that was drawn for the deployment is no finding', async () => {
  const run = await deployed(cutting(5_000));
  const mistaken = judge(run, drawing({ lengths: fc.constant(10) }));
  await expect(mistaken).rejects.toMatchObject({ cause: expect.any(HarnessError) });
});

test('the token of a random case repeats it alone', async () => {
  const found = await judge(await deployed(cutting(5_000), { seed: 9 }), drawnScripts);
  const [run, again] = await repeated([drawnScripts], found, cutting(5_000));
  expect(submitsOf(run).map(lengthOf)).toEqual([5_001]);
  expect([again.verdict, again.clause, again.evidence.expected, again.replay]).toEqual([
    found.verdict,
    found.clause,
    found.evidence.expected,
    found.replay,
  ]);
  const [, mended] = await repeated([drawnScripts], found, {});
  expect([mended.verdict, mended.isVacuous, mended.replay]).toEqual(['pass', false, found.replay]);
});

test.each(['5', '0:99999', '0-1', '0:'])('a path that leads to no case is wrong usage: %s', async (path) => {
  const run = await deployed({});
  await expect(judge(run, { ...drawnScripts, path })).rejects.toThrow(WrongOrder);
  expect(submitsOf(run)).toEqual([]);
});

test('one case that passes is no vacuous pass, whatever else the check judges', async () => {
  const both = { ...drawnScripts, clauses: ['limits.avatar-script-refuses', 'limits.avatar-script-accepts'] } as const;
  const run = await deployed({});
  const whole = await judge(run, both);
  const one = await judge(run, { ...both, path: '0' });
  expect([whole.verdict, whole.isVacuous, one.verdict, one.isVacuous]).toEqual(['pass', true, 'pass', false]);
});

test('a check without random cases has no path', async () => {
  const run = await deployed({});
  const plain = check({
    id: 'avatar.plain',
    title: 'it is judged without chance',
    clauses: ['limits.avatar-script-refuses'],
    run: async (t) => t.expect('limits.avatar-script-refuses', true, { expected: 'nothing' }),
  });
  await expect(judge(run, { ...plain, path: '0' })).rejects.toThrow('avatar.plain has no random case 0');
});

test('a run from the first look to the last does so too, and a path that leads nowhere ends it before anything is sent', async () => {
  let asked = 0;
  const counting: Ports = { limit: (next) => (paced) => (asked++, next(paced)) };
  const { target, close } = await openMockTarget(
    { clock: 'real', balance: 100_000 },
    { ...cutting(5_000), ...counting },
  );
  onTestFinished(close);
  const order = {
    target: { ...target, control: undefined, spend: { budgetUsd: 1_000_000 } },
    kind: 'deployment',
    profile: 'standard',
    seed: 1,
  } as const;
  const { outcomes } = await judgeServer({ ...order, checks: [drawnScripts] });
  expect(outcomes.map(({ message }) => message)).toEqual([expect.stringContaining('tried here once and fails too')]);
  asked = 0;
  const nowhere = judgeServer({ ...order, checks: [{ ...drawnScripts, path: '77' }] });
  await expect(nowhere).rejects.toThrow('avatar.drawn-scripts has no random case 77');
  // The first look asks for the balance.
  expect(asked).toBe(1);
});
