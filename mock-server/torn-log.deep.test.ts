/**
 * What a crash of the machine leaves of the log beside the events: SQLite writes what is new to `events.sqlite-wal` first, and its end may
 * be missing or be rubbish. Wherever it is torn, the world that begins from it is one that was, and its books add up.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneCase } from './engine/simulation/replay.case.ts';
import { openMock, validBodies } from './http/client.case.ts';
import { openDataFolder } from './store/data-folder.ts';
import { expectBeginning, expectSound } from './torn-log.case.ts';

/** The sector of a disk: what is less is written whole. */
const tornAt = 512;

let parent = '';
/** A folder as a killed process leaves it, with all that it did still in the log. */
let left = '';
let log: Buffer;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'torn-'));
  left = join(parent, 'left');
  const data = join(parent, 'world');
  const mock = await openMock({ data, jobTime: 1 });
  const files = await mock.files();
  for (const endpoint of ['face-swap', 'lip-sync', 'avatar'] as const) {
    await mock.post(`/${endpoint}`, validBodies(files)[endpoint], { headers: { 'idempotency-key': endpoint } });
    await mock.clock.advance({ seconds: 2 });
  }
  await mock.post('/voice/session', { duration_minutes: 1 });
  await mock.steer('POST', '/accounts', { balance_usd: 7 });
  await mock.post('/face-swap', validBodies(files)['face-swap']);
  await cp(data, left, { recursive: true });
  await mock.close();
  log = await readFile(join(left, 'events.sqlite-wal'));
});
afterAll(() => rm(parent, { recursive: true }));

/** The events of a folder with such a log. They need no blobs. */
const eventsWith = async (torn: Uint8Array): Promise<string[]> => {
  const folder = await mkdtemp(join(parent, 'events-'));
  await cp(join(left, 'events.sqlite'), join(folder, 'events.sqlite'));
  await writeFile(join(folder, 'events.sqlite-wal'), torn);
  const opened = await openDataFolder<object>(folder);
  const events: string[] = [];
  for await (const { stream, event } of opened.events().follow(0)) events.push(`${stream} ${JSON.stringify(event)}`);
  opened.close();
  return events;
};

/** A folder with such a log, and with the files. */
const worldWith = async (torn: Uint8Array): Promise<string> => {
  const data = await mkdtemp(join(parent, 'world-'));
  await cp(left, data, { recursive: true });
  await writeFile(join(data, 'events.sqlite-wal'), torn);
  return data;
};

const rubbish = (length: number): Uint8Array => new Uint8Array(length).map((_, index) => (index * 197 + 31) % 256);

test.each<[how: string, torn: (at: number) => Uint8Array]>([
  ['its end is missing', (at) => log.subarray(0, at)],
  ['its end is rubbish', (at) => Buffer.concat([log.subarray(0, at), rubbish(log.length - at)])],
])(
  'where the log is torn and %s, what is left is a beginning of what happened, and the world goes on (F06)',
  async (_how, torn) => {
    const all = await eventsWith(log);
    expect(all.length).toBeGreaterThan(15);
    /** The first and the last place to tear it that leave so many events: what is no event may still be missing at the first. */
    const beginnings = new Map<number, readonly [first: number, last: number]>();
    let cuts = 0;
    for (let at = 0; at < log.length; at += tornAt) {
      const events = await eventsWith(torn(at));
      await oneCase(at, () => Promise.resolve(expectBeginning(events, all)));
      beginnings.set(events.length, [beginnings.get(events.length)?.[0] ?? at, at]);
      cuts++;
    }
    // Else one commit holds all, and little is shown.
    expect(beginnings.size).toBeGreaterThan(10);
    for (const at of [...beginnings.values()].flat())
      await oneCase(at, async () => expectSound(await worldWith(torn(at))));
    process.stdout.write(`the log torn at ${cuts} places: ${beginnings.size} different worlds, each of them sound\n`);
  },
);
