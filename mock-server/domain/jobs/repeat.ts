/** What a submit with a known `Idempotency-Key` is answered, and what is remembered for its key. */
import { httpErrors } from '../../../spec/errors.ts';
import type { GapChoices } from '../../../spec/gaps.ts';
import type { Account } from '../account.ts';
import type { Decision, SubmitJob } from '../commands.ts';
import { fingerprint, recall, recallRefusal, retentionMs, scopedKey } from '../idempotency.ts';
import { type Refused, refuse } from '../refusal.ts';

/** The key as it is remembered, and what the submit says, in short. */
export type SubmitMark = { readonly key: string; readonly fingerprint: string };

/** Undefined for a submit without a key. */
export const markOf = ({ idempotencyKey, endpoint, body }: SubmitJob, choices: GapChoices): SubmitMark | undefined =>
  idempotencyKey === undefined || idempotencyKey === ''
    ? undefined
    : { key: scopedKey(idempotencyKey, endpoint, choices), fingerprint: fingerprint(endpoint, body) };

/** Undefined for the first submit of a key. */
export const answerRepeat = (
  account: Account,
  mark: SubmitMark,
  choices: GapChoices,
  now: number,
): Decision<SubmitJob> | undefined => {
  const first = recall(account, mark.key, now);
  const refused = first === undefined ? recallRefusal(account, mark.key, now) : undefined;
  const known = first ?? refused;
  if (known === undefined) return undefined;
  // limits.retry-safety-same-job: a repeated submit is the first one, whatever its body says now.
  if (known.fingerprint !== mark.fingerprint && choices['resubmit-other-body'] === 'invalid_input') {
    return refuse('invalid_input', 'this Idempotency-Key was used with another body: use a new key for a new job');
  }
  if (first !== undefined) return { events: [], reply: { jobId: first.jobId, replayed: true } };
  return refused && { refusal: refused.refusal };
};

export const retentionOf = ({ key, fingerprint: said }: SubmitMark, choices: GapChoices, now: number) => ({
  key,
  fingerprint: said,
  until: now + retentionMs(choices),
});

/** Some refusals may be given again for their key, also when their cause is gone (gap `idempotency-refusals`). */
export const rememberRefusal = (
  { refusal }: Refused,
  mark: SubmitMark,
  choices: GapChoices,
  now: number,
): Decision<SubmitJob> => {
  const lasts = [400, 402].includes(httpErrors[refusal.code].status);
  if (choices['idempotency-refusals'] === 'forgotten' || !lasts) return { refusal };
  const idempotency = retentionOf(mark, choices, now);
  return { refusal, events: [{ type: 'submit.refused', at: now, refusal, idempotency }] };
};
