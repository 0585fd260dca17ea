/** The seven submits: one handler, told apart by what the operation says of its job. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { JobOperation } from '../../../spec/operations.ts';
import { isRefused, refuse } from '../../domain/refusal.ts';
import type { Handler } from './handler.ts';

export const submitJob =
  ({ endpoint, feature, inputs }: JobOperation): Handler =>
  async ({ service, engine, present, account, body, fault, request }) => {
    const { choices } = service;
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    if (fault === undefined && idempotencyKey !== undefined && !isKey(idempotencyKey, choices)) {
      return refuse('invalid_input', 'Idempotency-Key must be 1 to 255 visible ASCII characters, and sent once');
    }
    const outcome = await engine.execute(account.id, {
      type: 'submit-job',
      endpoint,
      feature,
      inputs,
      body,
      ...(fault !== undefined && { fault: fault.refusal }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    if (isRefused(outcome)) return outcome;
    const { jobId, replayed } = outcome.reply;
    const job = account.jobs.get(jobId);
    if (job === undefined) throw new Error(`job ${jobId} was submitted and is not there`);
    const acknowledged = { body: present.acknowledgement(job) };
    return replayed && choices['resubmit-status'] === '200' ? { ...acknowledged, status: 200 } : acknowledged;
  };

const isKey = (text: string, choices: GapChoices): boolean =>
  choices['idempotency-key-form'] === 'any' || /^[\x21-\x7e]{1,255}$/.test(text);
