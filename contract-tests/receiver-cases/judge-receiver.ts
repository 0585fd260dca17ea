/** Judges a receiver: a plain delivery first, then case by case, and what is known of each clause in the end. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReceiverCase, receiverNeeds } from './case.ts';
import type { CaseOutcome } from './case-outcome.ts';
import type { Effects } from './effects.ts';
import { type Hand, handOf } from './hand.ts';
import { type CaseRun, type Plain, answerOf, isTaken, isTooFast, judgeCase, lateShare } from './judge-case.ts';
import { recovers } from './recovery.ts';
import { expectReceiver } from './receiver-fault.ts';
import { type Sent, send } from './send.ts';
import { plainCase } from './cases/valid.ts';

export type ReceiverOrder = {
  readonly url: string;
  readonly secret: string;
  /** Another one that the receiver is configured with. */
  readonly secondSecret?: string | undefined;
  readonly signatureHeader: string;
  readonly cases: readonly ReceiverCase[];
  readonly effects?: Effects | undefined;
  /** That the receiver has for its answer, in milliseconds; the document says 10,000. */
  readonly waitMs: number;
  /** Between the pieces of a slow body. */
  readonly pieceMs?: number;
  /** Whether what lies a second from the edge is sent at the beginning of one: by default it is, and waits for it. */
  readonly alignsToSeconds?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onCase?: (done: number, running: ReceiverCase) => void;
};

export type ReceiverJudgement = {
  readonly order: ReceiverOrder;
  /** In the order of the cases; those that were not come to are not testable. */
  readonly outcomes: readonly CaseOutcome[];
  readonly plain: Plain;
  readonly startedAt: Date;
  readonly tookMs: number;
  readonly deliveries: number;
  /** The longest wait for an answer that came, but for bodies that were sent slowly. */
  readonly slowest: { readonly caseId: string; readonly tookMs: number } | undefined;
  readonly isStopped: boolean;
};

/** Throws a ReceiverFault where nothing can be judged, and an Error where the effects cannot be seen. */
export const judgeReceiver = async (order: ReceiverOrder): Promise<ReceiverJudgement> => {
  const { cases, effects, waitMs, signal } = order;
  const startedAt = new Date();
  const started = performance.now();
  const run = randomUUID().slice(0, 8);
  let jobs = 0;
  let deliveries = 0;
  const hand = (): Hand => handOf({ ...order, now: Date.now(), run, next: () => (jobs += 1) });
  const sendOne: CaseRun['send'] = async (outgoing) => {
    for (const pauseMs of [...pausesMs, undefined]) {
      deliveries += 1;
      const sent = await send(outgoing, {
        url: order.url,
        waitMs: waitMs * lateShare,
        pieceMs: order.pieceMs ?? usualPieceMs,
        signal,
      });
      if (pauseMs === undefined || !isTooFast(sent) || signal?.aborted === true) return sent;
      await sleep(pauseMs);
    }
    throw new Error('every delivery is sent at least once');
  };
  const runWith = (plain: Plain | undefined): CaseRun => ({ hand: hand(), send: sendOne, effects, waitMs, plain });

  const first = await judgeCase(plainCase, runWith(undefined));
  const [firstSent] = first.sent;
  if (firstSent !== undefined) expectReceiver(order.url, firstSent);
  const plain = plainOf(first, firstSent);
  const outcomes: CaseOutcome[] = [];
  let gone: string | undefined;
  for (const [place, one] of cases.entries()) {
    const why = signal?.aborted === true ? 'it was interrupted' : (gone ?? whyNot(one, order, first, plain));
    if (why !== undefined) {
      outcomes.push(notTestable(one, why));
      continue;
    }
    order.onCase?.(place, one);
    if (one.secondsFromEdge === 1 && order.alignsToSeconds !== false) await beginningOfASecond();
    let outcome = one.id === plainCase.id ? first : await judgeCase(one, runWith(plain));
    if (signal?.aborted === true) outcome = notTestable(one, 'it was interrupted');
    else if (plain.isTaken && outcome.sent.some(({ answer }) => answer === undefined)) {
      const probe = await recovers(
        () => sendOne(hand().delivery(hand().succeeded(), { what: 'a plain delivery after it' })),
        signal,
      );
      await effects?.since(0);
      if (!isTaken(probe)) {
        gone = `the receiver takes nothing any more since the case ${one.id}`;
        outcome = { ...outcome, ...fallen(probe), sent: [...outcome.sent, probe] };
      }
    }
    outcomes.push(outcome);
  }
  return {
    order,
    outcomes,
    plain,
    startedAt,
    tookMs: performance.now() - started,
    deliveries,
    slowest: slowestOf(outcomes),
    isStopped: signal?.aborted === true,
  };
};

/** Before a delivery that came too fast is sent again. */
const pausesMs = [1_000, 3_000];

const usualPieceMs = 200;

/** Then whole seconds and parts of them come to the same. */
const beginningOfASecond = (): Promise<void> => sleep(1_000 - (Date.now() % 1_000));

const whyNot = (
  one: ReceiverCase,
  { effects, secondSecret }: ReceiverOrder,
  first: CaseOutcome,
  plain: Plain,
): string | undefined => {
  if (one.id === plainCase.id) return undefined;
  if (one.needs === 'effects' && effects === undefined) return receiverNeeds.effects;
  if (one.needs === 'second-secret' && secondSecret === undefined) return receiverNeeds['second-secret'];
  if (plain.isTaken) return undefined;
  if (first.clause === 'events.delivery.answered-in-time' && first.sent.some(({ answer }) => answer === undefined)) {
    return `it did not answer the plain delivery in time (${plain.answer})`;
  }
  // What must be rejected and is taken says something of any receiver.
  return one.isForged ? undefined : `it does not take the plain delivery (${plain.answer})`;
};

const notTestable = (one: ReceiverCase, message: string): CaseOutcome => ({
  case: one,
  verdict: 'not_testable',
  clause: undefined,
  message,
  gap: undefined,
  sent: [],
  effects: undefined,
});

const fallen = (probe: Sent): Pick<CaseOutcome, 'verdict' | 'clause' | 'message' | 'gap'> => ({
  verdict: 'fail',
  clause: 'events.signature.valid-accepted',
  message: `after it a plain delivery was not taken: ${answerOf(probe)}, and again when tried anew`,
  gap: undefined,
});

const plainOf = ({ effects }: CaseOutcome, sent: Sent | undefined): Plain => ({
  isTaken: sent !== undefined && isTaken(sent),
  answer: sent === undefined ? 'nothing was sent' : answerOf(sent),
  acted: effects,
  skewSeconds: sent === undefined ? undefined : skewOf(sent),
});

const skewOf = ({ answer, sentAt, tookMs }: Sent): number | undefined => {
  const told = Date.parse(answer?.headers['date'] ?? '');
  return Number.isNaN(told) ? undefined : Math.round((told + 500 - (sentAt + tookMs)) / 1_000) + 0;
};

const slowestOf = (outcomes: readonly CaseOutcome[]): ReceiverJudgement['slowest'] =>
  outcomes
    .flatMap(({ case: { id }, sent }) =>
      sent
        .filter(({ answer, outgoing }) => answer !== undefined && outgoing.pace !== 'slow')
        .map(({ tookMs }) => ({ caseId: id, tookMs })),
    )
    .toSorted((one, other) => other.tookMs - one.tookMs)[0];
