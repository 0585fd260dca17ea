/**
 * Time in small uneven steps: the clock goes on by some milliseconds or seconds, the engine looks whether anything is due, and is looked at.
 * Most ticks find nothing. Then nothing may have changed; and where something has happened, it was at its own instant and in this tick.
 */
import type { AccountEvent } from '../../domain/events.ts';
import type { Engine } from '../engine.ts';
import { datesOf } from './audit.case.ts';
import { hold, same } from './hold.case.ts';
import type { Side } from './side.case.ts';
import { numbersOf } from './snapshot.case.ts';

export class Ticks {
  readonly #engine: Engine;
  readonly #watched: readonly Watched[];
  readonly #draw: () => number;
  made = 0;
  virtualMs = 0;

  /**
   * @param collect reads and compares what has happened in an account
   * @param seed of the lengths
   */
  constructor(
    engine: Engine,
    sides: readonly Side[],
    collect: (side: Side) => Promise<readonly AccountEvent[]>,
    seed: number,
  ) {
    this.#engine = engine;
    this.#watched = sides.map((side) => new Watched(side, collect));
    this.#draw = drawing(seed);
  }

  /** Lets the clock go on to an instant, which may be the present one: then it is looked once more. */
  async to(target: number): Promise<void> {
    const { clock } = this.#engine;
    do {
      const from = clock.now();
      const next = Math.min(target, this.#next(from));
      await this.#engine.advanceTo(next);
      if (!this.#sawNothing(from, next)) await this.#collect(from, next);
    } while (clock.now() < target);
  }

  /** Lets it go on until there have been so many ticks, or some more. */
  async upTo(count: number): Promise<void> {
    while (this.made < count) await this.to(this.#engine.clock.now() + longestMs);
  }

  /** After the engine has looked. @returns whether nothing has happened: then all is as it was, and nothing was to happen */
  #sawNothing(from: number, to: number): boolean {
    this.made++;
    this.virtualMs += to - from;
    same(this.#engine.clock.now(), to, 'due', 'the clock');
    const next = this.#engine.nextDue();
    hold(next === undefined || next > to, 'due', () => `what was due at ${next} has not happened by ${to}`);
    let isStill = true;
    for (const watched of this.#watched) {
      if (watched.isAsItWas) watched.holdStill(to);
      else isStill = false;
    }
    return isStill;
  }

  async #collect(from: number, to: number): Promise<void> {
    for (const watched of this.#watched) await watched.collect(from, to);
    // A client that asks lets happen what is due too: there is nothing left for it to find.
    for (const { id } of this.#watched) await this.#engine.account(id);
    for (const watched of this.#watched) watched.holdStill(to);
  }

  /** As many of a millisecond as of a minute; sometimes what is due next is met to the millisecond, or just missed. */
  #next(now: number): number {
    const length = Math.floor(longestMs ** this.#draw()) - 1;
    if (this.#draw() >= 1 / 8) return now + length;
    const edge = (this.#engine.nextDue() ?? now) + Math.floor(this.#draw() * 3) - 1;
    return edge >= now && edge <= now + longestMs ? edge : now + length;
  }
}

const longestMs = 100_000;

/** An account, and how it was when it was looked at last. */
class Watched {
  readonly id: string;
  readonly #side: Side;
  readonly #collect: (side: Side) => Promise<readonly AccountEvent[]>;
  #version = 0;
  #numbers: readonly number[] = [];
  /** When the second books expect something to happen by itself. */
  #date = Number.POSITIVE_INFINITY;

  constructor(side: Side, collect: (side: Side) => Promise<readonly AccountEvent[]>) {
    this.id = side.id;
    this.#side = side;
    this.#collect = collect;
  }

  /** Whether all its events have been read. */
  get isAsItWas(): boolean {
    return this.#side.live.version === this.#side.books.version;
  }

  holdStill(now: number): void {
    const { live, books } = this.#side;
    if (books.version !== this.#version) this.#note();
    const numbers = numbersOf(live);
    const isSame = numbers.every((number, index) => number === this.#numbers[index]);
    if (!isSame) same(numbers, this.#numbers, 'L11', `account ${this.id} without an event`);
    hold(this.#date > now, 'due', () => `what was to happen to ${this.id} at ${this.#date} has not by ${now}`);
  }

  async collect(from: number, to: number): Promise<void> {
    for (const { type, at } of await this.#collect(this.#side))
      hold(at >= from && at <= to, 'due', () => `${type} at ${at} is told of between ${from} and ${to}`);
    this.holdStill(to);
  }

  #note(): void {
    const { live, books } = this.#side;
    this.#version = books.version;
    this.#numbers = numbersOf(live);
    this.#date = Math.min(...datesOf(books));
    same(live.agenda.next()?.at ?? Number.POSITIVE_INFINITY, this.#date, 'due', `the next date of ${this.id}`);
  }
}

/** Numbers in [0, 1): Mulberry32, in the public domain. */
const drawing = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
