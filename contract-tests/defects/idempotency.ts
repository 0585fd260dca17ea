/** Submits that are sent again and make a second job, a second charge or a second render; and those that are taken for another one. */
import { jobEndpoints } from '../../spec/vocabulary.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { clauseNamed } from '../clause-named.ts';
import { jobCalls } from '../job-calls.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Account, type Decide, deciding, presenting } from './ports.ts';
import { showing } from './purse.ts';

type Submit = Extract<Parameters<Decide>[2], { readonly type: 'submit-job' }>;

const sameJob = 'limits.retry-safety-same-job';
const oneCharge = 'limits.retry-safety-no-second-charge';
const oneRender = 'limits.retry-safety-no-duplicate-render';
const honoured: readonly ClauseId[] = jobEndpoints.map((endpoint) =>
  clauseNamed(`endpoints.${endpoint}.idempotency-key-accepted`),
);

const submits = Object.values(jobCalls).map(({ operation }) => operation) as OperationId[];

/** The keys of some submits are not looked at. @param isForgotten told how often the key came before */
const forgetting = (isForgotten: (command: Submit, account: Account, times: number) => boolean): (() => Ports) =>
  keyed((command, account, times) => (isForgotten(command, account, times) ? undefined : command.idempotencyKey));

/** Keys are taken for others; undefined for none. */
function keyed(keyOf: (command: Submit, account: Account, times: number) => string | undefined): () => Ports {
  return () => {
    const seen = new Map<string, number>();
    return {
      decide: (next) => (account, world, command, moment) => {
        if (command.type !== 'submit-job') return next(account, world, command, moment);
        const { idempotencyKey, ...submit } = command;
        const name = `${account.id} ${idempotencyKey ?? ''}`;
        const times = seen.get(name) ?? 0;
        if (idempotencyKey !== undefined) seen.set(name, times + 1);
        const key = keyOf(command, account, times);
        return next(account, world, key === undefined ? submit : { ...submit, idempotencyKey: key }, moment);
      },
    };
  };
}

const hasEnded = (account: Account, key: string | undefined): boolean => {
  const known = [...account.submits].find(([name]) => name === key)?.[1];
  const status = known === undefined ? undefined : account.jobs.get(known.jobId)?.state.status;
  return status === 'succeeded' || status === 'failed';
};

/** A repeat costs again, though it is answered with the first job. */
const chargingAgain =
  (isCharged: (repeat: { readonly times: number; readonly isOver: boolean }) => boolean): (() => Ports) =>
  () => {
    const taken = new Map<string, number>();
    const times = new Map<string, number>();
    return {
      decide: (next) => (account, world, command, moment) => {
        const decision = next(account, world, command, moment);
        if (command.type !== 'submit-job' || !('reply' in decision) || !('replayed' in decision.reply)) return decision;
        const { jobId, replayed } = decision.reply;
        if (!replayed) return decision;
        const job = account.jobs.get(jobId);
        const count = (times.get(jobId) ?? 0) + 1;
        times.set(jobId, count);
        const isOver = job?.state.status === 'succeeded' || job?.state.status === 'failed';
        if (job !== undefined && isCharged({ times: count, isOver }))
          taken.set(account.id, (taken.get(account.id) ?? 0) + job.priceMicros);
        return decision;
      },
      ...showing((id) => taken.get(id ?? '') ?? 0),
    };
  };

/** Answers to repeats say something else. @param change told which repeat of a key it is, from 1 */
const answeringRepeats =
  (
    change: (
      body: { readonly [name: string]: unknown },
      nth: number,
    ) => { readonly status?: number; readonly body: unknown },
  ): (() => Ports) =>
  () => {
    const seen = new Map<string, number>();
    return {
      present: (next) => (answer, asked) => {
        const key = asked.headers['idempotency-key'];
        const { body } = answer;
        if (key === undefined || asked.operation === null || !submits.includes(asked.operation) || !isObject(body))
          return next(answer, asked);
        if (asked.refused !== undefined) return next(answer, asked);
        const name = `${asked.accountId ?? ''} ${key}`;
        const nth = seen.get(name) ?? 0;
        seen.set(name, nth + 1);
        return next(nth === 0 ? answer : { ...answer, ...change(body, nth) }, asked);
      },
    };
  };

export const idempotencyDefects: readonly Defect[] = [
  {
    id: 'idempotency.key-ignored',
    does: 'makes a second job of a submit that is sent again',
    clause: sameJob,
    also: [oneCharge, oneRender, ...honoured],
    ports: forgetting(() => true),
  },
  ...jobEndpoints.map((endpoint): Defect => ({
    id: `idempotency.key-ignored-${endpoint}`,
    does: `honours keys at every endpoint but ${endpoint}`,
    clause: clauseNamed(`endpoints.${endpoint}.idempotency-key-accepted`),
    also: [sameJob, oneCharge, oneRender],
    ports: forgetting((command) => command.endpoint === endpoint),
  })),
  {
    id: 'idempotency.key-forgotten-when-ended',
    does: 'makes a second job of a submit that is sent again after its job has ended',
    clause: sameJob,
    also: [oneCharge, oneRender],
    ports: forgetting(({ idempotencyKey }, account) => hasEnded(account, idempotencyKey)),
  },
  {
    id: 'idempotency.key-forgotten-while-running',
    does: 'knows keys of jobs that have ended, and makes a second job while the first one runs',
    clause: sameJob,
    also: [oneCharge, oneRender, ...honoured],
    ports: forgetting(({ idempotencyKey }, account) => !hasEnded(account, idempotencyKey)),
  },
  {
    id: 'idempotency.third-time',
    does: 'makes a second job when a submit is sent for the third time',
    clause: sameJob,
    also: [oneCharge, oneRender],
    ports: forgetting((_command, _account, times) => times === 2),
  },
  {
    id: 'idempotency.only-when-concurrent',
    does: 'makes a job of each of several equal submits that come before the first was answered',
    clause: sameJob,
    also: [oneCharge, oneRender],
    ports: () => {
      // Requests that are being answered, by operation; a key is looked up before those beside it have written theirs.
      const beside = new Map<string, number>();
      const count = (operation: string, more: number): number => {
        const now = (beside.get(operation) ?? 0) + more;
        beside.set(operation, now);
        return now;
      };
      return {
        authenticate: (next) => async (claim) => {
          if (submits.includes(claim.operation)) {
            count(claim.operation, 1);
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          return next(claim);
        },
        ...keyed(({ idempotencyKey, endpoint }) =>
          (beside.get(jobCalls[endpoint].operation) ?? 0) > 1 ? undefined : idempotencyKey,
        )(),
        present: (next) => (answer, asked) => {
          if (asked.operation !== null && submits.includes(asked.operation)) count(asked.operation, -1);
          return next(answer, asked);
        },
      };
    },
  },
  {
    id: 'idempotency.second-job-hidden',
    does: 'renders a submit that is sent again a second time, and answers with the first job',
    clause: oneRender,
    also: [oneCharge],
    ports: () => {
      const first = new Map<string, unknown>();
      return {
        ...forgetting(() => true)(),
        present: (next) => (answer, asked) => {
          const key = asked.headers['idempotency-key'];
          if (key === undefined || asked.operation === null || !submits.includes(asked.operation))
            return next(answer, asked);
          const name = `${asked.accountId ?? ''} ${key}`;
          if (!first.has(name)) first.set(name, answer.body);
          return next({ ...answer, body: first.get(name) }, asked);
        },
      };
    },
  },
  {
    id: 'idempotency.other-body-second-job',
    does: 'makes a second job when a known key comes with another body',
    clause: sameJob,
    also: [oneCharge, oneRender],
    ports: () => {
      const bodies = new Map<string, string>();
      return keyed(({ idempotencyKey, body }, account) => {
        if (idempotencyKey === undefined) return undefined;
        const name = `${account.id} ${idempotencyKey}`;
        const said = JSON.stringify(body);
        if (!bodies.has(name)) bodies.set(name, said);
        return bodies.get(name) === said ? idempotencyKey : undefined;
      })();
    },
  },
  {
    id: 'idempotency.charged-again',
    does: 'takes the price again for each repeat of a submit',
    clause: oneCharge,
    also: [oneRender],
    ports: chargingAgain(() => true),
  },
  {
    id: 'idempotency.charged-again-when-ended',
    does: 'takes the price again when a submit is repeated whose job has ended',
    clause: oneCharge,
    also: [oneRender],
    ports: chargingAgain(({ isOver }) => isOver),
  },
  {
    id: 'idempotency.charged-again-third-time',
    does: 'takes the price again from the second repeat on',
    clause: oneCharge,
    also: [oneRender],
    ports: chargingAgain(({ times }) => times >= 2),
  },
  {
    id: 'idempotency.recorded-again',
    does: 'writes a usage record for each repeat of a submit',
    clause: oneRender,
    ports: () => {
      const repeats = new Map<string, number>();
      return {
        decide: (next) => (account, world, command, moment) => {
          const decision = next(account, world, command, moment);
          if ('reply' in decision && 'replayed' in decision.reply && decision.reply.replayed)
            repeats.set(account.id, (repeats.get(account.id) ?? 0) + 1);
          return decision;
        },
        present: (next) => (answer, asked) => {
          const { body } = answer;
          if (asked.operation !== 'listUsage' || !Array.isArray(body) || body.length === 0) return next(answer, asked);
          const more = Array.from({ length: repeats.get(asked.accountId ?? '') ?? 0 }, (_, index) => ({
            ...(body[0] as object),
            id: `use_again_${index}`,
          }));
          return next({ ...answer, body: [...more, ...body] }, asked);
        },
      };
    },
  },
  {
    id: 'idempotency.repeat-refused',
    does: 'refuses a repeat with 409',
    clause: sameJob,
    also: honoured,
    ports: answeringRepeats(() => ({
      status: 409,
      body: { error: { code: 'invalid_input', message: 'this key was used before' } },
    })),
  },
  {
    id: 'idempotency.repeat-under-another-id',
    does: 'answers a repeat with an id of its own',
    clause: sameJob,
    also: honoured,
    ports: answeringRepeats((body, nth) => ({ body: { ...body, id: `${String(body['id'])}_${nth}` } })),
  },
  {
    id: 'idempotency.repeat-with-another-address',
    does: 'answers a repeat with the status_url of no job',
    clause: sameJob,
    ports: answeringRepeats((body, nth) => ({ body: { ...body, status_url: `${String(body['status_url'])}-${nth}` } })),
  },
  {
    id: 'idempotency.fourth-under-another-id',
    does: 'answers the third repeat, and each after it, with another id',
    clause: sameJob,
    ports: answeringRepeats((body, nth) => ({
      body: nth < 3 ? body : { ...body, id: `${String(body['id'])}_${nth}` },
    })),
  },
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
