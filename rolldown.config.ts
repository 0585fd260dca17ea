/** What is published: for Node one bundle with an entry for each of the package's doors, since start-up is import cost. */
import { defineConfig, type RolldownOptions } from 'rolldown';
import { consoleBundle } from './mock-server/console/bundle.ts';
import { copied } from './scripts/copied-files.ts';
import { licences } from './scripts/licences.ts';

/** One bundle, not one for each: what they share is there once, and a class is the same whichever door it comes through. */
const node: RolldownOptions = {
  input: {
    cli: 'mock-server/cli/main.ts',
    index: 'mock-server/index.ts',
    vitest: 'contract-tests/vitest.ts',
    testing: 'contract-tests/testing.ts',
    webhooks: 'mock-server/webhooks/library.ts',
  },
  platform: 'node',
  // Who starts the mock has not asked what it is made of.
  logLevel: 'warn',
  // A lazy part never imports the start file, which may be waiting for it in a top-level await.
  preserveEntrySignatures: 'strict',
  // mediabunny is large and imported lazily; the others are peers that the user may not have.
  external: ['mediabunny', 'pg', 'libsql', 'vitest', /^vitest\//],
  transform: { target: 'node20' },
  plugins: [
    licences('dist/LICENCES.txt'),
    // The page of the reference, as its makers give it out.
    copied('node_modules/swagger-ui-dist', 'dist/reference', [
      'swagger-ui-bundle.js',
      'swagger-ui.css',
      'LICENSE',
      'NOTICE',
    ]),
  ],
  output: {
    dir: 'dist',
    // The first of the bundles sweeps the folder.
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    // What is imported lazily stands beside its start file, under a name that does not change from build to build.
    chunkFileNames: 'chunks/[name].js',
    banner: ({ isEntry, name }) => (isEntry && name === 'cli' ? '#!/usr/bin/env node' : ''),
  },
  // An import that cannot be found would be left in the bundle and fail at a user's, so it fails here.
  onLog(level, log, report) {
    if (log.code === 'UNRESOLVED_IMPORT') report('error', log);
    else report(level, log);
  },
};

export default defineConfig([node, consoleBundle([licences('dist/console/LICENCES.txt')])]);
