/** The three stages: a mock in this process that the story is given to, a mock that runs already, and a deployment. */
import type { LoadedStory } from '../../scenarios/load.ts';
import type { Scenario } from '../../scenarios/schema.ts';
import { askControl } from '../control.ts';
import type { Target } from '../target.ts';
import { type MockOptions, openMockTarget } from '../targets/mock.ts';
import { type RunningMock, openRunningMock } from '../targets/running-mock.ts';
import { HarnessError } from '../verdict.ts';
import { openWire } from '../wire/send.ts';
import { WrongOrder } from '../wrong-order.ts';
import { type NamedAccount, type Stage, stageAccount, steered } from './stage.ts';

/**
 * A mock of its own, on a clock that moves when a step moves it.
 * @param scenario as the mock reads it
 * @param more `timeScale`: the clock runs by itself, so many times as fast as real time, and is waited for
 */
export const openMockStage = async (
  scenario: Exclude<NonNullable<MockOptions['scenario']>, string>,
  {
    inputs,
    timeScale,
    ...more
  }: Pick<MockOptions, 'seed' | 'signatureHeader'> & {
    readonly inputs?: object;
    readonly timeScale?: number | undefined;
  } = {},
): Promise<Stage> => {
  const { target, mock, close } = await openMockTarget({
    ...more,
    scenario,
    clock: timeScale === undefined ? 'manual' : `${timeScale}x`,
    settleMs: 500,
  });
  const wire = openWire({ isPlay: true });
  return {
    ...steered(mock.accounts, askControl(mock.controlUrl, mock.controlToken, wire)),
    isSignedByClock: scenario.loaded.story.given?.signature_time === 'clock',
    timeScale,
    target: { ...target, inputs: { ...target.inputs, ...inputs } },
    close: async () => {
      wire.close();
      await close();
    },
  };
};

/** A mock that runs already: the story begins anew there. Throws a HarnessError where it cannot be given to it. */
export const openRunningStage = async (
  { name, story }: LoadedStory,
  told: Omit<RunningMock, 'baseUrl' | 'key'> & { readonly baseUrl?: string },
): Promise<Stage> => {
  const wire = openWire({ isPlay: true });
  const ask = askControl(told.controlUrl, told.controlToken, wire);
  try {
    const started = (await ask('POST', 'scenarios', { name, story })) as unknown as Started;
    const { main } = started.accounts;
    const { target, close } = await openRunningMock({
      ...told,
      baseUrl: told.baseUrl ?? new URL('/api/v1', told.controlUrl).href,
      key: main?.api_key,
    });
    return {
      ...steered(started.accounts, ask),
      isSignedByClock: story.given?.signature_time === 'clock',
      target: { ...target, ...(target.webhooks && { webhooks: { ...target.webhooks, secret: main?.webhook_secret } }) },
      close: async () => {
        close();
        wire.close();
      },
    };
  } catch (error) {
    wire.close();
    throw refusedStory(error) ?? error;
  }
};

/** A story that only a new mock can play is the user's to put right. */
const refusedStory = (error: unknown): WrongOrder | undefined => {
  const refused =
    error instanceof HarnessError ? /POST scenarios: 400 .*"message":"((?:[^"\\]|\\.)*)"/.exec(error.message) : null;
  return refused === null
    ? undefined
    : new WrongOrder(`the mock cannot play it: ${refused[1] ?? ''}`, { cause: error });
};

type Started = { readonly accounts: { readonly [name: string]: NamedAccount } };

/** A deployment: a second account is the one of the second key. */
export const deploymentStage = (target: Target, { given }: Scenario): Stage => {
  const [second] = Object.keys(given?.accounts ?? {});
  const { secret } = target.webhooks ?? {};
  return {
    target,
    accounts: new Map([
      ['main', stageAccount('main', target.key, { ...(secret !== undefined && { secret }) })],
      ...(second !== undefined && target.secondKey !== undefined
        ? [[second, stageAccount(second, target.secondKey)] as const]
        : []),
    ]),
    control: undefined,
    isSignedByClock: false,
    close: async () => undefined,
  };
};
