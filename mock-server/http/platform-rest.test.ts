import { expect, test } from 'vitest';
import { takeRest } from './platform-rest.ts';

class Theirs {
  #sum: number;
  readonly name = 'theirs';

  constructor(sum: number) {
    this.#sum = sum;
  }

  get sum(): number {
    return this.#sum;
  }

  add(...numbers: readonly number[]): number {
    return (this.#sum += numbers.reduce((sum, number) => sum + number, 0));
  }
}

class Ours {
  readonly platforms = new Theirs(1);
}

test('what is asked of ours is asked of the one that stands for it, with all that is given', () => {
  takeRest(Ours, Theirs, ['name']);
  const ours = new Ours() as unknown as Theirs;
  expect([ours.sum, ours.add(2, 3), ours.sum, ours.name]).toEqual([1, 6, 6, undefined]);
  expect(ours).toBeInstanceOf(Theirs);
});
