/** A token that repeats one check with the seed that it ran with: `check@seed`. */

export type Replay = { readonly checkId: string; readonly seed: number };

export const replayToken = ({ checkId, seed }: Replay): string => `${checkId}@${seed}`;

/** Undefined for what is no token. */
export const readReplay = (token: string): Replay | undefined => {
  const [, checkId, seed] = /^([\w.-]+)@(\d{1,10})$/.exec(token) ?? [];
  return checkId === undefined ? undefined : { checkId, seed: Number(seed) };
};
