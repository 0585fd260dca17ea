/** What may be there after a kill while one world was to take the place of another: one of both, and whole. */
import { expect } from 'vitest';

export type Found = {
  readonly replacing: 'load' | 'reset';
  /** Whether the client was told that it was done. */
  readonly acknowledged: boolean;
  /** Whether the account of the world before is there. */
  readonly isOld: boolean;
  /** Of a call with the key of the default account. */
  readonly status: number;
  /** Whether the first and the last account of the loaded world are there. */
  readonly known: readonly boolean[];
  /** For each file in the folder, whether it holds what was uploaded. */
  readonly good: readonly boolean[];
};

/** @param uploads of the world that is loaded */
export const expectOneWorld = (
  { replacing, acknowledged, isOld, status, known, good }: Found,
  uploads: number,
): void => {
  expect(status, 'a call of the default account').toBe(200);
  if (acknowledged) expect(isOld, 'the old world, after the new one was acknowledged').toBe(false);
  expect(good, 'files with other bytes').not.toContain(false);
  const isLoaded = !isOld && replacing === 'load';
  for (const one of known) expect(one, 'an account of the loaded world is there').toBe(isLoaded);
  // The world before goes on with all that it had: an upload at least.
  if (isOld) expect(good.length, 'files of the old world').toBeGreaterThan(0);
  else expect(good.length, 'files of the new world').toBe(isLoaded ? uploads : 0);
};
