/** The seven submits: one handler, told apart by what the operation says of its job. */
import type { GapChoices } from '../../../spec/gaps.ts';
import { faultNamed } from '../../../spec/faults.ts';
import type { JobOperation } from '../../../spec/operations.ts';
import type { SubmitJob } from '../../domain/commands.ts';
import { isRefused, refuse } from '../../domain/refusal.ts';
import type { Handler } from './handler.ts';
import { noteSubmit } from './note-submit.ts';

export const submitJob =
  ({ endpoint, feature, inputs }: JobOperation): Handler =>
  async ({ service, engine, present, account, body, fault, faults, request, exchange }) => {
    const { choices } = service;
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    if (fault === undefined && idempotencyKey !== undefined && !isKey(idempotencyKey, choices)) {
      return refuse('invalid_input', 'Idempotency-Key must be 1 to 255 visible ASCII characters, and sent once');
    }
    const submit: SubmitJob = {
      type: 'submit-job',
      endpoint,
      feature,
      inputs,
      body,
      ...(fault !== undefined && { fault: fault.refusal }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(faults.length > 0 && { faults }),
    };
    const outcome = await engine.execute(account.id, submit);
    if (isRefused(outcome)) return outcome;
    const { jobId, replayed } = outcome.reply;
    noteSubmit(exchange, outcome.reply, account, submit, choices);
    const job = account.jobs.get(jobId);
    if (job === undefined) throw new Error(`job ${jobId} was submitted and is not there`);
    if (!replayed) exchange.meets(job.faults);
    const acknowledged = { body: present.acknowledgement(job) };
    if (!replayed && job.delivery !== undefined && faultNamed(job.faults, 'webhook-before-reply') !== undefined) {
      await service.firstAttempt(job.delivery.id);
    }
    return replayed && choices['resubmit-status'] === '200' ? { ...acknowledged, status: 200 } : acknowledged;
  };

const isKey = (text: string, choices: GapChoices): boolean =>
  choices['idempotency-key-form'] === 'any' || /^[\x21-\x7e]{1,255}$/.test(text);
