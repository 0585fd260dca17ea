/** A period that ends before it begins: judged by what its `from` leaves, in every lawful way, and in no other. */
import { expect, test } from 'vitest';
import { allChecks } from '../checks.ts';
import { allDefects } from '../defects.ts';
import { type Outcome, judge } from '../judge.ts';
import { Run } from '../run.ts';
import { type MockOptions, type Ports, openMockTarget } from '../targets/mock.ts';

const id = 'usage.period-reversed';

const judged = async (options: MockOptions, ports: Ports = {}): Promise<readonly [Outcome, Run]> => {
  const check = allChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const { target, close } = await openMockTarget(options, ports);
  const run = new Run(target, { seed: 1, profile: 'standard', effort: 0.05 });
  try {
    return [await judge(run, check), run];
  } finally {
    await run.close();
    await close();
  }
};

const portsOf = (defect: string): Ports => {
  const found = allDefects.find((one) => one.id === defect);
  if (found === undefined) throw new Error(`there is no defect ${defect}`);
  return found.ports();
};

test.each([
  ['refused', 'iso'],
  ['refused', 'epoch-seconds'],
  ['empty', 'iso'],
  ['empty', 'iso-to-included'],
  ['empty', 'epoch-seconds'],
] as const)('a reversed period that is %s is fine, with times as %s', async (reversed, format) => {
  const [{ verdict, message, isVacuous }, run] = await judged({
    choices: { 'date-filter-reversed': reversed, 'date-filter': format },
  });
  expect([verdict, message, isVacuous]).toEqual(['pass', '', false]);
  expect([...(run.observed.get('date-filter-reversed') ?? [])]).toEqual([reversed]);
});

const from = 'endpoints.usage.from-parameter';

test('a server that turns a period round is seen by what it lists', async () => {
  const [{ verdict, clause, evidence }] = await judged({}, portsOf('usage.period-turned-round'));
  expect([verdict, clause]).toEqual(['fail', from]);
  expect(evidence.exchanges.map(({ breaks }) => breaks)).toEqual(['gap:date-filter-reversed']);
});

test('a reversed period that is refused under another code is told of', async () => {
  const otherwise: Ports = {
    present: (next) => (answer, asked) =>
      asked.operation === 'listUsage' && asked.refused === 'invalid_input'
        ? next({ ...answer, status: 404, body: { error: { code: 'not_found', message: 'No such period.' } } }, asked)
        : next(answer, asked),
  };
  const [{ verdict, clause, evidence }] = await judged({}, otherwise);
  expect([verdict, clause, evidence.actual]).toEqual(['fail', from, '404']);
});

test('a server that passes over to alone keeps the clause of from', async () => {
  const [{ verdict }] = await judged({ choices: { 'date-filter-reversed': 'empty' } }, portsOf('usage.to-ignored'));
  expect(verdict).toBe('pass');
});

test('of a server whose format of times is not found out, it is left open', async () => {
  const deaf: Ports = {
    validate: (next) => (raw) => next({ ...raw, query: {} }),
  };
  const [{ verdict, gap, conclusions }] = await judged({}, deaf);
  expect([verdict, gap, conclusions]).toEqual(['undecidable', 'date-filter', {}]);
});
