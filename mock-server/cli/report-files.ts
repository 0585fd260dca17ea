/** The files that `--report` names: whether they can be written, and what is left of standard output. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { WrongUsage } from './wrong-usage.ts';

/** Files by the format that goes there; `-` is standard output. */
export type ReportFiles = { readonly [format: string]: string };

type ReportFlags = { readonly report?: ReportFiles | undefined; readonly json?: boolean };

/** Standard output belongs to a report that asked for it. */
export const outputBeside = ({ report = {} }: ReportFlags): NodeJS.WriteStream =>
  Object.values(report).includes('-') ? process.stderr : process.stdout;

/**
 * Throws `WrongUsage` for a file that cannot be written: a run takes long, and may cost money.
 * @param others files that are written beside the reports
 */
export const expectWritable = async (
  { report = {}, json }: ReportFlags,
  others: readonly string[] = [],
): Promise<void> => {
  const files = [...Object.values(report), ...others];
  if (json === true && files.includes('-')) {
    throw new WrongUsage('--json and a report cannot both go to standard output: give the report a file');
  }
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

/** Of an error of the file system, such as `ENOENT`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
