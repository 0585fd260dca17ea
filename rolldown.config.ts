/** Four bundles: the command in one start file, since start-up is import cost, the library for `createMock`, and for test suites one for vitest and one for all others. */
import { defineConfig, type RolldownOptions } from 'rolldown';

const bundle = (name: string, input: string, banner?: string): RolldownOptions => ({
  input: { [name]: input },
  platform: 'node',
  // Who starts the mock has not asked what it is made of.
  logLevel: 'warn',
  // A lazy part never imports the start file, which may be waiting for it in a top-level await.
  preserveEntrySignatures: 'strict',
  // mediabunny is large and imported lazily; the others are peers that the user may not have.
  external: ['mediabunny', 'pg', 'libsql', 'vitest', /^vitest\//],
  transform: { target: 'node20' },
  output: {
    dir: 'dist',
    // The first of the bundles sweeps the folder.
    cleanDir: name === 'cli',
    format: 'esm',
    entryFileNames: '[name].js',
    // What is imported lazily stands beside its start file, under a name that does not change from build to build.
    chunkFileNames: `chunks/${name}-[name].js`,
    ...(banner === undefined ? {} : { banner: ({ isEntry }) => (isEntry ? banner : '') }),
  },
  // An import that cannot be found would be left in the bundle and fail at a user's, so it fails here.
  onLog(level, log, report) {
    if (log.code === 'UNRESOLVED_IMPORT') report('error', log);
    else report(level, log);
  },
});

export default defineConfig([
  bundle('cli', 'mock-server/cli/main.ts', '#!/usr/bin/env node'),
  bundle('index', 'mock-server/index.ts'),
  bundle('vitest', 'contract-tests/vitest.ts'),
  bundle('testing', 'contract-tests/testing.ts'),
]);
