/** The file of measured power: what is counted, and that it is TypeScript which the formatter leaves alone. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Defect } from '../defects/defect.ts';
import { power } from '../power/power.ts';
import { powerFile, powerOf } from './power-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const defect = (id: Defect['id'], clause: Defect['clause']): Defect => ({ id, clause, does: id, ports: () => ({}) });
const trial = (id: Defect['id'], caughtBy: readonly string[], caughtBySmoke: readonly string[] = []) => ({
  id,
  caughtBy,
  caughtBySmoke,
});

test('defects of a clause are counted by the checks that caught them under that clause, those that nobody caught among the known', () => {
  const [one, other] = ['endpoints.balance.returns-balance', 'endpoints.pricing.live-rates'] as const;
  const defects = [
    defect('money.a', one),
    defect('money.b', one),
    defect('money.c', one),
    defect('money.d', one),
    defect('money.e', other),
  ];
  const trials = [
    trial('money.a', ['b.two', 'a.one', 'b.two'], ['a.one']),
    trial('money.b', ['a.one', 'b.two'], ['a.one']),
    trial('money.c', ['b.two']),
    trial('money.d', []),
    trial('money.e', []),
  ];
  expect(powerOf(defects, trials)).toEqual({
    [one]: { known: 4, caught: { 'a.one b.two': 2, 'b.two': 1 }, bySmoke: { 'a.one': 2 } },
    [other]: { known: 1, caught: {} },
  });
});

test('it reads back as what was written, as the formatter leaves it', async () => {
  const text = powerFile(power);
  const folder = await mkdtemp(join(tmpdir(), 'understudy-power-'));
  const file = join(folder, 'power.ts');
  try {
    await writeFile(file, text);
    const config = join(root, '.oxfmtrc.json');
    await promisify(execFile)(join(root, 'node_modules/.bin/oxfmt'), ['-c', config, '--write', file], { cwd: folder });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(((await import(file)) as { power: unknown }).power).toEqual(power);
  } finally {
    await rm(folder, { recursive: true });
  }
});
