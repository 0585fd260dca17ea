/**
 * Which members JSON bodies have, and of which types, over all pairs of an operation together: a member that one side shows as null and as text
 * is no difference if the other does so as well. Objects are compared with those of the same `status` or `event`.
 */
import { isObject } from '../reading/members.ts';
import type { Contrast, Sighting } from './contrast.ts';

/** Two bodies that stand for the same. */
export type Bodies = { readonly mock: unknown; readonly deployment: unknown; readonly seen: Sighting };

/**
 * @param isDictionary whether objects of nothing but objects have keys that are data, as those by feature
 * @param isLog whether it lists what happened: then what is only seen of the mock says nothing
 */
export const contrastsOfShapes = (
  operation: string,
  all: readonly Bodies[],
  { isDictionary = false, isLog = false } = {},
): readonly Contrast[] => {
  const ours = new Shape(isDictionary);
  const theirs = new Shape(isDictionary);
  for (const { mock, deployment, seen } of all) {
    ours.add(mock, '', seen);
    theirs.add(deployment, '', seen);
  }
  const places = [...ours.types.keys(), ...theirs.types.keys()];
  return [...new Set(places)].flatMap((place): Contrast[] => {
    const [own, other] = [ours.typesAt(place), theirs.typesAt(place)];
    // What it is part of is not there at all on one side: that is told by itself.
    if (own === undefined || other === undefined) return [];
    const odd = [...(isLog ? [] : [...own.keys()]), ...other.keys()].filter(
      (type) => own.has(type) !== other.has(type),
    );
    if (odd.length === 0) return [];
    const seen = new Set(odd.flatMap((type) => [...(own.get(type) ?? other.get(type) ?? [])]));
    const { path, name, state } = partsOf(place);
    return [
      {
        kind: 'member',
        operation,
        what: `${path === '' ? 'body' : `member ${path}`}${state === undefined ? '' : ` when ${state}`}`,
        ...(name !== undefined && { name }),
        ...(state !== undefined && { state }),
        mock: worded(own),
        deployment: worded(other),
        seen: [...seen],
      },
    ];
  });
};

/** Types with the pairs in which they were seen. */
type Types = ReadonlyMap<string, ReadonlySet<Sighting>>;

class Shape {
  readonly types = new Map<string, Map<string, Set<Sighting>>>();
  /** The objects at a place by the names of their members. */
  readonly #objects = new Map<string, Map<string, Set<Sighting>>>();

  constructor(readonly isDictionary: boolean) {}

  add(value: unknown, path: string, seen: Sighting): void {
    const isDictionary = this.isDictionary && isObject(value) && Object.values(value).every(isObject);
    note(this.types, path, isDictionary ? 'dictionary' : typeOf(value), seen);
    if (Array.isArray(value)) {
      for (const item of value) this.add(item, `${path}[]`, seen);
    } else if (isObject(value)) {
      const members = Object.entries(value);
      if (isDictionary) {
        for (const [, member] of members) this.add(member, `${path}{}`, seen);
        return;
      }
      const place = `${path}${stateOf(value)}`;
      note(this.#objects, place, members.map(([name]) => name).join('\n'), seen);
      for (const [name, member] of members) this.add(member, `${place}.${name}`, seen);
    }
  }

  /** Undefined if there is nothing that could have it. */
  typesAt(place: string): Types | undefined {
    const types = this.types.get(place);
    const dot = place.lastIndexOf('.');
    if (dot === -1 || place.endsWith('[]') || place.endsWith('{}')) return types;
    const objects = this.#objects.get(place.slice(0, dot));
    if (objects === undefined) return undefined;
    const without = [...objects].filter(([names]) => !names.split('\n').includes(place.slice(dot + 1)));
    if (without.length === 0) return types;
    return new Map([...(types ?? []), ['absent', new Set(without.flatMap(([, seen]) => [...seen]))]]);
  }
}

const note = (all: Map<string, Map<string, Set<Sighting>>>, place: string, what: string, seen: Sighting): void => {
  const here = all.get(place) ?? new Map<string, Set<Sighting>>();
  all.set(place, here);
  here.set(what, (here.get(what) ?? new Set()).add(seen));
};

const typeOf = (value: unknown): string => {
  if (value === undefined) return 'no JSON';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** `(failed)`, put behind the place of an object that says so of itself. */
const stateOf = ({ event, status }: { readonly [name: string]: unknown }): string => {
  const told = typeof event === 'string' ? event : status;
  return typeof told === 'string' ? `(${told.replaceAll(/[().[\]{}\n]/g, ' ')})` : '';
};

const partsOf = (
  place: string,
): { readonly path: string; readonly name: string | undefined; readonly state: string | undefined } => {
  const path = place.replaceAll(/\([^)]*\)/g, '').replace(/^\./, '');
  return { path, name: /(\w+)$/.exec(path)?.[1], state: [...place.matchAll(/\(([^)]*)\)/g)].at(-1)?.[1] };
};

const worded = (types: Types): string => [...types.keys()].sort().join(' or ');
