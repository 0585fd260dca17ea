/** What the journal says of a submit that was taken: what was let pass, and may not have been meant. */
import type { GapChoices } from '../../../spec/gaps.ts';
import { limits } from '../../../spec/limits.ts';
import { repeatNote, voiceSampleNote } from '../../../spec/schemas/journal.ts';
import type { Account } from '../../domain/account.ts';
import { lengthOf } from '../../domain/clip-length.ts';
import type { Reply, SubmitJob } from '../../domain/commands.ts';
import { markOf } from '../../domain/jobs/repeat.ts';
import type { Noting } from '../record.ts';

export const noteSubmit = (
  noting: Noting,
  { jobId, replayed }: Reply<SubmitJob>,
  account: Account,
  submit: SubmitJob,
  choices: GapChoices,
): void => {
  if (!replayed) return noteSample(noting, account, submit);
  noting.note(`${repeatNote} ${jobId}: no second job, no second charge`);
  const mark = markOf(submit, choices);
  if (mark === undefined || account.submits.get(mark.key)?.fingerprint === mark.fingerprint) return;
  noting.note('its body is not that of the first submit with this Idempotency-Key: it had no effect');
};

/** The document recommends a length in one place and asks for it in another (gap `voice-sample`). */
const noteSample = (noting: Noting, { uploads }: Account, { feature, body }: SubmitJob): void => {
  const sample = feature === 'voice_clone' ? uploads.get(String(body['voice_key'])) : undefined;
  if (sample === undefined) return;
  const { voiceSampleSecondsMin: min, voiceSampleSecondsMax: max } = limits;
  const seconds = lengthOf(sample);
  if (seconds >= min && seconds <= max) return;
  noting.note(`${voiceSampleNote} ${Number(seconds.toFixed(3))} s: ${min} to ${max} seconds are recommended`);
};
