/** Ways in which a mock reads the idempotency keys of submits otherwise, and what it does when one comes again. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { OperationId } from '../../spec/operations.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { clauseNamed } from '../clause-named.ts';
import { jobCalls } from '../job-calls.ts';
import type { Ports } from '../targets/mock.ts';
import { timesBefore } from './memory.ts';
import type { Account, Asked, Decide } from './ports.ts';

export type Submit = Extract<Parameters<Decide>[2], { readonly type: 'submit-job' }>;

export const sameJob = 'limits.retry-safety-same-job';
export const oneCharge = 'limits.retry-safety-no-second-charge';
export const oneRender = 'limits.retry-safety-no-duplicate-render';
export const honoured: readonly ClauseId[] = jobEndpoints.map((endpoint) =>
  clauseNamed(`endpoints.${endpoint}.idempotency-key-accepted`),
);

export const submits = Object.values(jobCalls).map(({ operation }) => operation) as OperationId[];

/** Keys are taken for others; undefined for none. @param keyOf told how often the key came before */
export const keyed =
  (keyOf: (command: Submit, account: Account, times: number) => string | undefined): (() => Ports) =>
  () => {
    const before = timesBefore();
    return {
      decide: (next) => (account, world, command, moment) => {
        if (command.type !== 'submit-job') return next(account, world, command, moment);
        const { idempotencyKey, ...submit } = command;
        const times = idempotencyKey === undefined ? 0 : before(`${account.id} ${idempotencyKey}`);
        const key = keyOf(command, account, times);
        return next(account, world, key === undefined ? submit : { ...submit, idempotencyKey: key }, moment);
      },
    };
  };

/** Something more is done at each repeat that is answered with the first job. */
export const atRepeats = (act: (jobId: string, account: Account) => void): Pick<Ports, 'decide'> => ({
  decide: (next) => (account, world, command, moment) => {
    const decision = next(account, world, command, moment);
    if ('reply' in decision && 'replayed' in decision.reply && decision.reply.replayed)
      act(decision.reply.jobId, account);
    return decision;
  },
});

/** The key of a submit, with its account; undefined for what is no submit with a key. */
export const keyIn = ({ headers, operation, accountId = '' }: Asked): string | undefined => {
  const key = headers['idempotency-key'];
  return key === undefined || operation === null || !submits.includes(operation) ? undefined : `${accountId} ${key}`;
};
