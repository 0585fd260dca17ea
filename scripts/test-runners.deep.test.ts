/** The examples for Jest and Playwright, in those runners: beside the packed package, installed from the registry, without a browser. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, launch } from '../mock-server/cli/launch.case.ts';
import { type Project, packedProject } from './packed.case.ts';
import { orNot, withoutRegistry } from './registry.case.ts';
import { runners, shownFor } from './test-suite.case.ts';

let project: Project;
let folder = '';
beforeAll(async () => {
  if (withoutRegistry) return;
  project = await packedProject([]);
  folder = join(dirname(project.tarball), 'runners');
  for (const name of ['jest', 'playwright']) await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const packages = Object.entries(runners).map(([name, version]) => `${name}@${version}`);
  const installed = await run(
    'npm',
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    project.tarball,
    ...packages,
  );
  if (installed.code !== 0)
    throw new Error(`npm could not install the runners: ${installed.stdout}${installed.stderr}`);
}, 600_000);
afterAll(() => project?.remove());

/** What npm warns of is about the machine. */
const env = {
  NO_COLOR: '1',
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  npm_config_loglevel: 'error',
  npm_config_update_notifier: 'false',
};

const run = (command: string, ...args: string[]): Promise<Ended> => launch(command, args, { cwd: folder, env }).ended;

/** The block of the page as a file of the project. */
const written = async (name: string, code: string): Promise<void> => {
  expect(code).not.toBe('');
  await writeFile(join(folder, name), code);
};

/** The line that the page shows, run in the folder of its tests. */
const jest = (): Promise<Ended> =>
  run('node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--roots', 'jest');
const playwright = (): Promise<Ended> =>
  run('npx', 'understudy', 'exec', '--', 'npx', 'playwright', 'test', 'playwright/');

test.skipIf(withoutRegistry)(`what is installed are the versions that the page names${orNot}`, async () => {
  for (const [name, version] of Object.entries(runners)) {
    const manifest = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ version });
  }
});

test.skipIf(withoutRegistry)(
  `the example for Jest passes in Jest, and fails where the answer is another${orNot}`,
  async () => {
    const shown = shownFor('Jest');
    await written('jest.config.js', shown.config);
    await written('jest/capacity.test.ts', shown.test);
    const passed = await jest();
    expect(passed.code, passed.stdout + passed.stderr).toBe(0);
    expect(passed.stderr).toMatch(/Tests: +1 passed, 1 total/);

    await written('jest/capacity.test.ts', shown.test.replace('toBe(503)', 'toBe(200)'));
    const failed = await jest();
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/Expected: 200\s+Received: 503/);
  },
);

test.skipIf(withoutRegistry)(
  `the example for Playwright passes in Playwright, and fails where its client breaks a rule${orNot}`,
  async () => {
    const { test: shown } = shownFor('Playwright');
    await written('playwright/spend.spec.ts', shown);
    const passed = await playwright();
    expect(passed.code, passed.stdout + passed.stderr).toBe(0);
    expect(passed.stdout).toMatch(/1 passed/);

    // A call without its key is nobody's; one with the key in its address is the account's.
    const careless =
      'await fetch(`${account.url}/balance?key=${account.apiKey}`, { headers: { authorization: `Bearer ${account.apiKey}` } });';
    await written('playwright/spend.spec.ts', shown.replace(/^ +\/\/ Sign in as .*$/m, careless));
    const failed = await playwright();
    expect(failed.code, failed.stdout + failed.stderr).toBe(1);
    expect(failed.stdout).toContain('keys.not-in-address');
  },
);
