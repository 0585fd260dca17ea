/** The names that were probably meant by one that is not known. */

/** At most three, the nearest first; none if no name is near: at most two letters in five may differ. */
const nearest = (typed: string, names: readonly string[]): string[] => {
  const short = typed.slice(0, 100);
  const farthest = Math.max(1, short.length * 0.4);
  return names
    .map((name) => ({ name, away: distance(short, name) }))
    .filter(({ away }) => away <= farthest)
    .sort((one, other) => one.away - other.away)
    .slice(0, 3)
    .map(({ name }) => name);
};

/** `: did you mean a or b?`, or nothing if no name is near. */
export const didYouMean = (typed: string, names: readonly string[]): string => {
  const near = nearest(typed, names);
  return near.length === 0 ? '' : `: did you mean ${near.join(' or ')}?`;
};

/** How many letters must be put in, left out or exchanged to make one of the other. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let index = 0; index < one.length; index++) {
    const above = row;
    row = [index + 1];
    for (let column = 0; column < other.length; column++) {
      const exchanged = (above[column] ?? 0) + (one[index] === other[column] ? 0 : 1);
      row.push(Math.min(exchanged, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
};
