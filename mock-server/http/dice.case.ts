/** Chance for what is drawn by the hundred thousand: from a number, some nanoseconds for each draw. */

/** Draws a value. */
export type Draw<T> = (dice: Dice) => T;

/** Mulberry32, in the public domain. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** 32 bits. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number from 0 to less than a bound. */
  below(bound: number): number {
    return Math.floor((this.next() / 2 ** 32) * bound);
  }
}

export const from =
  <T>(values: readonly [T, ...T[]]): Draw<T> =>
  (dice) =>
    values[dice.below(values.length)] as T;

export const among = <T>(...draws: readonly [Draw<T>, ...Draw<T>[]]): Draw<T> => {
  const one = from(draws);
  return (dice) => one(dice)(dice);
};

/** Nine times out of ten the usual one. */
export const often =
  <T>(usual: Draw<T>, other: Draw<T>): Draw<T> =>
  (dice) =>
    dice.below(10) > 0 ? usual(dice) : other(dice);

/** A text of up to so many units; short ones are more frequent. */
export const textOf =
  (unit: Draw<string>, unitsMax: number): Draw<string> =>
  (dice) => {
    let text = '';
    for (let left = sizeBelow(dice, unitsMax + 1); left > 0; left--) text += unit(dice);
    return text;
  };

/** Half of them are small. */
export const sizeBelow = (dice: Dice, bound: number): number =>
  dice.below(dice.below(2) === 0 ? Math.min(bound, 11) : bound);
