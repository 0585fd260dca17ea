/** What goes wrong only when several things come together: repeats of jobs that ask for webhooks, and files whose account changes its keys. */
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { atRepeats } from './idempotency-wraps.ts';
import { type Body, post } from './webhook-wraps.ts';

/** Submits that name one of these files are refused. */
const refusing = (isGone: (fileKey: unknown) => boolean): Pick<Ports, 'decide'> => ({
  decide: (next) => (account, world, command, moment) =>
    command.type === 'submit-job' && Object.keys(command.inputs).some((field) => isGone(command.body[field]))
      ? { refusal: { code: 'invalid_input', message: 'There is no such file.' } }
      : next(account, world, command, moment),
});

/** Tells of each upload with which key it was made. */
const noting = (note: (fileKey: unknown, authorization: string | undefined) => void): Pick<Ports, 'present'> => ({
  present: (next) => (answer, asked) => {
    if (asked.operation === 'uploadFile' && asked.refused === undefined)
      note((answer.body as { readonly file_key?: unknown }).file_key, asked.headers['authorization']);
    return next(answer, asked);
  },
});

export const historyDefects: readonly Defect[] = [
  {
    id: 'results.upload-key-revoked-with-key',
    does: 'forgets the files that were uploaded with an API key when that key is revoked',
    clause: 'resources.upload.file-key-usable',
    ports: () => {
      const uploadedWith = new Map<unknown, string | undefined>();
      const revoked = new Set<string | undefined>();
      return {
        ...noting((fileKey, authorization) => uploadedWith.set(fileKey, authorization)),
        authenticate: (next) => async (claim) => {
          const caller = await next(claim);
          if (caller === undefined) revoked.add(claim.authorization);
          return caller;
        },
        ...refusing((fileKey) => uploadedWith.has(fileKey) && revoked.has(uploadedWith.get(fileKey))),
      };
    },
  },
  {
    id: 'webhook-content.delivery-id-of-repeat',
    does: 'sends the webhook again, with another delivery_id, when a submit is repeated whose job has ended',
    clause: 'events.content.delivery-id-stable',
    ports: () => {
      const sent = new Map<string, { readonly url: string; readonly body: Body; readonly sentAt: number }>();
      return {
        presentWebhook: (next) => (body, facts) => {
          sent.set(facts.job.id, { url: facts.job.delivery?.url ?? '', body, sentAt: facts.sentAt });
          return next(body, facts);
        },
        ...atRepeats((jobId, account) => {
          const first = sent.get(jobId);
          if (first === undefined) return;
          const again = { ...first.body, delivery_id: `${String(first.body['delivery_id'])}-again` };
          post(first.url, account.webhookSecret, again, first.sentAt);
        }),
      };
    },
  },
  {
    id: 'webhook-content.none-when-repeated',
    does: 'sends no webhook for a job whose submit was repeated before it ended',
    clause: 'events.content.succeeded-sent',
    also: ['events.content.failed-sent'],
    ports: () => {
      const repeated = new Set<string>();
      return {
        ...atRepeats((jobId, account) => {
          const status = account.jobs.get(jobId)?.state.status;
          if (status === 'queued' || status === 'processing') repeated.add(jobId);
        }),
        deliver: (next) => (attempt) =>
          repeated.has(attempt.job.id) ? { requests: [], outcome: { kind: 'answered', status: 200 } } : next(attempt),
      };
    },
  },
];
