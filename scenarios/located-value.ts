/** Two views of a file in which every value knows its place: the plain value, and the place of a path in it. */
import type { Path } from './complaints.ts';
import type { Located } from './located-file.ts';

export const plain = (value: Located): unknown => {
  switch (value.kind) {
    case 'map':
      return Object.fromEntries(value.entries.map(([name, inner]) => [name.text, plain(inner)]));
    case 'list':
      return value.items.map(plain);
    case 'single':
      return value.value;
    default:
      return value satisfies never;
  }
};

/** `file:line:column` of the innermost part of the path that is there. @param ofName the place of the last name, not of its value */
export const placeOf = (root: Located, path: Path, ofName = false): string => {
  let [here, where] = [root, root.where];
  for (const [index, part] of path.entries()) {
    if (here.kind === 'list') {
      const item = here.items[Number(part)];
      if (item === undefined) return where;
      [here, where] = [item, item.where];
      continue;
    }
    const entry = here.kind === 'map' ? here.entries.find(([name]) => name.text === part) : undefined;
    if (entry === undefined) return where;
    const [name, value] = entry;
    [here, where] = [value, ofName && index === path.length - 1 ? name.where : value.where];
  }
  return where;
};
