/** Deliveries that are answered late, or never. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../actor.ts';
import { type Tried, firstAttemptsSeconds, firstWaitSeconds, haveCome, never, tried, watch } from './tried.ts';

export type Waits = {
  readonly inTime: Late;
  readonly tooLate: Late;
  readonly silent: Tried;
  readonly cut: Tried;
};

export type Late = {
  readonly tried: Tried;
  /** Seconds of the target's clock until it was answered. */
  readonly seconds: number;
  /** Whether the connection was still there. */
  readonly wasThere: boolean;
};

/** The time is up after 10 s, give or take what the document leaves open (gap `response-wait-basis`). */
const inTimeSeconds = 8.5;
const tooLateSeconds = 13;

export const waited = (actor: Actor): Promise<Waits> => actor.run.once(wait);

async function wait(actor: Actor): Promise<Waits> {
  const all = await tried(actor, [
    { says: 'answered just within the wait', replies: ['silence', 200] },
    { says: 'answered just after the wait', replies: ['silence', 200] },
    { says: 'not answered', replies: ['silence', 200] },
    { says: 'cut off', replies: ['reset', 200] },
  ]);
  const [inTime, tooLate, silent, cut] = all;
  const answers: Late[] = [];
  const waiting = [
    { tried: actor.wanted(inTime, 'a job'), seconds: inTimeSeconds },
    { tried: actor.wanted(tooLate, 'a job'), seconds: tooLateSeconds },
  ];
  const end = (await actor.run.lookAtClock()) + firstAttemptsSeconds(actor) * 1_000;
  while (waiting.length > 0 && actor.run.now < end) {
    const ages = waiting.map(
      ({ tried: { box } }) => (actor.run.now - (box.deliveries[0]?.clock ?? actor.run.now)) / 1_000,
    );
    const due = waiting.findIndex(({ seconds }, at) => (ages[at] ?? 0) >= seconds);
    const [one] = due < 0 ? [] : waiting.splice(due, 1);
    if (one === undefined) {
      // To the moment, where the clock is ours.
      await actor.run.step(Math.min(...waiting.map(({ seconds }, at) => Math.max(0.001, seconds - (ages[at] ?? 0)))));
      continue;
    }
    const wasThere = (await one.tried.box.deliveries[0]?.answer(200)) ?? false;
    answers.push({ tried: one.tried, seconds: ages[due] ?? 0, wasThere });
    // The answer is on its way: on a clock that stands still it must not come after its time.
    await sleep(onTheWayMs);
  }
  await watch(actor, haveCome(all), firstAttemptsSeconds(actor));
  // The time of an attempt goes at its own pace.
  const againSeconds = tooLateSeconds + firstWaitSeconds / actor.target.timeScale;
  await watch(actor, haveCome(all.slice(1), 2), againSeconds);
  // What was answered in time has had no less time to come again.
  await watch(actor, never, againSeconds);
  return {
    inTime: actor.wanted(
      answers.find((one) => one.tried === inTime),
      'a webhook to answer late',
    ),
    tooLate: actor.wanted(
      answers.find((one) => one.tried === tooLate),
      'a webhook to answer late',
    ),
    silent: actor.wanted(silent, 'a job'),
    cut: actor.wanted(cut, 'a job'),
  };
}

/** Real milliseconds. */
const onTheWayMs = 50;
