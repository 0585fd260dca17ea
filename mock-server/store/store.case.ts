/** What every event store has to keep: one suite, run against each. */
import { expect, test } from 'vitest';
import { type EventStore, type Stored, VersionConflict } from './store.ts';

type Fact = { readonly type: 'fact'; readonly text: string };
const fact = (text: string): Fact => ({ type: 'fact', text });

export const storeCases = (name: string, open: () => Promise<EventStore<Fact>>): void => {
  test(`${name}: a stream gives back its events in order, numbered from 1`, async () => {
    const store = await open();
    await store.append('a', 0, [fact('one'), fact('two')]);
    await store.append('a', 2, [fact('three')]);
    const events = await all(store.read('a'));
    expect(events.map(({ version, event }) => [version, event.text])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ]);
  });

  test(`${name}: reading begins at the version asked for`, async () => {
    const store = await open();
    await store.append('a', 0, [fact('one'), fact('two'), fact('three')]);
    expect((await all(store.read('a', 3))).map(({ event }) => event.text)).toEqual(['three']);
  });

  test(`${name}: an unknown stream is empty`, async () => {
    expect(await all((await open()).read('nobody'))).toEqual([]);
  });

  test(`${name}: the loser of a race gets a VersionConflict and nothing of it is kept`, async () => {
    const store = await open();
    await store.append('a', 0, [fact('first')]);
    await expect(store.append('a', 0, [fact('second'), fact('third')])).rejects.toThrow(VersionConflict);
    await expect(store.append('a', 5, [fact('too far')])).rejects.toThrow(VersionConflict);
    expect(await all(store.read('a'))).toHaveLength(1);
  });

  test(`${name}: of many equal appends at once exactly one wins`, async () => {
    const store = await open();
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => store.append('a', 0, [fact(String(index))])),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await all(store.read('a'))).toHaveLength(1);
  });

  test(`${name}: streams do not see each other's events`, async () => {
    const store = await open();
    await store.append('a', 0, [fact('of a')]);
    await store.append('b', 0, [fact('of b')]);
    expect((await all(store.read('b'))).map(({ event }) => event.text)).toEqual(['of b']);
  });

  test(`${name}: a follower sees all streams in the order of commit, then what comes later`, async () => {
    const store = await open();
    await store.append('a', 0, [fact('1')]);
    await store.append('b', 0, [fact('2')]);
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const { position, event } of store.follow(0, stop.signal)) {
        seen.push(`${position}:${event.text}`);
        if (seen.length === 4) stop.abort();
      }
    })();
    await store.append('a', 1, [fact('3'), fact('4')]);
    await following;
    expect(seen).toEqual(['1:1', '2:2', '3:3', '4:4']);
  });

  test(`${name}: a follower without a signal gets all that there is, from where it asks`, async () => {
    const store = await open();
    await store.append('a', 0, [fact('1'), fact('2')]);
    await store.append('b', 0, [fact('3')]);
    expect((await all(store.follow(1))).map(({ stream, version, event }) => [stream, version, event.text])).toEqual([
      ['a', 2, '2'],
      ['b', 1, '3'],
    ]);
  });

  test(`${name}: any text comes back as it was`, async () => {
    const store = await open();
    const texts = ['line\none', '\u2028', '\u0000', '\ud83d\ude00', '"quoted" \\', 'a b c', ''];
    await store.append('s p a c e', 0, texts.map(fact));
    expect((await all(store.read('s p a c e'))).map(({ event }) => event.text)).toEqual(texts);
  });

  test(`${name}: thousands of events come back in order`, async () => {
    const store = await open();
    const texts = Array.from({ length: 2_500 }, (_, index) => String(index));
    await store.append('a', 0, texts.map(fact));
    expect((await all(store.read('a', 2))).map(({ event }) => event.text)).toEqual(texts.slice(1));
    expect((await all(store.follow(0))).map(({ position }) => position)).toEqual(texts.map((text) => Number(text) + 1));
  });

  test(`${name}: a follower that waits ends when it is told to`, async () => {
    const store = await open();
    const stop = new AbortController();
    const following = all(store.follow(0, stop.signal));
    stop.abort();
    expect(await following).toEqual([]);
  });
};

const all = async <E>(events: AsyncIterable<Stored<E>>): Promise<Stored<E>[]> => {
  const list: Stored<E>[] = [];
  for await (const event of events) list.push(event);
  return list;
};
