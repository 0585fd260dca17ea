/** The worker as one file, as users have the mock too: read from its sources it would take an eighth longer. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** @returns where it lies, below the package, so that it finds its material and its libraries; and what takes it away */
export const bundledWorker = async (): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> => {
  const parent = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
  await mkdir(parent, { recursive: true });
  const dir = await mkdtemp(join(parent, 'understudy-zoo-'));
  const bundle = await rolldown({
    input: fileURLToPath(new URL('worker.ts', import.meta.url)),
    platform: 'node',
    external: ['mediabunny', 'vitest', /^vitest\//],
    // What is imported lazily elsewhere is imported at once here.
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
    transform: { target: 'node20' },
  });
  try {
    await bundle.write({ dir, format: 'esm', entryFileNames: 'worker.mjs' });
  } finally {
    await bundle.close();
  }
  return { file: join(dir, 'worker.mjs'), remove: () => rm(dir, { recursive: true }) };
};
