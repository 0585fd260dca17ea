/** `understudy receiver`: judges a webhook receiver, tells what came of it, and ends with a code that says it in short. */
import { setMaxListeners } from 'node:events';
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
import { visible } from '../../contract-tests/report/visible.ts';
import { didYouMean } from '../../scenarios/nearest.ts';
import { clauses } from '../../spec/clauses.ts';
import { signature } from '../../spec/webhooks.ts';
import { version } from '../about.ts';
import { jsonOf } from './json-lines.ts';
import { type ReceiverFlags, receiverDefaults } from './receiver-flags.ts';
import { writeReceiverReports } from './receiver-reports.ts';
import { expectWritable } from './test-reports.ts';
import { neededSecret } from './webhook-secret.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage` for what the user can put right, and an Error where nothing can be judged; else the exit code is set. */
export const receiver = async (flags: ReceiverFlags): Promise<void> => {
  const redact = redactor({ 'webhook-secret': flags.secret, 'second-secret': flags.secondSecret });
  try {
    await judge(flags, redact);
  } catch (error) {
    const message = visible(redact(error instanceof Error ? error.message : String(error)));
    throw error instanceof WrongUsage
      ? new WrongUsage(message, { cause: error })
      : new Error(message, { cause: error });
  }
};

const judge = async (flags: ReceiverFlags, redact: Redact): Promise<void> => {
  const { url } = flags;
  if (url === undefined) throw new WrongUsage('there is no receiver: --url or UNDERSTUDY_RECEIVER_URL');
  const secret = neededSecret(flags.secret);
  if (flags.json === true && Object.values(flags.report ?? {}).includes('-')) {
    throw new WrongUsage('--json and a report cannot both go to standard output: give the report a file');
  }
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
  if (flags.json === true) process.stdout.write(formats.json(report));
  else stdout(flags).write(receiverText(report, colors));
  await writeReceiverReports(report, flags, formats);
  process.exitCode = report.exit_code;
};

const formats = {
  json: (report: ReceiverReport) => `${jsonOf(report, 2)}\n`,
  junit: receiverJunit,
  html: receiverHtml,
  md: receiverMarkdown,
} as const;

/** Standard output belongs to a report that asked for it. */
const stdout = ({ report = {} }: ReceiverFlags): NodeJS.WriteStream =>
  Object.values(report).includes('-') ? process.stderr : process.stdout;

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

/** The first signal ends the run with its report; the second one ends at once. */
const interruption = (): { readonly signal: AbortSignal; readonly release: () => void } => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    release: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
};

/** As a shell reads it back. */
const quoted = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Leads to the same receiver; secrets come from where they came from. */
const commandOf = (flags: ReceiverFlags): string =>
  [
    'understudy',
    'receiver',
    '--url',
    flags.url ?? '',
    ...(flags.signatureHeader === signature.header ? [] : ['--signature-header', flags.signatureHeader]),
    ...(flags.effectUrl === undefined ? [] : ['--effect-url', flags.effectUrl]),
    ...(flags.effectWait === receiverDefaults.effectWait ? [] : ['--effect-wait', String(flags.effectWait)]),
    ...(flags.timeout === receiverDefaults.timeout ? [] : ['--timeout', String(flags.timeout)]),
  ]
    .map(quoted)
    // What a command holds is its user's, and may be a password.
    .concat(flags.effectCommand === undefined ? [] : ['--effect-command …'])
    .join(' ');
