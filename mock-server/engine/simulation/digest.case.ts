/** Five hundred programs that are always the same, and one digest of all that comes of them: run as a script, it prints it. */
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { programOf } from './programs.case.ts';
import { simulate } from './simulation.case.ts';

export const digestPrograms = fc.sample(programOf(60), { seed: 16, numRuns: 500 });

/** @param each is shown what came of each program */
export const digestOf = async (
  programs: typeof digestPrograms,
  each: (program: (typeof digestPrograms)[number], course: Awaited<ReturnType<typeof simulate>>) => unknown = () =>
    undefined,
): Promise<string> => {
  const digest = createHash('sha256');
  for (const program of programs) {
    const course = await simulate(program);
    digest.update(JSON.stringify([course.logs, course.answers]));
    await each(program, course);
  }
  return digest.digest('hex');
};

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  process.stdout.write(`${process.version} ${await digestOf(digestPrograms)}\n`);
}
