/** For the build: files that go into `dist` as they are. */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/** Copies files of a folder into another one, beside what the bundle is written to. The build fails where one is missing. */
export const copied = (from: string, to: string, files: readonly string[]): Plugin => ({
  name: `copied ${from}`,
  // After the bundle is written: before, its folder is swept.
  async writeBundle() {
    await mkdir(to, { recursive: true });
    await Promise.all(files.map((file) => cp(join(from, file), join(to, file))));
  },
});
