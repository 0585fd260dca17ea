/** Submits that are taken for others: keys that are not told apart, or are another account's, or not needed. */
import type { Defect } from './defect.ts';
import { keyed, submits } from './idempotency-wraps.ts';
import { deciding, presenting } from './ports.ts';

export const mistakenKeyDefects: readonly Defect[] = [
  {
    id: 'idempotency.job-of-another-account',
    does: 'looks keys up across all accounts: the second account to use a key is given the job of the first',
    clause: 'endpoints.jobs.owner-only',
    also: ['states.job.submit-to-queued'],
    ports: () => {
      const first = new Map<string, unknown>();
      return presenting(submits, (body, { headers }) => {
        const key = headers['idempotency-key'];
        if (key === undefined) return body;
        if (!first.has(key)) first.set(key, body);
        return first.get(key);
      })();
    },
  },
  {
    id: 'idempotency.case-of-key',
    does: 'takes keys for one that differ in capitals only',
    clause: 'states.job.submit-to-queued',
    ports: keyed(({ idempotencyKey }) => idempotencyKey?.toLowerCase()),
  },
  {
    id: 'idempotency.beginning-of-key',
    does: 'compares the first sixteen characters of keys only',
    clause: 'states.job.submit-to-queued',
    also: ['endpoints.submit.idempotency-key-optional'],
    ports: keyed(({ idempotencyKey }) => idempotencyKey?.slice(0, 16)),
  },
  {
    id: 'idempotency.punctuation-of-key',
    does: 'leaves punctuation out of keys before it compares them',
    clause: 'states.job.submit-to-queued',
    ports: keyed(({ idempotencyKey }) => idempotencyKey?.replace(/\W/g, '')),
  },
  {
    id: 'idempotency.equal-bodies',
    does: 'takes submits without a key for one where their bodies are equal',
    clause: 'endpoints.submit.idempotency-key-optional',
    also: ['states.job.submit-to-queued'],
    ports: deciding(
      (next) => (account, world, command, moment) =>
        next(
          account,
          world,
          command.type === 'submit-job' && command.idempotencyKey === undefined
            ? {
                ...command,
                idempotencyKey: `${command.endpoint}${JSON.stringify(command.body)}`.replace(/[^!-~]/g, ''),
              }
            : command,
          moment,
        ),
    ),
  },
];
