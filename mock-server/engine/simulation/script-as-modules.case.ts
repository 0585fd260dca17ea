/**
 * A script and what it imports as JavaScript, as users have the mock too: with types to be taken out at each start, and with the names that
 * the loader gives to functions, it would take a fourth longer.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @returns where it lies, below the package, so that it finds its material and its libraries; and what takes it away */
export const scriptAsModules = async (
  script: URL,
): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> => {
  const parent = join(root, 'node_modules/.cache');
  await mkdir(parent, { recursive: true });
  const dir = await mkdtemp(join(parent, 'understudy-script-'));
  const input = fileURLToPath(script);
  const bundle = await rolldown({
    input,
    platform: 'node',
    // All libraries; what is written for syntax that Node 20 does not have is no library of ours.
    external: /^(?!@oxc-project\/)[a-z@]/,
    logLevel: 'warn',
    transform: { target: 'node20' },
  });
  try {
    // A file for each module, for some of them look whether they are the one that was started.
    const shape = { preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].mjs' };
    await bundle.write({ dir, format: 'esm', ...shape });
  } finally {
    await bundle.close();
  }
  const file = join(dir, relative(root, input).replace(/\.ts$/, '.mjs'));
  return { file, remove: () => rm(dir, { recursive: true }) };
};
