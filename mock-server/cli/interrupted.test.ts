/** A judge that is interrupted: what it found by then is told, and the report is one that programs can read. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../compose.ts';
import { cliFile, launch } from './launch.case.ts';

type Report = {
  readonly exit_code: number;
  readonly seed: number;
  readonly checks: readonly {
    readonly id: string;
    readonly verdict: string;
    readonly message?: string;
    readonly replay: string;
  }[];
};

test('a run that is interrupted ends soon, and writes a whole report of what it came to (F71)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interrupted-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  let calls = 0;
  const mock = await createMock(
    { rateLimit: 'off', balance: 1_000 },
    {
      ports: {
        present: (next) => (answer, asked) => {
          // In the middle: some checks are over, and most have not begun.
          if (++calls === 300) run.child.kill('SIGINT');
          return next(answer, asked);
        },
      },
    },
  );
  onTestFinished(() => mock.close());
  const file = join(folder, 'report.json');
  const { controlUrl, controlToken, apiKey } = mock;
  const run = launch(process.execPath, [cliFile, 'test', '--seed', '7', '--report', `json=${file}`], {
    cwd: folder,
    env: {
      UNDERSTUDY_CONTROL_URL: controlUrl,
      UNDERSTUDY_CONTROL_TOKEN: controlToken,
      UNDERSTUDY_API_KEY: apiKey,
    },
  });
  const { code, stdout, stderr } = await run.ended;
  expect(code).toBe(4);
  expect(stdout).toContain('Stopped: it was interrupted.');
  // Also of one that is killed and writes no report.
  expect(stderr).toMatch(/^Seed 7, \d+ checks\. The same draws again: --seed 7\n/);
  expect(stdout).not.toContain('The same draws again');
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  expect(report).toMatchObject({ exit_code: 4, seed: 7 });
  const leftOut = report.checks.filter(({ message }) => message === 'left out: it was interrupted');
  expect(leftOut.length).toBeGreaterThan(0);
  expect(report.checks.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(0);
  expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  // Each can be taken up from where it was left.
  for (const { id, replay } of leftOut) expect(replay).toBe(`${id}@7`);
});
