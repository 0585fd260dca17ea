/** `understudy receiver`: judges a webhook receiver, tells what came of it, and ends with a code that says it in short. */
import colors from 'picocolors';
import type { ReceiverCase } from '../../contract-tests/receiver-cases/case.ts';
import { receiverCases } from '../../contract-tests/receiver-cases/cases.ts';
import { type Effects, lookAt, lookBy, openEffects } from '../../contract-tests/receiver-cases/effects.ts';
import { judgeReceiver } from '../../contract-tests/receiver-cases/judge-receiver.ts';
import { isAbout } from '../../contract-tests/receiver-cases/selection.ts';
import { receiverHtml } from '../../contract-tests/receiver-report/html.ts';
import { receiverJunit } from '../../contract-tests/receiver-report/junit.ts';
import { receiverMarkdown } from '../../contract-tests/receiver-report/markdown.ts';
import { type ReceiverReport, receiverReportOf } from '../../contract-tests/receiver-report/report.ts';
import { receiverText } from '../../contract-tests/receiver-report/text.ts';
import { type Redact, redactor } from '../../contract-tests/report/secrets.ts';
import { didYouMean } from '../../scenarios/nearest.ts';
import { clauses } from '../../spec/clauses.ts';
import { signature } from '../../spec/webhooks.ts';
import { version } from '../about.ts';
import { commandLine } from './command-line.ts';
import { interruption } from './interruption.ts';
import { printJson } from './json-lines.ts';
import { type ReceiverFlags, receiverDefaults } from './receiver-flags.ts';
import { expectWritable, outputBeside } from './report-files.ts';
import { toldError } from './told-error.ts';
import { neededSecret } from './webhook-secret.ts';
import { type Formats, writeReports } from './write-reports.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage` for what the user can put right, and an Error where nothing can be judged; else the exit code is set. */
export const receiver = async (flags: ReceiverFlags): Promise<void> => {
  const redact = redactor({ 'webhook-secret': flags.secret, 'second-secret': flags.secondSecret });
  try {
    await judge(flags, redact);
  } catch (error) {
    throw toldError(error, redact, error instanceof WrongUsage);
  }
};

const judge = async (flags: ReceiverFlags, redact: Redact): Promise<void> => {
  const { url } = flags;
  if (url === undefined) throw new WrongUsage('there is no receiver: --url or UNDERSTUDY_RECEIVER_URL');
  const secret = neededSecret(flags.secret);
  const cases = chosen(flags);
  await expectWritable(flags);
  const interrupt = interruption();
  const judgement = await judgeReceiver({
    url,
    secret,
    secondSecret: flags.secondSecret,
    signatureHeader: flags.signatureHeader,
    cases,
    effects: await effectsOf(flags),
    waitMs: flags.timeout * 1_000,
    signal: interrupt.signal,
    onCase: progress(cases.length),
  }).finally(interrupt.release);
  if (process.stderr.isTTY) process.stderr.write(clearLine);
  const report = receiverReportOf(judgement, {
    version,
    redact,
    failOn: flags.failOn,
    isNarrowed: cases.length < receiverCases.length,
    command: commandOf(flags),
  });
  if (flags.json === true) printJson(report, 2);
  else outputBeside(flags).write(receiverText(report, colors));
  await writeReports({ report, files: flags.report, formats });
  process.exitCode = report.exit_code;
};

const formats: Formats<ReceiverReport> = { junit: receiverJunit, html: receiverHtml, md: receiverMarkdown };

const effectsOf = async ({ effectUrl, effectCommand, effectWait }: ReceiverFlags): Promise<Effects | undefined> => {
  if (effectUrl !== undefined) return openEffects(lookAt(effectUrl), effectWait * 1_000);
  return effectCommand === undefined ? undefined : openEffects(lookBy(effectCommand), effectWait * 1_000);
};

const chosen = ({ only = [], skip = [] }: ReceiverFlags): readonly ReceiverCase[] => {
  const vain = [...only, ...skip].find((word) => !receiverCases.some((one) => isAbout(one, word)));
  if (vain !== undefined) {
    const known = receiverCases.flatMap(({ id, clauses: judged }) => [id, id.split('.', 1)[0] ?? '', ...judged]);
    throw new WrongUsage(
      Object.hasOwn(clauses, vain)
        ? `no case judges the clause ${vain}`
        : `there is no case, topic or clause ${vain}${didYouMean(vain, [...new Set(known)])}`,
    );
  }
  const cases = receiverCases.filter(
    (one) => (only.length === 0 || only.some((word) => isAbout(one, word))) && !skip.some((word) => isAbout(one, word)),
  );
  if (cases.length === 0) throw new WrongUsage('--only and --skip leave no case');
  return cases;
};

const clearLine = '\r\u001b[2K';

/** One line that changes, on a terminal; elsewhere nothing. */
const progress =
  (total: number) =>
  (done: number, { id }: ReceiverCase): void => {
    if (process.stderr.isTTY) process.stderr.write(`${clearLine}${done + 1}/${total} ${id}`);
  };

/** Leads to the same receiver; secrets come from where they came from. */
const commandOf = (flags: ReceiverFlags): string => {
  const words = [
    'understudy',
    'receiver',
    '--url',
    flags.url ?? '',
    ...(flags.signatureHeader === signature.header ? [] : ['--signature-header', flags.signatureHeader]),
    ...(flags.effectUrl === undefined ? [] : ['--effect-url', flags.effectUrl]),
    ...(flags.effectWait === receiverDefaults.effectWait ? [] : ['--effect-wait', String(flags.effectWait)]),
    ...(flags.timeout === receiverDefaults.timeout ? [] : ['--timeout', String(flags.timeout)]),
  ];
  // What a command holds is its user's, and may be a password.
  return `${commandLine(words)}${flags.effectCommand === undefined ? '' : ' --effect-command …'}`;
};
