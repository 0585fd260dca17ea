/** The seven submits: one handler, told apart by what the operation says of its job. */
import type { JobOperation } from '../../../spec/operations.ts';
import { isRefused, refuse } from '../../domain/refusal.ts';
import { presentAcknowledgement } from '../present.ts';
import type { Handler } from './handler.ts';

export const submitJob =
  ({ endpoint, feature, inputs }: JobOperation): Handler =>
  async ({ service, account, body, request }) => {
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    if (idempotencyKey !== undefined && !keyForm.test(idempotencyKey)) {
      return refuse('invalid_input', 'Idempotency-Key must be 1 to 255 visible ASCII characters, and sent once');
    }
    const outcome = await service.engine().execute(account.id, {
      type: 'submit-job',
      endpoint,
      feature,
      inputs,
      body,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    if (isRefused(outcome)) return outcome;
    const job = account.jobs.get(outcome.reply.jobId);
    if (job === undefined) throw new Error(`job ${outcome.reply.jobId} was submitted and is not there`);
    return { body: presentAcknowledgement(job) };
  };

const keyForm = /^[\x21-\x7e]{1,255}$/;
