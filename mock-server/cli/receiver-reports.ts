/** The files in which the judgement of a receiver is told. Whether they can be written is looked at before the first delivery. */
import { appendFile, writeFile } from 'node:fs/promises';
import type { ReceiverReport } from '../../contract-tests/receiver-report/report.ts';
import type { ReceiverFlags } from './receiver-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

type Formats = { readonly [format in 'json' | 'junit' | 'html' | 'md']: (report: ReceiverReport) => string };

/** Writes what can be written. Throws `WrongUsage` after it, with all that could not. */
export const writeReceiverReports = async (
  report: ReceiverReport,
  { report: files = {} }: Pick<ReceiverFlags, 'report'>,
  formats: Formats,
): Promise<void> => {
  const failed: string[] = [];
  for (const [format, file] of Object.entries(files)) {
    const text = formats[format as keyof Formats](report);
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
    await appendFile(summary, formats.md(report)).catch(() => undefined);
  }
  if (failed.length > 0) throw new WrongUsage(`these reports could not be written: ${failed.join(', ')}`);
};
