/** Keys of submits that are forgotten, at one endpoint or at one time: a submit that is sent again makes a second job. */
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { clauseNamed } from '../clause-named.ts';
import { jobCalls } from '../job-calls.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Submit, honoured, keyIn, keyed, oneCharge, oneRender, sameJob, submits } from './idempotency-wraps.ts';
import type { Account } from './ports.ts';

/** The keys of some submits are not looked at. @param isForgotten told how often the key came before */
const forgetting = (isForgotten: (command: Submit, account: Account, times: number) => boolean): (() => Ports) =>
  keyed((command, account, times) => (isForgotten(command, account, times) ? undefined : command.idempotencyKey));

const hasEnded = (account: Account, key: string | undefined): boolean => {
  const known = [...account.submits].find(([name]) => name === key)?.[1];
  const status = known === undefined ? undefined : account.jobs.get(known.jobId)?.state.status;
  return status === 'succeeded' || status === 'failed';
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
          const key = keyIn(asked);
          if (key === undefined) return next(answer, asked);
          if (!first.has(key)) first.set(key, answer.body);
          return next({ ...answer, body: first.get(key) }, asked);
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
];
