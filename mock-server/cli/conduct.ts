/** `understudy conduct`: judges the client of a running mock, or of a journal that was kept. */
import colors from 'picocolors';
import { type Scorecard, judgeConduct, judgeEachAccount } from '../../contract-tests/conduct/scorecard.ts';
import { conductReportOf } from '../../contract-tests/conduct-report/report.ts';
import { conductText } from '../../contract-tests/conduct-report/text.ts';
import { version } from '../about.ts';
import type { ConductFlags } from './conduct-flags.ts';
import { conductFormats } from './conduct-formats.ts';
import { openControl } from './control-client.ts';
import { readJournalFile } from './journal-file.ts';
import { printJson } from './json-lines.ts';
import { expectWritable, outputBeside } from './report-files.ts';
import { writeReports } from './write-reports.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage` for what the user can put right, and an Error where no mock answers; else the exit code is set. */
export const conduct = async (flags: ConductFlags): Promise<void> => {
  await expectWritable(flags);
  const { cards, source } = flags.journal === undefined ? await ofMock(flags) : await ofFile(flags.journal, flags);
  const report = conductReportOf(cards, { version, source, failOn: flags.failOn });
  if (flags.json === true) printJson(report, 2);
  else outputBeside(flags).write(conductText(report, colors));
  await writeReports({ report, files: flags.report, formats: conductFormats });
  process.exitCode = report.exit_code;
};

type Judged = { readonly cards: readonly Scorecard[]; readonly source: string };

const ofMock = async (flags: ConductFlags): Promise<Judged> => {
  const control = openControl(flags);
  const cardOf = (account: string | undefined): Promise<Scorecard> =>
    control.get<Scorecard>('/conduct', { account_id: account, ...(flags.ended === true && { ended: 'true' }) });
  const card = await cardOf(flags.account);
  if (flags.account !== undefined) return { cards: [card], source: control.url };
  const strangers = await cardOf('none');
  return { cards: strangers.entries.read > 0 ? [card, strangers] : [card], source: control.url };
};

const ofFile = async (file: string, { account }: ConductFlags): Promise<Judged> => {
  const { entries, ...about } = await readJournalFile(file);
  if (account === undefined) return { cards: judgeEachAccount(entries, about), source: file };
  if (account === 'none') return { cards: [judgeConduct(entries, { ...about, accountId: null })], source: file };
  if (!entries.some(({ account_id }) => account_id === account)) {
    const known = [...new Set(entries.flatMap(({ account_id }) => account_id ?? []))];
    throw new WrongUsage(`${file} has no entry of account ${account}: it has ${known.join(', ') || 'none of any'}`);
  }
  return { cards: [judgeConduct(entries, { ...about, accountId: account })], source: file };
};
