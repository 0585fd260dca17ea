/** A server that shows a job to the key that submitted it and to no other of its account (gap `job-owner`) is no broken one. */
import { expect, test } from 'vitest';
import { historyChecks } from '../checks/histories.ts';
import { judge } from '../judge.ts';
import { isObject } from '../reading/members.ts';
import { Run } from '../run.ts';
import { type Ports, openMockTarget } from '../targets/mock.ts';
import { perform } from './perform.ts';
import type { Program } from './program.ts';

/** A job is there for the key that submitted it. */
const ownKeyOnly = (): Ports => {
  const keys = new Map<string, string | undefined>();
  return {
    present: (next) => (answer, asked) => {
      const { body } = answer;
      const key = asked.headers['authorization'];
      const id = isObject(body) && typeof body['id'] === 'string' ? body['id'] : undefined;
      if (asked.operation?.startsWith('submit') === true && id !== undefined && !keys.has(id)) keys.set(id, key);
      if (asked.operation !== 'getJob' || id === undefined || keys.get(id) === key) return next(answer, asked);
      const error = { code: 'not_found', message: 'There is no such job.' };
      return next({ ...answer, status: 404, body: { error } }, asked);
    },
  };
};

const withRun = async <T>(ports: Ports, use: (run: Run) => Promise<T>): Promise<T> => {
  const { target, close } = await openMockTarget({}, ports);
  const run = new Run(target, { seed: 1, profile: 'standard', effort: 0.05 });
  try {
    return await use(run);
  } finally {
    await run.close();
    await close();
  }
};

test('a server where only the key that submitted a job sees it breaks no law', async () => {
  await withRun(ownKeyOnly(), async (run) => {
    for (const check of historyChecks) {
      const { verdict, message } = await judge(run, check);
      expect([check.id, verdict, message]).not.toContain('fail');
    }
  });
});

const submit = { do: 'submit', who: 0, endpoint: 'face-swap-image', key: null } as const;

test('each job is followed with its own key, whichever is in use, and the books are closed', async () => {
  const program: Program = [submit, { do: 'new-key', who: 0 }, submit, { do: 'poll', job: 0 }, { do: 'poll', job: 1 }];
  const { jobs, isOpen } = await withRun(ownKeyOnly(), (run) => perform(run, program));
  expect(jobs.map(({ looks, isHidden }) => [looks.at(-1)?.answer?.status, isHidden])).toEqual([
    [200, false],
    [200, false],
  ]);
  expect(isOpen).toBe(false);
});

const revoking: Program = [{ do: 'new-key', who: 0 }, submit, { do: 'revoke-key', who: 0 }, { do: 'poll', job: 0 }];

test('what became of a job of a revoked key is not known where no other key sees it, and nothing is said of money', async () => {
  const { jobs, isOpen } = await withRun(ownKeyOnly(), (run) => perform(run, revoking));
  expect(jobs.map(({ looks, late, isHidden }) => [looks, late, isHidden])).toEqual([[[], undefined, true]]);
  expect(isOpen).toBe(true);
});

test('where another key of the account sees it, it is followed with that', async () => {
  const { jobs, isOpen } = await withRun({}, (run) => perform(run, revoking));
  expect(jobs.map(({ looks }) => looks.at(-1)?.answer?.status)).toEqual([200]);
  expect(isOpen).toBe(false);
});
