/** Submits that are sent again and cost again, are recorded again, or are answered with something else than the first job. */
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { atRepeats, honoured, keyIn, oneCharge, oneRender, sameJob } from './idempotency-wraps.ts';
import { timesBefore } from './memory.ts';
import type { Members } from './ports.ts';
import { showing } from './purse.ts';

/** A repeat costs again, though it is answered with the first job. */
const chargingAgain =
  (isCharged: (repeat: { readonly times: number; readonly isOver: boolean }) => boolean): (() => Ports) =>
  () => {
    const taken = new Map<string, number>();
    const before = timesBefore();
    return {
      ...atRepeats((jobId, account) => {
        const job = account.jobs.get(jobId);
        const isOver = job?.state.status === 'succeeded' || job?.state.status === 'failed';
        if (isCharged({ times: before(jobId) + 1, isOver }))
          taken.set(account.id, (taken.get(account.id) ?? 0) + (job?.priceMicros ?? 0));
      }),
      ...showing((id) => taken.get(id ?? '') ?? 0),
    };
  };

/** Answers to repeats say something else. @param change told which repeat of a key it is, from 1 */
const answeringRepeats =
  (change: (body: Members, nth: number) => { readonly status?: number; readonly body: unknown }): (() => Ports) =>
  () => {
    const before = timesBefore();
    return {
      present: (next) => (answer, asked) => {
        const key = keyIn(asked);
        const { body } = answer;
        if (key === undefined || asked.refused !== undefined || !isObject(body)) return next(answer, asked);
        const nth = before(key);
        return next(nth === 0 ? answer : { ...answer, ...change(body, nth) }, asked);
      },
    };
  };

export const repeatDefects: readonly Defect[] = [
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
      const repeats = new Map<string | undefined, number>();
      return {
        ...atRepeats((_, { id }) => repeats.set(id, (repeats.get(id) ?? 0) + 1)),
        present: (next) => (answer, asked) => {
          const { body } = answer;
          if (asked.operation !== 'listUsage' || !Array.isArray(body) || body.length === 0) return next(answer, asked);
          const more = Array.from({ length: repeats.get(asked.accountId) ?? 0 }, (_, index) => ({
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
];
