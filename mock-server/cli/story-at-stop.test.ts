/** What `understudy start` says of its story when it is stopped. */
import { expect, test } from 'vitest';
import { serve } from './launch.case.ts';

const stderrOf = async (flags: readonly string[]): Promise<{ readonly code: unknown; readonly stderr: string }> => {
  const mock = await serve(flags);
  mock.child.kill('SIGTERM');
  const { code, stderr } = await mock.ended;
  return { code, stderr };
};

test('a claim that does not hold is told when the mock is stopped', async () => {
  const { code, stderr } = await stderrOf(['--scenario', 'failed-render-refunded']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/failed-render-refunded: a claim does not hold\n +claim /);
});

test('nothing is told of a story where it is to be quiet, nor without a story', async () => {
  expect(await stderrOf(['--scenario', 'failed-render-refunded', '--quiet'])).toEqual({ code: 0, stderr: '' });
  expect(await stderrOf([])).toEqual({ code: 0, stderr: '' });
});
