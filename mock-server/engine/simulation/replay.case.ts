/** Asserts a property so that its failure can be run again: the report ends with the line to type. */
import * as fc from 'fast-check';
import { expect } from 'vitest';

/** `FC_SEED` and `FC_PATH` in the environment run the one case of a report; `FC_RUNS` runs more of them. */
export const assertReplayable = async <T>(
  property: fc.IAsyncProperty<T>,
  numRuns: number,
  { interruptAfterTimeLimit }: { readonly interruptAfterTimeLimit?: number } = {},
): Promise<void> => {
  const { FC_SEED: seed, FC_PATH: givenPath, FC_RUNS: runs } = process.env;
  const { currentTestName = '', testPath = '' } = expect.getState();
  await fc.assert(property, {
    numRuns: runs === undefined ? numRuns : Number(runs),
    ...(interruptAfterTimeLimit !== undefined && { interruptAfterTimeLimit }),
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(givenPath !== undefined && { path: givenPath }),
    reporter: (details) => {
      const report = fc.defaultReportMessage(details);
      if (report === undefined) return;
      const file = testPath.slice(testPath.indexOf('mock-server'));
      const mode = file.includes('.deep.') ? ' --mode deep' : '';
      const run = `npx vitest run${mode} ${file} -t '${currentTestName}'`;
      const path = details.counterexamplePath === null ? '' : `FC_PATH=${details.counterexamplePath} `;
      const again = `FC_SEED=${details.seed} ${path}${run}`;
      const { message } = details.errorInstance instanceof Error ? details.errorInstance : { message: '' };
      throw new Error(`${message}\n\n${report}\n\nRun it again: ${again}`, { cause: details.errorInstance });
    },
  });
};
