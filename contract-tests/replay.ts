/**
 * A token that repeats one check with the seed that it ran with, `check@seed`, or one of its random cases alone, `check@seed:path`. What a
 * path means is the business of what draws the cases.
 */
import type { Check } from './check.ts';
import { WrongOrder } from './wrong-order.ts';

export type Replay = { readonly checkId: string; readonly seed: number; readonly path?: string | undefined };

export const replayToken = ({ checkId, seed, path }: Replay): string =>
  `${checkId}@${seed}${path === undefined ? '' : `:${path}`}`;

/** Undefined for what is no token. */
export const readReplay = (token: string): Replay | undefined => {
  const [, checkId, seed, path] = /^([\w.-]+)@(\d{1,10})(?::(\d[\d:.-]*))?$/.exec(token) ?? [];
  return checkId === undefined ? undefined : { checkId, seed: Number(seed), path };
};

/** Of a path that leads to no case: a mistake of the user. */
export const noSuchCase = ({ id, path = '' }: Check): WrongOrder =>
  new WrongOrder(
    `${id} has no random case ${path}: take the token of --replay from a report, with the flags that stand there`,
  );
