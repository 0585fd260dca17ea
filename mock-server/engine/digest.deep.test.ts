/** The simulation on other versions of Node: five hundred programs, and the same bytes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orNot, withoutRegistry } from '../../scripts/registry.case.ts';
import { launch } from '../cli/launch.case.ts';

/** Those that the mock is for: the package `node` has each of them as a program. */
const versions = ['20', '22', '24'];
const script = fileURLToPath(new URL('./simulation/digest.case.ts', import.meta.url));

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'node-versions-'))));
afterAll(() => rm(folder, { recursive: true }));

/** @returns the version that ran, and its digest */
const digestUnder = async (version: string): Promise<readonly [version: string, digest: string]> => {
  const prefix = join(folder, version);
  const installed = await launch('npm', ['install', '--prefix', prefix, `node@${version}`]).ended;
  expect(installed.code, installed.stderr).toBe(0);
  const { code, stdout, stderr } = await launch(join(prefix, 'node_modules/node/bin/node'), ['--import', 'tsx', script])
    .ended;
  expect(code, stderr).toBe(0);
  const [ran = '', digest = ''] = stdout.trim().split(' ');
  return [ran, digest];
};

test.skipIf(withoutRegistry)(
  `five hundred programs give the same bytes on Node ${versions.join(', ')}${orNot}`,
  { timeout: 900_000 },
  async () => {
    const digests = new Map<string, string>();
    for (const version of versions) digests.set(...(await digestUnder(version)));
    expect([...digests.keys()].map((ran) => ran.split('.')[0])).toEqual(versions.map((version) => `v${version}`));
    expect(new Set(digests.values()).size, JSON.stringify([...digests])).toBe(1);
    process.stdout.write(`${JSON.stringify(Object.fromEntries(digests))}\n`);
  },
);
