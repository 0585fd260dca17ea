/** What has come to an inbox so far, in numbers. */
import { createHash } from 'node:crypto';
import type { Summary } from './told.ts';

export type Tally = {
  /** Counts one more attempt of a delivery. Those without an id count as one delivery. */
  readonly attemptOf: (deliveryId: string | null) => number;
  readonly passOver: () => void;
  readonly judged: (verdict: string) => void;
  readonly answered: (answer: string | number) => void;
  /** @returns how many attempts are over */
  readonly finish: () => number;
  readonly summary: () => Summary;
};

export const openTally = (): Tally => {
  const seen = new Map<string, number>();
  const signatures: { [verdict: string]: number } = {};
  const answers: { [answer: string]: number } = {};
  let [deliveries, attempts, passedOver, finished] = [0, 0, 0, 0];
  return {
    attemptOf: (deliveryId) => {
      const id = createHash('sha256')
        .update(deliveryId ?? '')
        .digest('base64');
      const attempt = (seen.get(id) ?? 0) + 1;
      attempts++;
      if (attempt === 1) deliveries++;
      seen.set(id, attempt);
      const [oldest] = seen.keys();
      if (seen.size > rememberedMax && oldest !== undefined) seen.delete(oldest);
      return attempt;
    },
    passOver: () => void passedOver++,
    judged: (verdict) => void (signatures[verdict] = (signatures[verdict] ?? 0) + 1),
    answered: (answer) => void (answers[answer] = (answers[answer] ?? 0) + 1),
    finish: () => ++finished,
    summary: () => ({ type: 'summary', deliveries, attempts, signatures, answers, passed_over: passedOver }),
  };
};

/** Whoever finds the port may make up as many as he likes, and as long ones: only their digests are kept. */
const rememberedMax = 10_000;
