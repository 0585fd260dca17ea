/** Performs the steps of a case, and judges the answers and the effects. */
import { type ClauseId, clauses } from '../../spec/clauses.ts';
import type { ReceiverCase, Step } from './case.ts';
import { CaseEnd, type CaseOutcome } from './case-outcome.ts';
import type { Effects } from './effects.ts';
import type { Hand } from './hand.ts';
import type { Outgoing } from './outgoing.ts';
import type { Sent } from './send.ts';

export type CaseRun = {
  readonly hand: Hand;
  readonly send: (outgoing: Outgoing) => Promise<Sent>;
  readonly effects: Effects | undefined;
  /** Milliseconds that a receiver has for its answer. */
  readonly waitMs: number;
  /** What the plain delivery has shown of it; undefined while it is the plain delivery itself that is judged. */
  readonly plain: Plain | undefined;
};

export type Plain = {
  readonly isTaken: boolean;
  /** In words, where it was not. */
  readonly answer: string;
  readonly acted: number | undefined;
  /** By its `Date` header, how far the receiver's clock is ahead; undefined without one. */
  readonly skewSeconds: number | undefined;
};

export const judgeCase = async (one: ReceiverCase, run: CaseRun): Promise<CaseOutcome> => {
  const sent: Sent[] = [];
  let effects: number | undefined;
  const outcome = (verdict: CaseOutcome['verdict'], end?: CaseEnd): CaseOutcome => ({
    case: one,
    verdict,
    clause: end?.clause,
    message: end?.message ?? '',
    gap: end?.gap,
    sent,
    effects,
  });
  try {
    for (const step of one.steps(run.hand)) {
      const came = step.isTogether === true ? await Promise.all(step.send.map(run.send)) : await inTurn(step.send, run);
      sent.push(...came);
      const acted = await lookAfter(step, came, run);
      if (acted !== undefined) effects = (effects ?? 0) + acted;
      expectPremise(step, came);
      for (const each of came) judgeAnswer(one, step, each, acted, run);
      judgeEffects(one, step, acted, run);
    }
    if (run.plain?.isTaken === false) {
      throw new CaseEnd(
        'not_testable',
        `it does not take the plain delivery either (${run.plain.answer}): that it refuses this one shows nothing`,
      );
    }
    return outcome('pass');
  } catch (error) {
    if (error instanceof CaseEnd) return outcome(error.verdict, error);
    throw error;
  }
};

/** Throws `not_testable`. */
const expectPremise = ({ isPremise, expects }: Step, came: readonly Sent[]): void => {
  const odd = isPremise === true ? came.find((sent) => isTaken(sent) !== (expects === 'taken')) : undefined;
  if (odd === undefined) return;
  const { what } = odd.outgoing;
  throw new CaseEnd(
    'not_testable',
    `${what} was ${isTaken(odd) ? 'taken' : 'not taken'} (${answerOf(odd)}): another case judges that`,
  );
};

/** From here on an answer is in time for certain, and from here on too late: the document does not say from when to when it is measured. */
export const inTimeShare = 0.9;
export const lateShare = 1.2;

const inTurn = async (all: readonly Outgoing[], { send }: CaseRun): Promise<readonly Sent[]> => {
  const came: Sent[] = [];
  for (const one of all) came.push(await send(one));
  return came;
};

/** @returns undefined where nobody looks, or where how often is asked and only that something changed can be seen */
const lookAfter = async (
  { send, expects, acts, isTogether }: Step,
  came: readonly Sent[],
  { effects, plain }: CaseRun,
): Promise<number | undefined> => {
  if (effects === undefined) return undefined;
  const isHopeful = expects !== 'refused' && acts !== 'never' && came.some(isTaken) && plain?.acted !== 0;
  const seen = await effects.since(isHopeful && acts !== 'any' ? (acts === 'each' ? send.length : 1) : 0);
  if (effects.kind === 'change' && isTogether === true && acts !== 'never') {
    throw new CaseEnd(
      'not_testable',
      'it asks how often the receiver acted: --effect-url or --effect-command has to give a number',
    );
  }
  return seen;
};

export const isTaken = ({ answer }: Sent): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300;

/** It was not looked at: neither taken nor rejected. */
export const isTooFast = ({ answer }: Sent): boolean => answer?.status === 429;

/** In a few words. */
export const answerOf = ({ answer, failure, tookMs }: Sent): string =>
  answer === undefined ? (failure ?? 'no answer') : `${answer.status} after ${Math.max(1, Math.round(tookMs))} ms`;

const inTime: ClauseId = 'events.delivery.answered-in-time';

const judgeAnswer = (one: ReceiverCase, step: Step, sent: Sent, acted: number | undefined, run: CaseRun): void => {
  const { what } = sent.outgoing;
  const [blamed] = one.clauses;
  if (isTooFast(sent) && run.plain !== undefined) {
    throw new CaseEnd(
      'not_testable',
      `${what} was not let through (429), and not after some seconds either: raise the rate limit`,
    );
  }
  if (step.expects === 'refused') {
    if (isTaken(sent)) breach(one, blamed, `${what} was taken: ${answerOf(sent)}, and a 2xx says that it arrived`, run);
    return;
  }
  if (isTaken(sent)) return judgeTime(sent, run);
  if (step.expects === 'either') {
    // What it did counts there, not what it said.
    if (step.acts !== 'any') return;
    throw new CaseEnd(
      'undecidable',
      `${what} was not taken: ${answerOf(sent)}. The document leaves that open`,
      blamed,
      one.gap,
    );
  }
  if (isTimeout(sent, run))
    throw new CaseEnd(
      'fail',
      `${what}: ${answerOf(sent)}, and ${run.waitMs / 1_000} s is what the service waits`,
      inTime,
    );
  if (acted !== undefined && acted > 0 && !isMany(step)) {
    throw new CaseEnd(
      'fail',
      `the receiver acted on ${what}, and did not say so with a 2xx: ${answerOf(sent)}. The service will send it again`,
      inTime,
    );
  }
  breach(one, blamed, `${what} was not taken: ${answerOf(sent)}`, run);
};

const isMany = ({ send }: Step): boolean => send.length > 1;

const isTimeout = ({ answer, failedAt, tookMs }: Sent, { waitMs }: CaseRun): boolean =>
  answer === undefined && failedAt === 'answer' && tookMs >= waitMs * lateShare * 0.99;

const judgeTime = (sent: Sent, { waitMs }: CaseRun): void => {
  const told = `${sent.outgoing.what} was answered with ${answerOf(sent)}`;
  if (sent.tookMs > waitMs * lateShare) {
    throw new CaseEnd('fail', `${told}, and ${waitMs / 1_000} s is what the service waits`, inTime);
  }
  if (sent.tookMs > waitMs * inTimeShare) {
    throw new CaseEnd(
      'undecidable',
      `${told}: close to ${waitMs / 1_000} s, and from when to when they count is left open`,
      inTime,
      'response-wait-basis',
    );
  }
};

const repeats: ClauseId = 'events.content.delivery-id-deduplicated';

const judgeEffects = (one: ReceiverCase, step: Step, acted: number | undefined, { plain, effects }: CaseRun): void => {
  if (acted === undefined || step.acts === 'any') return;
  if (step.isPremise === true && step.acts === 'never' && acted > 0) {
    throw new CaseEnd('not_testable', 'the receiver acted on what it has to reject: another case judges that');
  }
  const times = acted === 1 ? 'once' : `${acted} times`;
  if (step.acts === 'never') {
    if (acted <= 0) return;
    if (step.expects === 'refused')
      throw new CaseEnd(
        'fail',
        `the receiver acted ${times} on what it must reject, though it answered with a refusal`,
        one.clauses[0],
      );
    throw new CaseEnd('warn', `the receiver acted again (${times}) on a delivery_id that it had acted on`, repeats);
  }
  // Of the plain delivery it is learned whether the receiver acts at all.
  if (plain === undefined && acted === 0) return;
  if (plain?.acted === 0)
    throw new CaseEnd(
      'not_testable',
      'the receiver acted on no delivery, as far as the effects show: there is nothing to be done twice',
    );
  const wanted = step.acts === 'each' && effects?.kind === 'count' ? step.send.length : 1;
  if (acted > wanted) throw new CaseEnd('warn', `the receiver acted ${times}, and ${wanted} was due`, repeats);
  if (acted < wanted)
    throw new CaseEnd(
      'warn',
      `the receiver acted ${acted === 0 ? 'not at all' : times} on deliveries it took, and ${wanted} was due: each delivery_id is acted on once`,
      repeats,
    );
};

/** Where the clocks explain it, nothing is blamed. */
const breach = (one: ReceiverCase, clause: ClauseId, message: string, { plain }: CaseRun): never => {
  const skew = plain?.skewSeconds;
  const margin = skew === undefined ? unknownSkewSeconds : Math.abs(skew) + roundingSeconds;
  if (one.secondsFromEdge !== undefined && one.secondsFromEdge <= margin) {
    const clocks =
      skew === undefined
        ? 'it shows no Date, so its clock is not known'
        : `its clock is ${skew} s ahead of ours by its Date, give or take one`;
    throw new CaseEnd(
      'undecidable',
      `${message}. It lies ${one.secondsFromEdge} s from the edge, and ${clocks}`,
      clause,
    );
  }
  throw new CaseEnd(clauses[clause].level === 'must' ? 'fail' : 'warn', message, clause);
};

const roundingSeconds = 2;
const unknownSkewSeconds = 5;
