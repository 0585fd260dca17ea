import { afterAll, beforeAll } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../data-folder.ts';
import { storeCases } from '../store.case.ts';

let parent = '';
let count = 0;
const closing: (() => void)[] = [];
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'sqlite-'));
});
afterAll(async () => {
  for (const close of closing) close();
  await rm(parent, { recursive: true });
});

storeCases('sqlite', async () => {
  const folder = await openDataFolder<{ readonly type: 'fact'; readonly text: string }>(join(parent, String(++count)));
  closing.push(() => folder.close());
  return folder.events();
});
