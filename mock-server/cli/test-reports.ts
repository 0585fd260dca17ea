/** The files in which a run is told: looked at before the first request, and written after the last one. */
import { constants } from 'node:fs';
import { access, appendFile, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { htmlOf } from '../../contract-tests/report/html.ts';
import { junitOf } from '../../contract-tests/report/junit.ts';
import { markdownOf } from '../../contract-tests/report/markdown.ts';
import type { Report } from '../../contract-tests/report/report.ts';
import { jsonOf } from './json-lines.ts';
import type { TestFlags } from './test-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

type Wanted = Pick<TestFlags, 'report' | 'drift'>;

/** Where `--drift` writes when no file is named. */
const usualVariantsFile = 'understudy.variants.json';

/** Throws `WrongUsage` for a file that cannot be written: a run takes long, and may cost money. */
export const expectWritable = async ({ report = {}, drift }: Wanted): Promise<void> => {
  const files = [...Object.values(report), ...(drift === undefined ? [] : [variantsFileOf(drift)])];
  const twice = files.find((file, place) => files.findIndex((other) => isSame(file, other)) !== place);
  if (twice !== undefined) {
    throw new WrongUsage(`two reports cannot go to ${twice === '-' ? 'standard output' : twice}: give each its own`);
  }
  for (const file of files) {
    if (file === '-') continue;
    const reason = await whyNot(file);
    if (reason !== undefined) throw new WrongUsage(`${file} cannot be written (${reason}): nothing was sent yet`);
  }
};

const isSame = (one: string, other: string): boolean => one === other || resolve(one) === resolve(other);

const whyNot = async (file: string): Promise<string | undefined> => {
  try {
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory() === true) return 'it is a folder';
    await access(found === undefined ? dirname(resolve(file)) : file, constants.W_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const formats = {
  json: (report: Report) => `${jsonOf(report, 2)}\n`,
  junit: junitOf,
  html: htmlOf,
  md: markdownOf,
} as const;

/** Writes what can be written. Throws `WrongUsage` after it, with all that could not. */
export const writeReports = async (
  report: Report,
  flags: Wanted,
  { isJudged }: { isJudged: boolean },
): Promise<void> => {
  const failed: string[] = [];
  const write = async (file: string, text: string): Promise<void> => {
    if (file === '-') process.stdout.write(text);
    else await writeFile(file, text).catch((error: unknown) => void failed.push(`${file} (${codeOf(error)})`));
  };
  for (const [format, file] of Object.entries(flags.report ?? {})) {
    await write(file, formats[format as keyof typeof formats](report));
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  // A summary that cannot be written is no reason to fail what it sums up.
  if (summary !== undefined && summary !== '') await appendFile(summary, markdownOf(report)).catch(() => undefined);
  if (flags.drift !== undefined && isJudged) {
    const file = variantsFileOf(flags.drift);
    const { target, started_at, variants, observed } = report;
    await write(file, `${JSON.stringify({ seen_at: target, on: started_at, variants, observed }, null, 2)}\n`);
    const count = Object.keys(variants).length;
    process.stderr.write(
      `What it does in ${count} ${count === 1 ? 'gap' : 'gaps'} is in ${file}: understudy start --variants-from ${file}\n`,
    );
  }
  if (failed.length > 0) throw new WrongUsage(`these reports could not be written: ${failed.join(', ')}`);
};

const variantsFileOf = (drift: string | true): string => (drift === true ? usualVariantsFile : drift);
