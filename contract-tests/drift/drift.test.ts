/** Drift as its readers meet it: whose each difference is, and that what two servers do alike is none. */
import { describe, expect, test } from 'vitest';
import type { Check } from '../check.ts';
import { check } from '../check.ts';
import { type Difference, type Drift, choicesOf, driftBetween } from '../drift.ts';
import { allDefects } from '../defects.ts';
import type { Ports } from '../targets/mock.ts';
import { isObject } from '../reading/members.ts';
import { checksNamed, few, recorded, trying } from './recorded.case.ts';

const portsOf = (id: string): Ports => {
  const defect = allDefects.find((one) => one.id === id);
  if (defect === undefined) throw new Error(`there is no defect ${id}`);
  return defect.ports();
};

const driftOf = async (checks: readonly Check[], deployment: Parameters<typeof recorded>[1]): Promise<Drift> =>
  driftBetween(await recorded(checks), await recorded(checks, deployment), trying());

/** In short: kind, and gap or clause. */
const told = (differences: readonly Difference[]): readonly string[] =>
  differences
    .map((one) => (one.kind === 'gap' ? `gap ${one.gap}` : 'clause' in one ? `${one.kind} ${one.clause}` : one.kind))
    .sort();

const balance = checksNamed('balance.returns-balance', 'balance.balance-usd-present');

test('between two mocks of different identity and pace there is none', async () => {
  const { differences } = await driftOf(few, { options: { seed: 7, jobTime: 9 } });
  expect(differences).toEqual([]);
});

test('each gap in which the deployment does otherwise is named, with what it does, and a mock that is told so does not drift', async () => {
  const choices = {
    'error-body': 'flat',
    'pending-fields': 'absent',
    'failed-output-url': 'empty',
    'resubmit-status': '200',
    'link-expired': '410',
    'response-headers': 'gateway',
  } as const;
  const checks = [...few, ...checksNamed('job.output-url-signed', 'access.balance-needs-key')];
  const deployment = await recorded(checks, { choices });
  const { differences, observed } = await driftBetween(await recorded(checks), deployment, trying());
  expect(told(differences)).toEqual(
    Object.keys(choices)
      .map((gap) => `gap ${gap}`)
      .sort(),
  );
  expect(differences).toMatchObject(
    differences.map((one) => {
      const gap = 'gap' in one ? (one.gap as keyof typeof choices) : 'error-body';
      return { deployment: [choices[gap]] };
    }),
  );
  const learnt = choicesOf(observed, {}, differences);
  expect(learnt).toMatchObject(choices);
  const again = await driftBetween(await recorded(checks, { choices: learnt }), deployment, trying(learnt));
  expect(again.differences).toEqual([]);
  // What it was told is told again, though nothing is seen of it by name any more.
  expect(choicesOf(again.observed, learnt, again.differences)).toMatchObject(choices);
});

test('what only the usage log shows of a gap is named too, and a mock that is told so does not drift', async () => {
  const choices = {
    'usage-id': 'of-the-call',
    'usage-order': 'oldest-first',
    'endpoint-names': 'full-path',
  } as const;
  const checks = checksNamed('charges.from-balance', 'usage-record.endpoint-names-call', 'usage-record.id-string');
  const deployment = await recorded(checks, { choices });
  const { differences, observed } = await driftBetween(await recorded(checks), deployment, trying());
  expect(told(differences)).toEqual(
    Object.keys(choices)
      .map((gap) => `gap ${gap}`)
      .sort(),
  );
  const learnt = choicesOf(observed, {}, differences);
  expect(learnt).toMatchObject(choices);
  const again = await driftBetween(await recorded(checks, { choices: learnt }), deployment, trying(learnt));
  expect(again.differences).toEqual([]);
});

test('what is tried to explain drift is told as it goes on', async () => {
  const tries: (readonly [number, number])[] = [];
  const deployment = await recorded(balance, { choices: { 'response-headers': 'gateway' } });
  const onTry = (done: number, total: number): void => void tries.push([done, total]);
  await driftBetween(await recorded(balance), deployment, { ...trying(), onTry });
  expect(tries.map(([done]) => done)).toEqual(tries.map((_, index) => index));
  const [, total] = tries[0] ?? [];
  expect(tries.length).toBeGreaterThan(1);
  expect(tries.every(([done, of]) => of === total && done < of)).toBe(true);
});

describe('a clause that is broken', () => {
  test.each([
    ['shapes.balance-balance-usd-missing', balance, 'resources.balance.balance-usd-present', 'member balance_usd'],
    [
      'shapes.usage-record-reason-missing',
      checksNamed('usage-record.reason-present'),
      'resources.usage-record.reason-present',
      'member [].reason when succeeded',
    ],
    // The layout of errors is open, but not that there is a message.
    [
      'errors.unauthorized-no-message',
      checksNamed('access.balance-needs-key', 'errors.message-present'),
      'errors.message-present',
      'member error.message',
    ],
    [
      'errors.list-needs-key-says-404',
      checksNamed('errors.unauthorized-missing-key'),
      'errors.unauthorized-missing-key',
      'answer to no-key',
    ],
  ])('is the cause of what differs: %s', async (defect, checks, clause, what) => {
    const plain = await recorded(checks);
    const broken = await recorded(checks, { ports: portsOf(defect) });
    const [theirs, ours] = [await driftBetween(plain, broken, trying()), await driftBetween(broken, plain, trying())];
    const contrasts: unknown = expect.arrayContaining([expect.objectContaining({ what })]);
    expect(theirs.differences).toMatchObject([{ kind: 'deployment-breaks', clause, contrasts }]);
    expect(ours.differences).toMatchObject([{ kind: 'mock-breaks', clause, contrasts }]);
  });
});

/** Adds to the bodies of `GET /balance`. */
const balanceWith = (change: (body: { readonly [name: string]: unknown }) => object, headers: object = {}): Ports => ({
  present: (next) => (answer, asked) => {
    const shown = next(answer, asked);
    if (asked.operation !== 'getBalance' || !isObject(shown.body)) return shown;
    return { ...shown, body: change(shown.body), headers: { ...shown.headers, ...headers } };
  },
});

test('what is more than the document names is covered by its gap, also where the register has no name for it', async () => {
  const ports = balanceWith((body) => ({ ...body, currency: 'USD' }), { 'x-request-id': 'r1' });
  const { differences } = await driftOf(balance, { ports });
  expect(told(differences)).toEqual(['gap extra-members', 'gap response-headers']);
  expect(differences.map((one) => 'deployment' in one && one.deployment)).toEqual([[], []]);
});

/** It asks for the balance, and judges nothing of it. */
const idle = check({
  id: 'balance.idle',
  title: 'it looks and judges nothing of it',
  clauses: ['endpoints.balance.returns-balance'],
  run: async (t) => {
    await t.call(await t.main(), 'getBalance');
    t.expect('endpoints.balance.returns-balance', true, { expected: 'nothing' });
  },
});

test('what no check found is told under the clause that governs it, on the side that breaks it', async () => {
  const plain = await recorded([idle]);
  const broken = await recorded([idle], { ports: balanceWith((body) => ({ ...body, balance_usd: undefined })) });
  const clause = 'resources.balance.balance-usd-present';
  const contrast = {
    operation: 'getBalance',
    what: 'member balance_usd',
    seen: [{ check: { id: 'balance.idle' }, mock: { answer: { status: 200 } } }],
  };
  const [theirs, ours] = [await driftBetween(plain, broken), await driftBetween(broken, plain)];
  expect(theirs.differences).toMatchObject([{ kind: 'deployment-breaks', clause, contrasts: [contrast] }]);
  expect(ours.differences).toMatchObject([{ kind: 'mock-breaks', clause, contrasts: [contrast] }]);
});

test('of what the document says nothing about, nothing is said, and both sides are shown', async () => {
  const busy: Ports = {
    present: (next) => (answer, asked) =>
      asked.operation === 'getBalance'
        ? next({ ...answer, status: 500, body: { error: { code: 'internal_error', message: 'Later.' } } }, asked)
        : next(answer, asked),
  };
  const { differences } = await driftBetween(await recorded([idle]), await recorded([idle], { ports: busy }));
  expect(differences).toMatchObject([
    { kind: 'unexplained', contrasts: [{ what: 'answer', mock: '200', deployment: '500 internal_error' }] },
  ]);
});

test('a check that ends early on one side leaves no difference beyond its cause', async () => {
  const looks = (count: number): Check =>
    check({
      id: 'balance.looks',
      title: 'it looks some times',
      clauses: ['endpoints.balance.returns-balance'],
      run: async (t) => {
        for (let look = 0; look < count; look++) await t.call(await t.main(), 'getBalance');
        await t.call(await t.main(), 'listVoices');
        t.expect('endpoints.balance.returns-balance', true, { expected: 'nothing' });
      },
    });
  const { differences } = await driftBetween(await recorded([looks(3)]), await recorded([looks(1)]), trying());
  expect(differences).toEqual([]);
});
