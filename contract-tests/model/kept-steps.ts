/** Parts of a program: which of its steps are kept, how few can be, and how they are written in a path. */

/** Positions of steps, in order. */
export type Kept = readonly number[];

export const allOf = (count: number): Kept => Array.from({ length: count }, (_, place) => place);

/** Smaller programs are tried for so long. */
const triesMost = 80;

/** The fewest steps that were found to be good, by leaving steps out, ever fewer at a time. All of them are taken to be. */
export const fewestOf = async (count: number, isGood: (kept: Kept) => Promise<boolean>): Promise<Kept> => {
  let kept = allOf(count);
  let tries = 0;
  for (let size = Math.ceil(count / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length && tries < triesMost;) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      tries++;
      if (fewer.length > 0 && (await isGood(fewer))) kept = fewer;
      else at += size;
    }
  }
  return kept;
};

/** `0-2.5`: the first three, and the sixth. */
export const writeKept = (kept: Kept): string => {
  const runs: [number, number][] = [];
  for (const place of kept) {
    const last = runs.at(-1);
    if (last?.[1] === place - 1) last[1] = place;
    else runs.push([place, place]);
  }
  return runs.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join('.');
};

/** Undefined for what is no part of a program with so many steps. */
export const readKept = (text: string, count: number): Kept | undefined => {
  const kept: number[] = [];
  for (const part of text.split('.')) {
    const [, from, to = from] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part) ?? [];
    if (from === undefined || Number(to) >= count || Number(from) <= (kept.at(-1) ?? -1)) return undefined;
    for (let place = Number(from); place <= Number(to); place++) kept.push(place);
  }
  return kept.length === 0 ? undefined : kept;
};
