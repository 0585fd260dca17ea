/** The commands of docs/exec.md that can be run anywhere, as they stand. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliFile, launch } from '../mock-server/cli/launch.case.ts';
import { blocksOf, textOf } from './documents.case.ts';

test('the commands of docs/exec.md work as they stand', { timeout: 60_000 }, async () => {
  const blocks = blocksOf(textOf(join('docs', 'exec.md'))).filter(({ run }) => run);
  const steps = blocks
    .map(({ code }) => code.replaceAll('npx understudy', `'${process.execPath}' '${cliFile}'`))
    .join('\n');
  const { code, stdout, stderr } = await launch('/bin/bash', ['-euo', 'pipefail', '-c', steps]).ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^understudy: conduct: \d+ clauses kept, .*\nunderstudy: conduct: there was nothing to judge .*\n$/,
  );
  expect(stdout).toMatch(/^\{"balance_usd":100,.*\}\s*http:\/\/127\.0\.0\.1:\d+\/api\/v1\n$/);
});
