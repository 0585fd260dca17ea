/** Up to where a listener was told, as the id of a server-sent event: he sends it when he comes again, and goes on from there. */

export type Place = {
  /** Which of the worlds that the mock has played since its start. */
  readonly world: number;
  /** The last change he was told of, and the last entry of the journal. */
  readonly change: number;
  readonly entry: number;
};

/** @param name of the feed */
export const writePlace = ({ world, change, entry }: Place, name: string): string =>
  `${name}.${world}.${change}.${entry}`;

/** Undefined for what is no place of this feed: then everything is told from the beginning. */
export const readPlace = (text: string | undefined, name: string): Place | undefined => {
  const [of, ...numbers] = (text ?? '').split('.');
  if (of !== name || numbers.length !== 3 || !numbers.every((number) => /^\d{1,15}$/.test(number))) return undefined;
  const [world = 0, change = 0, entry = 0] = numbers.map(Number);
  return { world, change, entry };
};
