/** What a failure says about itself is enough to see it again. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { areAllCases, assertReplayable, oneCase, seedOr, seedsTo, withSeed } from './replay.case.ts';

afterEach(() => void vi.unstubAllEnvs());

/** What is wrong on purpose here; the command that a failure prints is run with it too. */
const wrongAbove = 12;

const failureOf = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'it did not fail';
};

const lineOf = (message: string): string => /Run it again: (.*)$/.exec(message)?.[1] ?? `no line in: ${message}`;

test("a property that fails is run again by its seed and its path: it's the same counterexample at once", async () => {
  const seen: number[] = [];
  const property = fc.asyncProperty(fc.nat(1_000), async (number) => {
    seen.push(number);
    await Promise.resolve();
    expect(number).toBeLessThanOrEqual(wrongAbove);
  });
  const line = lineOf(await failureOf(() => assertReplayable(property, 100, { seed: 5 })));
  const [, path = ''] =
    /^FC_SEED=5 FC_PATH=(\S+) npx vitest run mock-server\/\S+replay\.test\.ts -t '/.exec(line) ?? [];
  expect(path).not.toBe('');
  seen.length = 0;
  vi.stubEnv('FC_SEED', '5');
  vi.stubEnv('FC_PATH', path);
  await failureOf(() => assertReplayable(property, 100));
  expect(seen[0]).toBe(wrongAbove + 1);
});

test('the line names this test in a form that the runner takes (which is a pattern) [x] $1', async () => {
  if (process.env['SEED'] === '77') throw new Error('seen again');
  const line = lineOf(await failureOf(() => withSeed(77, () => Promise.reject(new Error('lost')))));
  const [, command = '', args = '', pattern = ''] = /^SEED=77 (npx) (vitest run \S+) -t '(.*)'$/.exec(line) ?? [];
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const again = promisify(execFile)(command, [...args.split(' '), '-t', pattern], {
    cwd: root,
    env: { ...process.env, SEED: '77' },
  });
  const { stdout } = await again.then(
    () => ({ stdout: 'it did not fail' }),
    (error: unknown) => error as { readonly stdout: string },
  );
  expect(stdout).toContain('1 failed');
  expect(stdout).not.toMatch(/\d passed/);
}, 60_000);

test('one case of many is run alone, and all are run where none is named', async () => {
  const played: number[] = [];
  const playAll = async (): Promise<void> => {
    for (let number = 0; number < 5; number++) {
      await oneCase(number, async () => {
        played.push(number);
        await Promise.resolve();
        expect(number).toBeLessThan(3);
      });
    }
  };
  expect(lineOf(await failureOf(playAll))).toMatch(/^CASE=3 npx vitest run /);
  expect([played.splice(0), areAllCases()]).toEqual([[0, 1, 2, 3], true]);
  vi.stubEnv('CASE', '3');
  expect(lineOf(await failureOf(playAll))).toMatch(/^CASE=3 /);
  expect([played, areAllCases()]).toEqual([[3], false]);
});

test('a seed of the environment takes the place of the usual ones', () => {
  expect([seedOr(4), seedsTo(3)]).toEqual([4, [1, 2, 3]]);
  vi.stubEnv('SEED', '9');
  expect([seedOr(4), seedsTo(3)]).toEqual([9, [9]]);
});
