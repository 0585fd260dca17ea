/** Shows a receiver all cases, with its effects counted; slow bodies come quickly. */
import type { ClauseId } from '../../spec/clauses.ts';
import { isFinding } from '../verdict.ts';
import { receiverCases } from './cases.ts';
import type { Effects } from './effects.ts';
import { type ReceiverJudgement, type ReceiverOrder, judgeReceiver } from './judge-receiver.ts';
import { secret } from './receivers/frame.case.ts';

export const judged = (
  receiver: { readonly url: string; readonly acted?: () => number },
  order: Partial<ReceiverOrder> = {},
): Promise<ReceiverJudgement> =>
  judgeReceiver({
    url: receiver.url,
    secret,
    signatureHeader: 'Service-Signature',
    cases: receiverCases,
    waitMs: 10_000,
    pieceMs: 5,
    alignsToSeconds: false,
    effects: receiver.acted === undefined ? undefined : countedBy(receiver.acted),
    ...order,
  });

/** In words, for an assertion that shows them. */
export const findingsOf = ({ outcomes }: ReceiverJudgement): readonly string[] =>
  outcomes.filter(isFinding).map(({ case: { id }, clause, message }) => `${id} (${clause ?? ''}): ${message}`);

/** The clauses that are blamed. */
export const foundIn = ({ outcomes }: ReceiverJudgement): readonly ClauseId[] => [
  ...new Set(outcomes.filter(isFinding).flatMap(({ clause }) => clause ?? [])),
];

/** Of a receiver in this process, which acts before it answers: nothing has to be waited for. */
const countedBy = (acted: () => number): Effects => {
  let before = acted();
  return {
    kind: 'count',
    since: async () => {
      const count = acted() - before;
      before += count;
      return count;
    },
  };
};
