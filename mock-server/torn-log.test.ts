/** Whether the judge of torn logs sees anything: events that are no beginning, and mocks whose books do not add up. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openMock } from './http/client.case.ts';
import type { Ports } from './ports.ts';
import { expectBeginning, expectSound } from './torn-log.case.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test.each([
  ['one in the middle is missing', ['one', 'three']],
  ['one is another', ['one', 'too']],
  ['one is there twice', ['one', 'one']],
  ['one comes after the last', ['one', 'two', 'three', 'four']],
])('events of which %s are no beginning', (_what, events) => {
  expectBeginning(['one', 'two'], ['one', 'two', 'three']);
  expect(() => expectBeginning(events, ['one', 'two', 'three'])).toThrow();
});

/** A world with a job that is done. */
const leave = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'torn-'));
  folders.push(folder);
  const data = join(folder, 'world');
  const mock = await openMock({ data, jobTime: 1 });
  const key = await mock.upload('portrait.png');
  await mock.post('/face-swap-image', { image_key: key, face_key: key });
  await mock.clock.advance({ seconds: 5 });
  await mock.close();
  return data;
};

test('a world that was left well is sound', async () => {
  await expectSound(await leave());
});

/** Tells of another balance. */
const tellingOf = (change: (balance: Balance) => Balance): Ports => ({
  present: (next) => (answer, asked) =>
    next(
      asked.operation === 'getBalance' && answer.status === 200
        ? { ...answer, body: change(answer.body as Balance) }
        : answer,
      asked,
    ),
});
type Balance = { readonly balance_usd: number; readonly total_spent_usd: number };

let starts = 0;
test.each<[does: string, ports: Ports, breaks: RegExp]>([
  ['has less money than it had', tellingOf((one) => ({ ...one, balance_usd: one.balance_usd - 1 })), /what is left/],
  [
    'has spent what no record is of',
    tellingOf((one) => ({ balance_usd: one.balance_usd - 1, total_spent_usd: one.total_spent_usd + 1 })),
    /usage log/,
  ],
  [
    'has other money after each start',
    tellingOf((one) => ({ ...one, balance_usd: one.balance_usd + starts++ })),
    /another start/,
  ],
  [
    'does no more jobs',
    {
      decide:
        (next) =>
        (...told) =>
          told[2].type === 'start-job' ? { events: [], reply: {} } : next(...told),
    },
    /the next job/,
  ],
])('a mock that %s is caught', async (_does, ports, breaks) => {
  await expect(expectSound(await leave(), ports)).rejects.toThrow(breaks);
});
