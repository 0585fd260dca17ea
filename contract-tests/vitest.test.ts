/** The checks inside a vitest suite: green on the mock, and a test that fails with its clause on a server that breaks it. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answering } from './broken-targets.case.ts';
import { describeContract } from './vitest.ts';

describeContract({ only: ['balance'] });

test('words that name nothing are refused when the suite is made', () => {
  expect(() => describeContract({ only: ['balanse'] })).toThrow('there is no check, clause or section balanse');
});

const root = fileURLToPath(new URL('..', import.meta.url));

test('a suite of a user fails where the contract is broken, skips what cannot be judged, and shows no key', async () => {
  const { origin, close } = await answering((request, response) => {
    const isBalance = request.url?.endsWith('/balance') === true;
    response.end(JSON.stringify(isBalance ? { total_spent_usd: 'none' } : {}));
  });
  const folder = await mkdtemp(join(tmpdir(), 'understudy-vitest-'));
  try {
    await writeFile(
      join(folder, 'contract.test.js'),
      `import { describeContract } from ${JSON.stringify(join(root, 'dist/vitest.js'))};
      describeContract({ url: '${origin}/api/v1', apiKey: 'sk_live_secret', only: ['balance', 'acknowledgement'] });`,
    );
    const output = await vitest(folder);
    expect(output).toContain('resources.balance.balance-usd-present:');
    expect(output).toContain('GET /api/v1/balance → 200 {"total_spent_usd":"none"}');
    expect(output).toMatch(/Tests .*failed.*skipped/);
    expect(output).not.toContain('sk_live_secret');
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
}, 60_000);

const vitest = (folder: string): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--no-color'],
      { cwd: root, env: { PATH: process.env['PATH'], NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
    child.on('close', () => resolve(output));
  });
