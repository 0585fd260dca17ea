/** The clock of many processes, with answers of the database that come late or not at all. */
import { expect, test } from 'vitest';
import { Clock, type ClockPlace } from './engine/clock.ts';
import { type SharedClock, createSharedClock } from './shared-clock.ts';

type Row = { clock: string; clockVersion: number };

const start = Date.UTC(2026, 0, 1);
const at = (seconds: number): string =>
  JSON.stringify({ mode: 'manual', now: start + seconds * 1_000, wall: 0 } satisfies ClockPlace);
const secondsOf = (clock: Clock): number => (clock.now() - start) / 1_000;

/** One process of several; `row` is what stands in the database. */
const join = (row: Row): { clock: Clock; shared: SharedClock; database: { isGone: boolean } } => {
  const clock = new Clock('manual');
  const database = { isGone: false };
  const shared = createSharedClock({
    shared: {
      alone: (_what, work) => work(),
      setClock: async (told, _generation, known) => {
        if (database.isGone) throw new Error('the database is gone');
        if (known !== row.clockVersion) return undefined;
        row.clock = told;
        return ++row.clockVersion;
      },
    },
    clock,
    generation: () => 1,
    fresh: async () => shared.follow({ ...row }),
    moved: () => undefined,
  });
  return { clock, shared, database };
};

const newRow = (): Row => ({ clock: at(0), clockVersion: 1 });

test('a look that began before a move and comes after it does not take the clock back', async () => {
  const row = newRow();
  const { clock, shared } = join(row);
  const late = { ...row };
  await shared.move(() => clock.moveTo(start + 10_000));
  shared.follow(late);
  expect(secondsOf(clock)).toBe(10);
});

test('a move that the others could not be told of stands here, and is told of when it can be', async () => {
  const row = newRow();
  const [one, other] = [join(row), join(row)];
  one.database.isGone = true;
  await expect(one.shared.move(() => one.clock.moveTo(start + 10_000))).rejects.toThrow('the database is gone');
  one.shared.follow({ ...row });
  expect(secondsOf(one.clock)).toBe(10);
  one.database.isGone = false;
  await one.shared.catchUp();
  other.shared.follow({ ...row });
  expect(secondsOf(other.clock)).toBe(10);
});

test('where another has moved meanwhile, all go to the later of both, and never back', async () => {
  const row = newRow();
  const [one, other] = [join(row), join(row)];
  one.database.isGone = true;
  await expect(one.shared.move(() => one.clock.moveTo(start + 10_000))).rejects.toThrow();
  one.database.isGone = false;
  await other.shared.move(() => other.clock.moveTo(start + 4_000));
  one.shared.follow({ ...row });
  expect(secondsOf(one.clock)).toBe(10);
  await one.shared.catchUp();
  other.shared.follow({ ...row });
  expect(secondsOf(other.clock)).toBe(10);
});

test('a clock that was moved in part before it failed is told of too', async () => {
  const row = newRow();
  const { clock, shared } = join(row);
  const failing = shared.move(() => {
    clock.moveTo(start + 3_000);
    throw new Error('half way');
  });
  await expect(failing).rejects.toThrow('half way');
  expect(JSON.parse(row.clock)).toMatchObject({ now: start + 3_000 });
});

test('a change that is known already changes nothing', async () => {
  const row = newRow();
  const { clock, shared } = join(row);
  shared.follow({ clock: at(5), clockVersion: 2 });
  shared.follow({ clock: at(1), clockVersion: 2 });
  expect(secondsOf(clock)).toBe(5);
});
