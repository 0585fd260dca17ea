/** What the project installs: fixed versions above the known advisories, few of them, none that runs a script at a user's. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
};
type Lock = { readonly [path: string]: Entry };
type Manifest = { readonly [field: string]: { readonly [name: string]: string } | undefined };

/**
 * The oldest version that the known advisories leave standing, for packages that are in the lockfile, one for each major
 * line that is in use, ascending. Of undici's lines it is the release that was current when its advisories were read.
 */
const oldest: { readonly [name: string]: readonly string[] } = {
  hono: ['4.12.34'],
  '@hono/node-server': ['2.0.10'],
  ws: ['8.21.0'],
  undici: ['6.29.1', '7.30.2'],
};

const runtimePackagesMax = 16;

const manifest = readJson('../package.json') as Manifest;
const lock = (readJson('../package-lock.json') as { readonly packages: Lock }).packages;

test('no package is older than the fix of a known hole', () => {
  expect(tooOld(lock)).toEqual([]);
});

test.each([
  ['hono', '4.12.33', ['hono 4.12.33 < 4.12.34']],
  ['hono', '4.12.34', []],
  ['hono', '4.13.0', []],
  ['hono', '4.12.34-rc.1', ['hono 4.12.34-rc.1 < 4.12.34']],
  ['@hono/node-server', '2.0.9', ['@hono/node-server 2.0.9 < 2.0.10']],
  ['@hono/node-server', '1.19.14', ['@hono/node-server 1.19.14 < 2.0.10']],
  ['ws', '8.20.1', ['ws 8.20.1 < 8.21.0']],
  ['ws', '10.0.0', []],
  ['undici', '7.24.0', ['undici 7.24.0 < 7.30.2']],
  ['undici', '6.23.0', ['undici 6.23.0 < 6.29.1']],
  ['undici', '5.29.0', ['undici 5.29.0 < 7.30.2']],
])('a downgrade is seen: %s %s', (name, version, expected) => {
  expect(tooOld({ [`node_modules/${name}`]: { version } })).toEqual(expected);
  expect(tooOld({ [`node_modules/other/node_modules/${name}`]: { version } })).toEqual(expected);
});

test('every version in package.json is exact', () => {
  const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((field) =>
    Object.entries(manifest[field] ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  );
  expect(ranges).toEqual([]);
});

test('every package in the lockfile has its checksum', () => {
  expect(installed(lock).filter(([, entry]) => !entry.integrity?.startsWith('sha512-'))).toEqual([]);
});

test('the lockfile names no download host', () => {
  expect(installed(lock).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
});

test('what a user installs is few packages, and none of them runs an install script', () => {
  const runtime = installed(lock).filter(
    ([, entry]) => !entry.dev && !entry.devOptional && !entry.optional && !entry.peer,
  );
  expect(runtime.length).toBeGreaterThan(0);
  expect(runtime.length).toBeLessThanOrEqual(runtimePackagesMax);
  expect(runtime.filter(([, entry]) => entry.hasInstallScript)).toEqual([]);
});

test('an install script of a tool is allowed or denied by name', () => {
  const decided = Object.keys(manifest['allowScripts'] ?? {});
  const asking = installed(lock).filter(([, entry]) => entry.hasInstallScript && !entry.optional);
  expect(asking.map(([path]) => nameOf(path)).filter((name) => !decided.includes(name))).toEqual([]);
});

/** All entries but the project itself. */
function installed(packages: Lock): [path: string, entry: Entry][] {
  return Object.entries(packages).filter(([path, entry]) => path !== '' && entry.link !== true);
}

function tooOld(packages: Lock): string[] {
  return installed(packages).flatMap(([path, { version = '0.0.0' }]) => {
    const name = nameOf(path);
    const lines = oldest[name] ?? [];
    const least = lines.find((line) => Number.parseInt(line, 10) === Number.parseInt(version, 10)) ?? lines.at(-1);
    return least !== undefined && isBefore(version, least) ? [`${name} ${version} < ${least}`] : [];
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function isBefore(version: string, least: string): boolean {
  const [numbers = '', candidate] = version.split('-', 2);
  const order = numbers.localeCompare(least, 'en', { numeric: true });
  return order < 0 || (order === 0 && candidate !== undefined);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}
