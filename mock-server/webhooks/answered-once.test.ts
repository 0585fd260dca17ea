/** What a receiver has answered is not forgotten because the store is away when it answers: it is not sent again. */
import { expect, test } from 'vitest';
import { defaultChoices } from '../../spec/gaps.ts';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { open, submitVoiceClone } from '../engine/simulation/bench.case.ts';
import type { EngineEvent } from '../engine/streams.ts';
import type { EndedAttempt } from '../store/delivery-entry.ts';
import { MemoryStore } from '../store/memory.ts';
import { Dispatcher } from './dispatch.ts';

const hourMs = 3_600_000;

test.each([
  [1, 'before it hears of it'],
  [3, 'before it hears of it'],
  [1, 'after it has taken it'],
] as const)(
  'a 2xx that the store fails at, %d times and %s, is a 2xx as of then, written down once, and nothing is sent again',
  async (losses, when) => {
    const { bench, store, sending, recorded, failures } = await openScene();
    const submit = submitVoiceClone(bench);
    await bench.submit({ ...submit, body: { ...submit.body, callback_url: 'http://127.0.0.1:1/' } });
    const [{ plan, submittedAt } = never()] = (await bench.account()).jobs.values();
    const endedAt = submittedAt + plan.startMs + plan.durationMs;
    await bench.engine.advanceTo(endedAt);
    expect(sending).toHaveLength(1);
    store.loses = { left: losses, when };
    sending[0]?.({ kind: 'answered', status: 200 });
    await new Promise(setImmediate);
    expect(failures).not.toEqual([]);

    const advance = (): Promise<boolean> =>
      bench.engine.advanceTo(endedAt + hourMs).then(
        () => true,
        () => false,
      );
    while (!(await advance())) await new Promise(setImmediate);
    expect(sending).toHaveLength(1);
    const [delivery] = (await bench.account()).deliveries.values();
    expect(delivery?.state).toEqual({ status: 'delivered', at: endedAt });
    expect(recorded).toMatchObject([
      { attempt: 1, endedAt, outcome: { kind: 'answered', status: 200 }, faults: ['webhook-re-serialised'] },
    ]);
    bench.engine.close();
  },
);

/** An account, and a dispatcher whose receiver answers when the test says so. */
const openScene = async () => {
  const store = new LossyStore();
  const bench = await open({ store });
  const sending: ((outcome: AttemptOutcome) => void)[] = [];
  const recorded: EndedAttempt[] = [];
  const failures: unknown[] = [];
  const dispatcher = new Dispatcher({
    choices: defaultChoices,
    send: () => new Promise((resolve) => sending.push(resolve)),
    present: () => ({}),
    sign: () => 't=1,v1=0',
    signatureHeader: 'Service-Signature',
    signatureSeconds: () => 1,
    meet: () => [{ name: 'webhook-re-serialised' }],
    settleMs: 0,
    record: (attempt) => recorded.push(attempt),
    reportFailure: (error) => failures.push(error),
  });
  dispatcher.follow(bench.engine);
  return { bench, store, sending, recorded, failures };
};

/** A store over a line that is cut, before it hears of an append or after it has taken it. */
class LossyStore extends MemoryStore<EngineEvent> {
  loses = { left: 0, when: 'before it hears of it' };

  override async append(stream: string, version: number, events: readonly EngineEvent[]): Promise<void> {
    const { left, when } = this.loses;
    const isLost = left > 0;
    if (isLost) this.loses = { left: left - 1, when };
    if (!isLost || when === 'after it has taken it') await super.append(stream, version, events);
    if (isLost) throw new Error('the line is cut');
  }
}

const never = (): never => {
  throw new Error('there is no job');
};
