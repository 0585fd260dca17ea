/** The files in which scorecards are told. Whether they can be written is looked at before the work, as for `test`. */
import { appendFile, writeFile } from 'node:fs/promises';
import { conductHtml } from '../../contract-tests/conduct-report/html.ts';
import { conductJunit } from '../../contract-tests/conduct-report/junit.ts';
import { conductMarkdown } from '../../contract-tests/conduct-report/markdown.ts';
import type { ConductReport } from '../../contract-tests/conduct-report/report.ts';
import type { JudgingFlags } from './conduct-flags.ts';
import { jsonOf } from './json-lines.ts';
import { WrongUsage } from './wrong-usage.ts';

const formats = {
  json: (report: ConductReport) => `${jsonOf(report, 2)}\n`,
  junit: conductJunit,
  html: conductHtml,
  md: conductMarkdown,
} as const;

/** Writes what can be written. Throws `WrongUsage` after it, with all that could not. */
export const writeConductReports = async (
  report: ConductReport,
  { report: files = {} }: Pick<JudgingFlags, 'report'>,
): Promise<void> => {
  const failed: string[] = [];
  for (const [format, file] of Object.entries(files)) {
    const text = formats[format as keyof typeof formats](report);
    if (file === '-') process.stdout.write(text);
    else {
      await writeFile(file, text).catch((error: NodeJS.ErrnoException) =>
        failed.push(`${file} (${error.code ?? String(error)})`),
      );
    }
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'] ?? '';
  if (files['md'] !== undefined && summary !== '') {
    // A summary that cannot be written is no reason to fail what it sums up.
    await appendFile(summary, conductMarkdown(report)).catch(() => undefined);
  }
  if (failed.length > 0) throw new WrongUsage(`these reports could not be written: ${failed.join(', ')}`);
};
