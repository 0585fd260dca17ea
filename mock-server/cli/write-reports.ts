/** Writes what a judgement is told in: a report in each format that was asked for, and the summary of a CI run. */
import { appendFile, writeFile } from 'node:fs/promises';
import { jsonOf } from './json-lines.ts';
import { type ReportFiles, codeOf } from './report-files.ts';
import { WrongUsage } from './wrong-usage.ts';

/** How a report is told in each format but JSON, which is the report itself. */
export type Formats<T> = { readonly [format in 'junit' | 'html' | 'md']: (report: T) => string };

type Written<T> = {
  readonly report: T;
  readonly files: ReportFiles | undefined;
  readonly formats: Formats<T>;
  /** Whether the summary of a CI run gets it too; by default where `md` was asked for. */
  readonly isSummed?: boolean;
  /** Files beside the reports, with what stands in them. */
  readonly others?: ReadonlyMap<string, string>;
};

/** Writes what can be written. Throws `WrongUsage` after it, with all that could not. */
export const writeReports = async <T>({
  report,
  files = {},
  formats,
  isSummed = files['md'] !== undefined,
  others = new Map(),
}: Written<T>): Promise<void> => {
  const renderers = new Map<string, (told: T) => string>([
    ['json', (told) => `${jsonOf(told, 2)}\n`],
    ...Object.entries(formats),
  ]);
  const failed: string[] = [];
  const write = async (file: string, text: string): Promise<void> => {
    if (file === '-') process.stdout.write(text);
    // Exchanges stand in it: a new file is for its owner only.
    else {
      await writeFile(file, text, { mode: 0o600 }).catch(
        (error: unknown) => void failed.push(`${file} (${codeOf(error)})`),
      );
    }
  };
  for (const [format, file] of Object.entries(files)) {
    const render = renderers.get(format);
    if (render !== undefined) await write(file, render(report));
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'] ?? '';
  // A summary that cannot be written is no reason to fail what it sums up.
  if (isSummed && summary !== '') await appendFile(summary, formats.md(report)).catch(() => undefined);
  for (const [file, text] of others) await write(file, text);
  if (failed.length > 0) throw new WrongUsage(`these reports could not be written: ${failed.join(', ')}`);
};
