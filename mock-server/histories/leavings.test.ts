/** Whether what is left is seen, and only that. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../compose.ts';
import { expectNothingLeft, lookAround } from './leavings.case.ts';

test('a folder that a mock has not removed is seen, and one of another thread with the same process is not', async () => {
  const shared = tmpdir();
  const before = await lookAround();
  const others = await mkdtemp(join(shared, `understudy-${process.pid}-`));
  await expectNothingLeft(before);
  const mock = await createMock({ port: false });
  await expect(expectNothingLeft(before)).rejects.toThrow('S9/W5');
  await mock.close();
  await expectNothingLeft(before);
  await rm(others, { recursive: true });
});
