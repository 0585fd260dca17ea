/** Changes of a body that are typed: `data.error.code=content_rejected` puts a value at a path, and a path alone takes a field away. */
import { InvalidArgumentError } from 'commander';

export type Override = {
  readonly path: readonly string[];
  /** Undefined takes the field away. */
  readonly value: unknown;
};

/** Gathers `a.b=value`. */
export const readOverride = (text: string, before: readonly Override[] = []): readonly Override[] => {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (path === undefined || value === undefined) {
    throw new InvalidArgumentError('It must be a path and its value, such as data.status=failed.');
  }
  return [...before, { path: partsOf(path), value: valueOf(value) }];
};

/** Gathers paths. */
export const readRemove = (text: string, before: readonly Override[] = []): readonly Override[] => [
  ...before,
  { path: partsOf(text), value: undefined },
];

/** The body with one change; null counts as an empty object. Throws a `BlockedPath` where the path leads through anything else. */
export const overridden = (body: unknown, { path, value }: Override): unknown => changedAt(body, path, value, 0);

/** @param depth of what is looked at: so many names lead to it */
const changedAt = (inner: unknown, path: readonly string[], value: unknown, depth: number): unknown => {
  const name = path[depth];
  if (name === undefined) return value;
  if (inner !== null && inner !== undefined && (typeof inner !== 'object' || Array.isArray(inner))) {
    throw new BlockedPath(
      `there is no ${path.join('.')}: ${path.slice(0, depth).join('.')} is ${JSON.stringify(inner)}`,
    );
  }
  // There is nothing to take away.
  if (value === undefined && (inner === null || inner === undefined)) return inner;
  const fields = new Map(Object.entries(inner ?? {}));
  const changed = changedAt(fields.get(name), path, value, depth + 1);
  if (changed === undefined) fields.delete(name);
  else fields.set(name, changed);
  // From entries, a field may have any name, __proto__ too.
  return Object.fromEntries(fields);
};

export class BlockedPath extends Error {
  override readonly name = 'BlockedPath';
}

/** Every path that leads to something in a body, whole objects included. */
export const pathsIn = (body: unknown, before: readonly string[] = []): readonly string[] => {
  const here = before.length === 0 ? [] : [before.join('.')];
  if (typeof body !== 'object' || body === null) return here;
  return [...here, ...Object.entries(body).flatMap(([name, inner]) => pathsIn(inner, [...before, name]))];
};

const partsOf = (path: string): readonly string[] => {
  const parts = path.split('.');
  if (parts.includes(''))
    throw new InvalidArgumentError('A path is names with dots between them, such as data.status.');
  return parts;
};

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
