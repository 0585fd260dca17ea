/** A file that cannot grow: what has no room fails, and nothing else does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase, resultCodeOf, resultCodes } from './database.ts';
import { SqliteEvents } from './events.ts';

type Fact = { readonly text: string };

let folder = '';
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'full-'));
  database = await openDatabase(join(folder, 'events.sqlite'));
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true });
});

const large: Fact = { text: 'x'.repeat(200_000) };
const small: Fact = { text: 'small' };

const roomFor = (pages: number): unknown => database.prepare(`PRAGMA max_page_count = ${pages}`).get();

const textsOf = async (events: SqliteEvents<Fact>, stream: string): Promise<number[]> => {
  const lengths: number[] = [];
  for await (const { event } of events.read(stream)) lengths.push(event.text.length);
  return lengths;
};

test('an append for which there is no room fails, those beside it do not, and the stream goes on when there is room (F07)', async () => {
  const events = new SqliteEvents<Fact>(database);
  await events.append('a', 0, [small]);
  roomFor(20);
  const outcomes = await Promise.allSettled([
    events.append('a', 1, [large]),
    events.append('b', 0, [small]),
    events.append('a', 2, [small]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  const [first] = outcomes;
  expect(resultCodeOf(first.status === 'rejected' ? first.reason : undefined)).toBe(resultCodes.full);
  expect([await textsOf(events, 'a'), await textsOf(events, 'b')]).toEqual([[5], [5]]);
  roomFor(1_000);
  await events.append('a', 1, [large, small]);
  expect(await textsOf(events, 'a')).toEqual([5, 200_000, 5]);
});

test('positions have no holes after a failure (F07)', async () => {
  const events = new SqliteEvents<Fact>(database);
  roomFor(20);
  await expect(events.append('a', 0, [small, large])).rejects.toThrow();
  await events.append('b', 0, [small]);
  roomFor(1_000);
  await events.append('a', 0, [small]);
  const seen: [number, string][] = [];
  for await (const { position, stream } of events.follow(0)) seen.push([position, stream]);
  expect(seen).toEqual([
    [1, 'b'],
    [2, 'a'],
  ]);
});
