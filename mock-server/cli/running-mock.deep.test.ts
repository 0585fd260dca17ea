/** The whole standard profile on a mock that runs in a process of its own, with a real clock: as an integrator judges it, by `--control-url`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Report } from '../../contract-tests/report/report.ts';
import { launch, root, serve } from './launch.case.ts';

/** From its source: what was built may be older. */
const command = [process.execPath, '--import', 'tsx', join(root, 'mock-server/cli/main.ts')] as const;

let report: Report;
let told: string;
beforeAll(async () => {
  const mock = await serve([], { command });
  const folder = await mkdtemp(join(tmpdir(), 'understudy-running-'));
  try {
    const file = join(folder, 'report.json');
    const { ready } = mock;
    const [program, ...before] = command;
    const { stdout, stderr } = await launch(
      program,
      [...before, 'test', '--control-url', ready.control_url, '--report', `json=${file}`],
      { env: { UNDERSTUDY_CONTROL_TOKEN: ready.control_token } },
    ).ended;
    told = `${stdout}\n${stderr}`;
    report = JSON.parse(await readFile(file, 'utf8')) as Report;
  } finally {
    await mock.stop();
    await rm(folder, { recursive: true });
  }
  // It takes about 20 s; where it takes longer nothing is wrong.
}, 600_000);

test('no check finds fault, and none breaks', () => {
  const faults = report.checks.filter(({ verdict }) => !['pass', 'not_testable'].includes(verdict));
  expect(faults.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect([report.broken, report.stopped, report.exit_code], told).toEqual([[], null, 0]);
});

test('none passes without judging', () => {
  expect(report.checks.filter(({ vacuous }) => vacuous).map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
});

test('all of it is judged but what belongs to TLS', () => {
  expect([report.target_kind, report.profile]).toEqual(['running-mock', 'standard']);
  expect(report.checks.filter(({ verdict }) => verdict === 'not_testable').map(({ id }) => id)).toEqual([
    'live-swap-session.stream-url-wss',
    'voice-session.stream-url-wss',
  ]);
  expect(report.checks.length).toBeGreaterThan(500);
});
