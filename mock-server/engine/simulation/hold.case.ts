/** An invariant that does not hold stops the program and says which one it is. */
export class Breach extends Error {
  override readonly name = 'Breach';
}

export function hold(holds: boolean, invariant: string, says: () => string): asserts holds {
  if (!holds) throw new Breach(`${invariant}: ${says()}`);
}

/** @param of what is compared; as a function where the words cost more than the comparison */
export const same = (actual: unknown, expected: unknown, invariant: string, of: string | (() => string)): void => {
  if (Object.is(actual, expected)) return;
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  hold(is === should, invariant, () => `${typeof of === 'string' ? of : of()} is ${is}, expected ${should}`);
};
