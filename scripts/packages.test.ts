/** What the project installs: fixed versions above the known advisories, few of them, none that runs a script at a user's. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';

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
  readonly engines?: { readonly node?: string };
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
  yaml: ['2.8.3'],
  'js-yaml': ['4.3.2'],
};

const runtimePackagesMax = 16;
const runtimeBytesMax = 25_000_000;

const manifest = readJson('../package.json') as Manifest;
const lock = (readJson('../package-lock.json') as { readonly packages: Lock }).packages;

test('no package is older than the fix of a known hole (P1)', () => {
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
  ['yaml', '2.8.2', ['yaml 2.8.2 < 2.8.3']],
  ['js-yaml', '4.3.0', ['js-yaml 4.3.0 < 4.3.2']],
  ['js-yaml', '5.5.0', []],
])('a downgrade is seen: %s %s (P1)', (name, version, expected) => {
  expect(tooOld({ [`node_modules/${name}`]: { version } })).toEqual(expected);
  expect(tooOld({ [`node_modules/other/node_modules/${name}`]: { version } })).toEqual(expected);
});

test('every version in package.json is exact (P2)', () => {
  const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((field) =>
    Object.entries(manifest[field] ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  );
  expect(ranges).toEqual([]);
});

test('every package in the lockfile has its checksum (P2)', () => {
  expect(installed(lock).filter(([, entry]) => !entry.integrity?.startsWith('sha512-'))).toEqual([]);
});

test('the lockfile names no download host (P2)', () => {
  expect(installed(lock).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
});

/** What a user installs, without the peers that are left to them. */
const runtime = installed(lock).filter(
  ([, entry]) => !entry.dev && !entry.devOptional && !entry.optional && !entry.peer,
);

test('what a user installs is few packages, and none of them runs an install script (P2)', () => {
  expect(runtime.length).toBeGreaterThan(0);
  expect(runtime.length).toBeLessThanOrEqual(runtimePackagesMax);
  expect(runtime.filter(([, entry]) => entry.hasInstallScript)).toEqual([]);
});

test('what a user installs is small (P2)', () => {
  const bytes = runtime.reduce((sum, [path]) => sum + bytesBelow(path), 0);
  expect(bytes).toBeGreaterThan(5_000_000);
  expect(bytes).toBeLessThanOrEqual(runtimeBytesMax);
});

/** Libraries in C that have read strangers' pictures, films and sounds, or start a program that does. */
const decoders = /sharp|jimp|canvas|skia|ffmpeg|ffprobe|vips|magick|squoosh|jpeg|webp|avif|heic|pngjs|tesseract/i;

/** What the sources import goes into the bundle, though nobody installs it. */
const bundled = ['../mock-server/', '../contract-tests/', '../scenarios/', '../fixtures/', '../spec/'].flatMap(
  (folder) =>
    readdirSync(new URL(folder, import.meta.url), { withFileTypes: true, recursive: true })
      .filter(({ name }) => /(?<!\.test|\.case)\.tsx?$/.test(name))
      .flatMap((entry) => importsOf(readFileSync(join(entry.parentPath, entry.name), 'utf8')))
      .filter((name) => /^(?!node:)[a-z@]/.test(name)),
);

test('nothing that a user installs, or gets in the bundle, decodes pictures, films or sounds (B8)', () => {
  expect(bundled).toContain('hono');
  expect([...runtime.map(([path]) => nameOf(path)), ...bundled].filter((name) => decoders.test(name))).toEqual([]);
  expect(['sharp', 'fluent-ffmpeg', '@napi-rs/canvas'].filter((name) => !decoders.test(name))).toEqual([]);
});

test('a release that is younger than a week is not taken, and whoever adds one is told how (P3)', () => {
  const { add = '' } = manifest['scripts'] ?? {};
  expect(add).toMatch(/^npm install .*--save-exact/);
  expect(Number(/--min-release-age=(\d+)/.exec(add)?.[1])).toBeGreaterThanOrEqual(7);
  expect(textOf('../CONTRIBUTING.md')).toContain('npm run add -- NAME@VERSION');
});

test('the oldest Node that is promised is tested, and two later ones (P5)', () => {
  expect(manifest['engines']).toEqual({ node: '>=20.19' });
  expect(textOf('../.github/workflows/ci.yml')).toMatch(/\n +node: \[20, 22, 24\]\n/);
  expect(lock['']?.engines).toEqual(manifest['engines']);
});

test('an install script of a tool is allowed or denied by name (P2)', () => {
  const decided = Object.keys(manifest['allowScripts'] ?? {});
  const asking = installed(lock).filter(([, entry]) => entry.hasInstallScript && !entry.optional);
  expect(asking.map(([path]) => nameOf(path)).filter((name) => !decided.includes(name))).toEqual([]);
});

/** All entries but the project itself. */
function installed(packages: Lock): [path: string, entry: Entry][] {
  return Object.entries(packages).filter(([path, entry]) => path !== '' && entry.link !== true);
}

/** Of all files of a package, without the packages within. */
function bytesBelow(path: string): number {
  return readdirSync(new URL(`../${path}/`, import.meta.url), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${path}/node_modules/`))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
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
  return JSON.parse(textOf(file));
}

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
