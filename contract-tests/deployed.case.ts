/** A mock with a defect that stands for a deployment: it offers no control, and its clock is moved underneath, so that waiting takes no time. */
import { afterEach } from 'vitest';
import type { Check, Profile } from './check.ts';
import type { Inputs } from './target.ts';
import { type Outcome, judge } from './judge.ts';
import { readReplay } from './replay.ts';
import { Run } from './run.ts';
import { openRehearsal } from './targets/mock-rehearsal.ts';
import { type MockOptions, type Ports, openMockTarget } from './targets/mock.ts';
import type { Exchange } from './wire/exchange.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type DeployedOptions = {
  readonly seed?: number;
  /** `none`: nothing may be spent. */
  readonly budgetUsd?: number | 'none';
  readonly profile?: Profile;
  /** Files that make jobs fail. */
  readonly inputs?: Partial<Inputs>;
};

/** A run on it, closed after the test. @param options of the mock */
export const deployed = async (
  ports: Ports,
  { seed = 1, budgetUsd = 1_000_000, profile = 'standard', inputs = {} }: DeployedOptions = {},
  options: MockOptions = {},
): Promise<Run> => {
  const { target: own, mock, close } = await openMockTarget({ balance: 100_000, ...options }, ports);
  const target = {
    ...own,
    control: undefined,
    spend: budgetUsd === 'none' ? undefined : { budgetUsd },
    inputs: { ...own.inputs, ...inputs },
  };
  const run = new Run(target, {
    seed,
    profile,
    time: {
      now: () => mock.clock.now().getTime(),
      pass: async (seconds) => void (await mock.clock.advance({ seconds })),
    },
    rehearse: () => openRehearsal(target, { seed }),
  });
  closers.push(close, () => run.close());
  return run;
};

export const submitsOf = (run: Run): readonly Exchange[] =>
  run.exchanges.filter(({ operation }) => operation?.startsWith('submit') === true);

/** What a token says, on another such mock. */
export const repeated = async (
  all: readonly Check[],
  { replay }: Outcome,
  ports: Ports,
): Promise<readonly [Run, Outcome]> => {
  const token = readReplay(replay);
  const one = all.find(({ id }) => id === token?.checkId);
  if (token?.path === undefined || one === undefined) throw new Error(`${replay} leads to no case`);
  const run = await deployed(ports, { seed: token.seed });
  return [run, await judge(run, { ...one, path: token.path })];
};
