/** Mocks that are wrong about money, jobs and keys, each in one way. */
import type { Account } from '../../domain/account.ts';
import type { SubmitJob } from '../../domain/commands.ts';
import { decide } from '../../domain/decide.ts';
import { type Refused, isRefused } from '../../domain/refusal.ts';
import type { Upload } from '../../domain/upload.ts';
import { type Canary, changing, withEvents } from './canary.case.ts';

export const jobCanaries: readonly Canary[] = [
  {
    does: 'charges twice the price',
    decide: () =>
      changing('job.submitted', (event) => ({
        ...event,
        job: { ...event.job, priceMicros: event.job.priceMicros * 2 },
      })),
    breaks: /L5|L2/,
  },
  {
    does: 'renders and charges a submit twice',
    decide: () => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      const [event] = isRefused(decision) ? [] : decision.events;
      if (event?.type !== 'job.submitted' || account.ledger.available < 2 * event.job.priceMicros) return decision;
      const { idempotency: _, ...again } = event;
      return withEvents(decision, [
        event,
        { ...again, place: 'waiting', job: { ...event.job, id: `${event.job.id}2` } },
      ]);
    },
    breaks: /L3|due/,
  },
  {
    does: 'keeps the money of a failed job',
    decide: () => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      const [event] = isRefused(decision) ? [] : decision.events;
      return event?.type === 'job.failed'
        ? withEvents(decision, [{ type: 'job.succeeded', at: event.at, jobId: event.jobId }])
        : decision;
    },
    breaks: /J2/,
  },
  {
    does: 'charges a voice clone only when it has succeeded',
    decide: () =>
      changing('job.submitted', (event) =>
        event.job.feature === 'voice_clone' ? { ...event, job: { ...event.job, paid: 'on completion' } } : event,
      ),
    breaks: /L6/,
  },
  {
    does: 'binds a key to a refusal',
    decide: () => {
      const refusals = new Map<string, Refused>();
      return (account, world, command, moment) => {
        const key = keyOf(account, command);
        const decision = (key !== undefined && refusals.get(key)) || decide(account, world, command, moment);
        if (key !== undefined && isRefused(decision)) refusals.set(key, decision);
        return decision;
      };
    },
    breaks: /answer|I1/,
  },
  {
    does: 'does not look at keys',
    decide: () => (account, world, command, moment) => {
      if (command.type !== 'submit-job') return decide(account, world, command, moment);
      const { idempotencyKey: _, ...keyless } = command;
      return decide(account, world, keyless, moment);
    },
    breaks: /I1/,
  },
  {
    does: 'forgets keys after an hour',
    decide: () =>
      changing('job.submitted', (event) =>
        event.idempotency === undefined
          ? event
          : { ...event, idempotency: { ...event.idempotency, until: event.at + 3_600_000 } },
      ),
    breaks: /I4/,
  },
  {
    does: 'remembers keys a millisecond too long',
    decide: () => (account, world, command, moment) => {
      const submits = new Map(
        [...account.submits].map(([key, submit]) => [key, { ...submit, until: submit.until + 1 }]),
      );
      return decide({ ...account, submits }, world, command, moment);
    },
    breaks: /I2|answer/,
  },
  {
    does: 'lets keys of two accounts meet',
    decide: () => {
      const seen = new Map<string, string>();
      return (account, world, command, moment) => {
        const key = command.type === 'submit-job' ? command.idempotencyKey : undefined;
        const known = key === undefined ? undefined : seen.get(key);
        if (known !== undefined && !known.includes(`_${account.id}_`)) {
          return { events: [], reply: { jobId: known, replayed: true } };
        }
        const decision = decide(account, world, command, moment);
        if (key !== undefined && !isRefused(decision) && 'jobId' in decision.reply) seen.set(key, decision.reply.jobId);
        return decision;
      };
    },
    breaks: /answer|I1|I2/,
  },
  {
    does: 'moves a job out of its end',
    decide: () => (account, world, command, moment) => {
      const job = command.type === 'finish-job' ? account.jobs.get(command.jobId) : undefined;
      return job?.state.status === 'failed' && command.type === 'finish-job'
        ? { events: [{ type: 'job.succeeded', at: moment.now, jobId: job.id }], reply: { jobId: job.id } }
        : decide(account, world, command, moment);
    },
    breaks: /job \S+: failed to succeeded/,
  },
  {
    does: 'mints the ids of another account',
    decide: () => (account, world, command, moment) =>
      decide(account, world, command, {
        ...moment,
        mint: (prefix) => moment.mint(prefix).replace(`_${account.id}_`, '_a9_'),
      }),
    breaks: /I3/,
  },
  {
    does: 'takes the files of another account',
    decide: () => {
      const uploads = new Map<string, Upload>();
      return (account, world, command, moment) => {
        for (const [key, upload] of account.uploads) uploads.set(key, upload);
        return decide({ ...account, uploads }, world, command, moment);
      };
    },
    breaks: /answer/,
  },
  {
    does: 'lends a dollar',
    decide: () => (account, world, command, moment) => {
      const ledger = { ...account.ledger, available: account.ledger.available + 1_000_000 };
      return decide({ ...account, ledger }, world, command, moment);
    },
    breaks: /L2|answer/,
  },
  {
    does: 'substitutes the other tier when one is unavailable',
    decide: () => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      const isFull = isRefused(decision) && decision.refusal.code === 'capacity_unavailable';
      return isFull && command.type === 'create-session' && command.capability === 'full_live_swap'
        ? decide(account, world, { ...command, tier: command.tier === 'standard' ? 'pro' : 'standard' }, moment)
        : decision;
    },
    breaks: /answer/,
  },
  {
    does: 'gives a rate that was agreed for Pro to Standard too',
    decide: () => (account, world, command, moment) => {
      const pro = account.rates.full_live_swap;
      const rates = pro === undefined ? account.rates : { ...account.rates, full_live_swap_standard: pro };
      return decide({ ...account, rates }, world, command, moment);
    },
    breaks: /S3|answer/,
  },
  {
    does: 'lets a job end a millisecond late',
    decide: () => changing('job.succeeded', (event) => ({ ...event, at: event.at + 1 })),
    breaks: /due/,
  },
  {
    does: 'refuses those who could pay to the last cent',
    decide: () => (account, world, command, moment) => {
      const ledger = { ...account.ledger, available: Math.floor(account.ledger.available / 2) };
      return decide({ ...account, ledger }, world, command, moment);
    },
    breaks: /answer/,
  },
];

const keyOf = (account: Account, command: { readonly type: string }): string | undefined => {
  if (command.type !== 'submit-job') return undefined;
  const { idempotencyKey } = command as SubmitJob;
  return idempotencyKey === undefined ? undefined : `${account.id} ${idempotencyKey}`;
};
