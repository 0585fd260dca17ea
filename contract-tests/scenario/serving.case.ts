/** A story as it is served: a mock on a port that begins as the story says, a client that is somebody else's, and `then` as `exec` judges it. */
import { createMock } from '../../mock-server/index.ts';
import { type StoryVerdict, storyVerdict } from '../../mock-server/story-verdict.ts';
import type { Story } from '../../mock-server/story.ts';
import { askControl } from '../control.ts';
import { Run } from '../run.ts';
import { openRunningMock } from '../targets/running-mock.ts';
import { openWire } from '../wire/send.ts';
import { Integrator } from './integrator.case.ts';
import { type PlayedStory, playStory } from './play.ts';
import { steered } from './stage.ts';

export type Serving = {
  /** What a program of an integrator's is told of the mock. */
  readonly integrator: Integrator;
  /** The story's own steps, over HTTP as any other client's. */
  readonly playSteps: () => Promise<PlayedStory>;
  readonly verdict: () => Promise<StoryVerdict>;
  readonly close: () => Promise<void>;
};

/** @param speed how many times as fast as real time the clock runs; by default it stands still until the client waits, so that no test does */
export const serveStory = async (story: Story, speed?: number): Promise<Serving> => {
  const clock = speed === undefined ? 'manual' : (`${speed}x` as const);
  const mock = await createMock({ scenario: story, clock, settleMs: 500, callbackAllow: [] });
  const wait = async (seconds: number): Promise<void> =>
    speed === undefined ? void (await mock.clock.advance({ seconds })) : passed(mock, seconds);
  const integrator = new Integrator(mock, wait);
  return {
    integrator,
    playSteps: () => playOverHttp(story, mock),
    verdict: async () => {
      await streamsAreOver(mock);
      return storyVerdict(story, mock);
    },
    close: async () => {
      await integrator.close();
      await mock.close({ graceMs: 50 });
    },
  };
};

/** Until the clock of a mock has gone on so far by itself, however long that takes. */
const passed = async ({ clock }: Mock, seconds: number): Promise<void> => {
  const until = clock.now().getTime() + seconds * 1_000;
  while (clock.now().getTime() < until) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** A line that was cut a moment ago is noticed a moment later. */
const streamsAreOver = async ({ control }: Mock): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if ((await control.sessions({ limit: 1_000 })).every(({ status }) => status !== 'streaming')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

type Mock = Awaited<ReturnType<typeof createMock>>;

const playOverHttp = async ({ loaded }: Story, mock: Mock): Promise<PlayedStory> => {
  const { target, close } = await openRunningMock({
    baseUrl: mock.url,
    controlUrl: mock.controlUrl,
    controlToken: mock.controlToken,
    key: mock.apiKey,
    signatureHeader: 'Service-Signature',
    webhookPort: 0,
  });
  const wire = openWire({ isPlay: true });
  const stage = {
    target,
    ...steered(mock.accounts, askControl(mock.controlUrl, mock.controlToken, wire)),
    isSignedByClock: loaded.story.given?.signature_time === 'clock',
    close: async () => undefined,
  };
  const run = new Run(target, { seed: 1, profile: 'deep' });
  try {
    return await playStory(loaded, stage, run);
  } finally {
    await run.close();
    wire.close();
    close();
  }
};
