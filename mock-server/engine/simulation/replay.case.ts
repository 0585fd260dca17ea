/** Whatever is drawn, or tried in many places, can be run again: a failure ends with the line to type. */
import * as fc from 'fast-check';
import { expect } from 'vitest';

/**
 * `FC_SEED` and `FC_PATH` in the environment run the one case of a report; `FC_RUNS` runs more of them.
 *
 * @param seed where the cases are the same each time
 */
export const assertReplayable = async <T>(
  property: fc.IAsyncProperty<T>,
  numRuns: number,
  { interruptAfterTimeLimit, seed: usual }: { readonly interruptAfterTimeLimit?: number; readonly seed?: number } = {},
): Promise<void> => {
  const { FC_SEED: given = usual, FC_PATH: givenPath, FC_RUNS: runs } = process.env;
  await fc.assert(property, {
    numRuns: runs === undefined ? numRuns : Number(runs),
    ...(interruptAfterTimeLimit !== undefined && { interruptAfterTimeLimit }),
    ...(given !== undefined && { seed: Number(given) }),
    ...(givenPath !== undefined && { path: givenPath }),
    reporter: (details) => {
      const report = fc.defaultReportMessage(details);
      if (report === undefined) return;
      const { message } = details.errorInstance instanceof Error ? details.errorInstance : { message: '' };
      const path = details.counterexamplePath === null ? {} : { FC_PATH: details.counterexamplePath };
      const again = commandOf({ FC_SEED: details.seed, ...path });
      throw new Error(`${message}\n\n${report}\n\nRun it again: ${again}`, { cause: details.errorInstance });
    },
  });
};

/** What is drawn without fast-check is drawn from this seed: the usual one, or `SEED` of the environment. */
export const seedOr = (usual: number): number => Number(process.env['SEED'] ?? usual);

/** The seeds of a test that has a round for each: all of them, or `SEED` of the environment alone. */
export const seedsTo = (last: number): readonly number[] =>
  process.env['SEED'] === undefined ? Array.from({ length: last }, (_, index) => index + 1) : [seedOr(1)];

/** Runs what is drawn from a seed. What it throws says how to draw the same again. */
export const withSeed = <T>(seed: number, run: () => Promise<T>): Promise<T> => sayingHow({ SEED: seed }, run);

/** One of the many places, programs or days of a test, unless `CASE` of the environment names another. What it throws says how to run it alone. */
export const oneCase = async (name: string | number, run: () => Promise<void>): Promise<void> => {
  if (![undefined, String(name)].includes(process.env['CASE'])) return;
  await sayingHow({ CASE: name }, run);
};

/** Whether all cases of a test are run, so that what they come to together can be judged. */
export const areAllCases = (): boolean => process.env['CASE'] === undefined;

type Variables = Readonly<Record<string, string | number>>;

const sayingHow = async <T>(variables: Variables, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\n\nRun it again: ${commandOf(variables)}`, { cause: error });
  }
};

/** @returns the line that runs this very test with these variables, from the root of the project */
const commandOf = (variables: Variables): string => {
  const { currentTestName = '', testPath = '' } = expect.getState();
  const file = testPath.slice(Math.max(0, testPath.search(/(?:mock-server|contract-tests|spec|scripts)\//)));
  const mode = file.includes('.deep.') ? ' --mode deep' : '';
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value} `);
  return `${set.join('')}npx vitest run${mode} ${file} -t '${patternOf(currentTestName)}'`;
};

/** Vitest takes `-t` for a pattern, in which the titles of a suite and of its test stand side by side. */
const patternOf = (name: string): string =>
  name
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll("'", '.')
    .replaceAll(' > ', '.*');
