/** `vitest run`: all tests but the deep ones. `vitest run --mode deep`: only the deep ones, which take minutes. */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { uncounted } from './scripts/coverage/groups.ts';

const deep = '**/*.deep.test.ts';

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'deep' ? [deep] : ['**/*.test.ts'],
    // The examples are run as their readers run them, from the packed package: scripts/test-suite.deep.test.ts.
    exclude: [...configDefaults.exclude, 'dist/**', 'docs/examples/**', ...(mode === 'deep' ? [] : [deep])],
    // Output is compared without colours, which CI and terminals ask for.
    env: { NO_COLOR: '1' },
    // Threads start faster than processes; each file keeps its own modules, so that no test leans on another's.
    pool: 'threads',
    isolate: true,
    // By default one core is left idle; on a machine with two that is half of it. The deep tests need theirs: they measure.
    ...(mode !== 'deep' && { maxWorkers: Math.max(2, availableParallelism() - 1) }),
    // `npm run coverage`; what has to be covered is judged by scripts/coverage.ts.
    coverage: {
      provider: 'v8',
      include: ['mock-server/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.case.ts', ...uncounted],
      reporter: ['json'],
    },
    testTimeout: mode === 'deep' ? 900_000 : 20_000,
    hookTimeout: 20_000,
    passWithNoTests: mode === 'deep',
  },
}));
