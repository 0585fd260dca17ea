/** The package as it is installed, and run without being installed, on every Node that is promised. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { existsSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../mock-server/cli/launch.case.ts';
import { textOf } from './documents.case.ts';
import { type Project, packedProject } from './packed.case.ts';
import { orNot, withoutRegistry } from './registry.case.ts';

let project: Project;
beforeAll(async () => {
  if (!withoutRegistry) project = await packedProject([]);
}, 300_000);
afterAll(() => project?.remove());

const packagesMax = 16;
const bytesMax = 25_000_000;

/** What npm warns of is about the machine. */
const quiet = { npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };

test.skipIf(withoutRegistry)(`what is installed is little, and runs no script on the way (P2)${orNot}`, async () => {
  const folder = join(dirname(project.tarball), 'installed');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{}');
  const args = ['install', project.tarball, '--no-audit', '--no-fund'];
  const began = performance.now();
  expect(await launch('npm', args, { cwd: folder, env: quiet }).ended).toMatchObject({ code: 0, stderr: '' });
  const seconds = (performance.now() - began) / 1_000;

  const entries = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  const manifests = entries
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path));
  const names = manifests.map((path) => /([^/@]+|@[^/]+\/[^/]+)\/package\.json$/.exec(path)?.[1]);
  expect(names).toContain('face-voice-understudy');
  expect(names.length).toBeLessThanOrEqual(packagesMax);
  for (const path of manifests) {
    const { scripts = {} } = JSON.parse(await readFile(path, 'utf8')) as { scripts?: object };
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  }
  const bytes = entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  // Told, and never held against a bound: how long it takes is about the registry and the machine.
  process.stdout.write(
    `installed in ${seconds.toFixed(1)} s: ${names.length} packages, ${(bytes / 1e6).toFixed(1)} MB\n`,
  );
  expect(bytes).toBeGreaterThan(5_000_000);
  expect(bytes).toBeLessThanOrEqual(bytesMax);

  const [, told, count] = /^\| installed: MB, packages \| (\d+), (\d+) \|/m.exec(textOf('README.md')) ?? [];
  expect(Number(count)).toBe(names.length);
  // Others may build what is a little larger or smaller.
  expect(Math.abs(Number(told) - bytes / 1e6)).toBeLessThan(1);

  const listed = await launch(join(folder, 'node_modules/.bin/understudy'), ['spec', 'clauses', '--json']).ended;
  const clauses = await readFile(join(folder, 'node_modules/face-voice-understudy/spec/clauses.json'), 'utf8');
  expect(JSON.parse(listed.stdout)).toEqual(JSON.parse(clauses));
});

const system = process.platform === 'win32' ? 'win' : process.platform;

test.skipIf(withoutRegistry).each([20, 22, 24])(
  `npx runs it from the packed file on Node %s (P5)${orNot}`,
  async (major) => {
    const folder = join(dirname(project.tarball), `node-${major}`);
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{}');
    // Packages with nothing but the program: no script fetches it.
    const name = `node-${system}-${process.arch}`;
    const got = await launch('npm', ['install', `${name}@${major}`, '--no-audit', '--no-fund'], {
      cwd: folder,
      env: quiet,
    }).ended;
    expect(got).toMatchObject({ code: 0, stderr: '' });
    const bin = join(folder, 'node_modules', name, 'bin');
    expect(existsSync(bin)).toBe(true);

    const client = `const { UNDERSTUDY_URL: url, UNDERSTUDY_API_KEY: key } = process.env;
    const answer = await fetch(url + '/balance', { headers: { authorization: 'Bearer ' + key } });
    console.log(process.version, (await answer.json()).balance_usd);`;
    const words = ['exec', '--balance', '7', '--', 'node', '--input-type=module', '-e', client];
    const { code, stdout, stderr } = await launch(
      'npx',
      ['--yes', `--package=${project.tarball}`, 'understudy', ...words],
      {
        cwd: folder,
        env: {
          ...quiet,
          PATH: [bin, process.env['PATH']].join(delimiter),
          // What npx keeps would be left behind.
          npm_config_cache: join(dirname(project.tarball), 'npx-cache'),
        },
      },
    ).ended;
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: expect.stringMatching(`^v${major}\\..* 7\\n$`) as string,
    });
  },
);
