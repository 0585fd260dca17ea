/** A short day of one client of a whole mock, in which the n-th effect of a kind fails: a file that is written, a webhook, a frame. */
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { vi } from 'vitest';
import { type Mock, type Ports, createMock } from '../compose.ts';
import { BlobStore } from '../store/blobs.ts';
import { type Receiver, openReceiver } from '../webhooks/receiver.case.ts';
import { EffectClient, PutOff } from './nth-effect-client.case.ts';

export const effectKinds = ['file', 'webhook', 'frame'] as const;
export type EffectKind = (typeof effectKinds)[number];

export type Day = {
  readonly seed: number;
  readonly steps: readonly ('submit' | 'submit twice' | 'talk' | 'download' | 'wait')[];
  /** What the receiver answers, the last again and again. */
  readonly answers: readonly (200 | 500)[];
};

export const day: fc.Arbitrary<Day> = fc.record({
  seed: fc.nat(1_000),
  steps: fc
    .array(fc.constantFrom('submit', 'submit twice', 'talk', 'download', 'wait'), { minLength: 2, maxLength: 4 })
    .map((steps): Day['steps'] => ['submit', ...steps]),
  answers: fc.array(fc.constantFrom(200 as const, 500 as const), { maxLength: 2 }).map((answers) => [...answers, 200]),
});

/** What there is of a day, for those who look at it from outside. */
export type Look = {
  readonly jobs: readonly { readonly status: string; readonly charged_usd: number }[];
  readonly balance: { readonly balance_usd: number; readonly total_spent_usd: number };
  readonly usage: readonly { readonly feature: string; readonly charged_usd: number }[];
  /** Streams that were begun, and how the mock has closed those that it has cut off. */
  readonly streams: number;
  readonly cut: readonly number[];
  readonly deliveries: readonly {
    readonly id: string;
    readonly status: string;
    readonly attempts: readonly { readonly extra: boolean; readonly status: number | null }[];
  }[];
  readonly received: Receiver['received'];
  /** Of unfinished blobs, and of finished ones that are neither an upload nor a result. */
  readonly left: { readonly partial: number; readonly uploads: number };
  readonly uploads: number;
};

/** What was got of a job: its bytes, none where it was not done. */
export type Download = { readonly job: string; readonly bytes: string };

export type Course = {
  /** How often each kind of effect was asked for, and failed. */
  readonly effects: { readonly [kind in EffectKind]: number };
  readonly failed: number;
  /** What the mock has told of. */
  readonly told: readonly string[];
  /** The codes of all answers with 500. */
  readonly refusals: readonly string[];
  readonly downloads: readonly Download[];
  /** How it was when the effect still failed, hours after the last step: undefined where it does not fail for good. */
  readonly meanwhile: (Look & { readonly putOff: number }) | undefined;
  readonly end: Look;
};

/**
 * @param first the effect of the kind that fails first, from 1
 * @param times how many fail, from then on: for good where it is without end, which is until the client has tried all of its day
 */
export const spend = async (
  { seed, steps, answers }: Day,
  { kind, first, times }: { readonly kind: EffectKind; readonly first: number; readonly times: number },
): Promise<Course> => {
  const effects = { file: 0, webhook: 0, frame: 0 };
  let [failed, isLifted] = [0, false];
  const mayFail = (of: EffectKind): void => {
    effects[of]++;
    if (of !== kind || effects[of] < first || failed >= times || isLifted) return;
    failed++;
    throw new Error(injected);
  };
  const told: string[] = [];
  const undo = failFiles(() => mayFail('file'));
  const receiver = await openReceiver(...answers);
  const mock = await createMock(
    {
      clock: 'manual',
      seed,
      rateLimit: 'off',
      jobTime: 1,
      settleMs: 10_000,
      onFailure: (error) => told.push(error instanceof Error ? error.message : String(error)),
    },
    { ports: portsOf(mayFail) },
  );
  try {
    const client = new EffectClient(mock, receiver.url);
    const later = await inTurn(workOf(client, steps));
    await mock.clock.advance({ seconds: hoursSeconds });
    const look = async (): Promise<Look> => ({
      ...(await client.look()),
      deliveries: await mock.control.deliveries({ limit: 1_000 }),
      received: [...receiver.received],
      left: await undo.leftBy(),
    });
    const meanwhile = times === Number.POSITIVE_INFINITY ? { ...(await look()), putOff: later.length } : undefined;
    isLifted = true;
    if ((await inTurn(later)).length > 0) throw new Error('what was put off cannot be done either when nothing fails');
    await mock.clock.advance({ seconds: hoursSeconds });
    for (const { id, status } of meanwhile?.deliveries ?? []) {
      if (status === 'abandoned') await resend(mock, id, answers.length);
    }
    const { refusals, downloads } = client;
    return { effects, failed, told, refusals, downloads, meanwhile, end: await look() };
  } finally {
    undo.undo();
    await mock.close({ graceMs: 200 });
    await receiver.close();
  }
};

/** Does what can be done. @returns what was put off, in order */
const inTurn = async (works: readonly Work[]): Promise<Work[]> => {
  const later: Work[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof PutOff)) throw error;
      later.push(work);
    }
  }
  return later;
};

type Work = () => Promise<void>;

/** Each step knows of which submit it is: so it is the same step if it is made later. */
const workOf = (client: EffectClient, steps: Day['steps']): Work[] => {
  let [submits, downloads] = [0, 0];
  return steps.map((step) => {
    const of = step === 'submit' || step === 'submit twice' ? ++submits : submits;
    switch (step) {
      case 'submit':
        return () => client.submit(of, 1);
      case 'submit twice':
        return () => client.submit(of, 2);
      case 'talk':
        return () => client.talk();
      case 'download': {
        const place = downloads++;
        return () => client.download(of, place);
      }
      case 'wait':
        return () => client.wait(40);
      default:
        return step satisfies never;
    }
  });
};

/** By hand, until the receiver has answered as it does in the end. */
const resend = async (mock: Mock, id: string, timesMax: number): Promise<void> => {
  for (let times = 0; times < timesMax; times++) {
    await mock.control.resendDelivery(id);
    await mock.clock.advance({ seconds: 1 });
    const deliveries = await mock.control.deliveries({ limit: 1_000 });
    if (deliveries.find((one) => one.id === id)?.attempts.some(({ status }) => status === 200)) return;
  }
};

/** Longer than any ladder of attempts. */
const hoursSeconds = 7_200;

/** The words of every failure that is injected. */
export const injected = 'injected into an effect';

const portsOf = (mayFail: (kind: EffectKind) => void): Ports => ({
  deliver: (next) => (attempt) => {
    mayFail('webhook');
    return next(attempt);
  },
  frame: (line) => ({
    send: (data, isBinary) => {
      mayFail('frame');
      line.send(data, isBinary);
    },
    close: (code, reason) => line.close(code, reason),
    reset: () => line.reset(),
    silence: () => line.silence(),
    wait: (on) => line.wait(on),
    ended: () => line.ended(),
  }),
});

/** Files fail when they are begun, and when they are finished. */
const failFiles = (mayFail: () => void) => {
  const stores = new Set<BlobStore>();
  const { create, finish } = BlobStore.prototype;
  vi.spyOn(BlobStore.prototype, 'create').mockImplementation(async function (this: BlobStore, name) {
    stores.add(this);
    mayFail();
    return create.call(this, name);
  });
  vi.spyOn(BlobStore.prototype, 'finish').mockImplementation(async function (this: BlobStore, name) {
    mayFail();
    return finish.call(this, name);
  });
  return {
    leftBy: async (): Promise<Look['left']> => {
      const left = { partial: 0, uploads: 0 };
      for (const store of stores) {
        left.partial += (await readdir(store.partialFolder)).length;
        const names = await readdir(dirname(store.partialFolder));
        left.uploads += names.filter((name) => /^[0-9a-f-]{36}$/.test(name)).length;
      }
      return left;
    },
    undo: () => void vi.restoreAllMocks(),
  };
};
