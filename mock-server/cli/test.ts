/** `understudy test`: judges a server, tells what came of it, and ends with a code that says it in short. */
import colors from 'picocolors';
import { allChecks } from '../../contract-tests/checks.ts';
import { type Judgement, type Order, judgeServer, unjudged } from '../../contract-tests/judge-server.ts';
import { htmlOf } from '../../contract-tests/report/html.ts';
import { junitOf } from '../../contract-tests/report/junit.ts';
import { markdownOf } from '../../contract-tests/report/markdown.ts';
import { planText } from '../../contract-tests/report/plan-text.ts';
import { progressOn } from '../../contract-tests/report/progress.ts';
import { type Report, reportOf } from '../../contract-tests/report/report.ts';
import { reportedPlan } from '../../contract-tests/report/reported-plan.ts';
import { type Redact, redactor } from '../../contract-tests/report/secrets.ts';
import { textOf } from '../../contract-tests/report/text.ts';
import { isTargetFault } from '../../contract-tests/target-fault.ts';
import { WrongOrder } from '../../contract-tests/wrong-order.ts';
import { version } from '../about.ts';
import { type Chosen, chosenChecks } from './chosen-checks.ts';
import { driftFileOf, driftLine, driftText } from './drift-file.ts';
import { readExpected } from './expected-file.ts';
import { interruption } from './interruption.ts';
import { type OpenedTarget, openTarget } from './opened-target.ts';
import { repeatedCommand } from './repeated-command.ts';
import { expectWritable, outputBeside } from './report-files.ts';
import { expectSense } from './target-flags.ts';
import type { TestFlags } from './test-flags.ts';
import { toldError } from './told-error.ts';
import { readVariantsFile } from './variants-file.ts';
import { writeReports } from './write-reports.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage` for what the user can put right, and an Error where it broke; else the exit code is set. */
export const test = async (flags: TestFlags): Promise<void> => {
  const redact = redactor({
    'api-key': flags.apiKey,
    'second-api-key': flags.secondApiKey,
    'revoked-api-key': flags.revokedApiKey,
    'low-balance-api-key': flags.lowBalanceApiKey,
    'webhook-secret': flags.webhookSecret,
    'control-token': flags.controlToken,
  });
  try {
    await testAs(flags, redact);
  } catch (error) {
    throw toldError(error, redact, error instanceof WrongUsage || error instanceof WrongOrder);
  }
};

const testAs = async (flags: TestFlags, redact: Redact): Promise<void> => {
  const chosen = chosenChecks(flags);
  refuseContradictions(flags);
  const driftFile = driftFileOf(flags);
  await expectWritable(flags, driftFile === undefined ? [] : [driftFile]);
  const expected = flags.expectedFailures === undefined ? [] : await readExpected(flags.expectedFailures, allChecks);
  const judgement = await judged(flags, chosen);
  const isDry = flags.dryRun === true;
  const report = reportOf(judgement, {
    version,
    redact,
    strict: flags.strict ?? false,
    expected,
    isNarrowed: chosen.isNarrowed || isDry,
    catalogue: allChecks,
    command: repeatedCommand(flags),
  });
  const wentAway = judgement.wentAway !== undefined;
  tell(report, flags, { wentAway, isJudged: judgement.outcomes.length > 0 });
  const others = new Map(driftFile === undefined || isDry || wentAway ? [] : [[driftFile, driftText(report)]]);
  // Every run has its place in the summary of a build, also one without a report.
  await writeReports({ report, files: flags.report, formats, isSummed: true, others });
  for (const file of others.keys()) process.stderr.write(driftLine(report, file));
  process.exitCode = report.exit_code;
};

const refuseContradictions = (flags: TestFlags): void => {
  expectSense(flags, { hasConfig: true });
  if (flags.controlToken !== undefined && flags.controlUrl === undefined && flags.url === undefined) {
    throw new WrongUsage('--control-token goes with --control-url');
  }
  if (flags.dryRun === true && flags.drift !== undefined) {
    throw new WrongUsage('--dry-run judges nothing, so there is no drift');
  }
};

const judged = async (flags: TestFlags, { checks, seed }: Chosen): Promise<Judgement> => {
  const choices = flags.variantsFrom === undefined ? undefined : await readVariantsFile(flags.variantsFrom);
  const { target, kind, close }: OpenedTarget = await openTarget(flags, { choices, seed });
  const interrupt = interruption();
  const bar = progressOn(process.stderr, { checks: checks.length, seed });
  const planOutput = flags.dryRun === true ? outputBeside(flags) : process.stderr;
  const order: Order = {
    target,
    kind,
    checks,
    profile: flags.profile,
    seed,
    dryRun: flags.dryRun ?? false,
    drift: flags.drift !== undefined,
    choices,
    signal: interrupt.signal,
    listener: {
      onPlanning: bar.planning,
      onProgress: bar.show,
      onComparing: bar.comparing,
      onPlan: (plan) => {
        bar.clear();
        const rate = kind === 'deployment' ? flags.rateLimit : 'off';
        planOutput.write(`${planText(reportedPlan(plan), target.spend?.budgetUsd, rate)}\n`);
      },
    },
  };
  try {
    return await judgeServer(order).catch((error: unknown) => {
      if (isTargetFault(error)) return unjudged(order, error);
      throw error;
    });
  } finally {
    bar.clear();
    interrupt.release();
    await close();
  }
};

const tell = (
  report: Report,
  flags: TestFlags,
  { wentAway, isJudged }: { readonly wentAway: boolean; readonly isJudged: boolean },
): void => {
  if (wentAway && !isJudged) process.stderr.write(`understudy: ${report.broken.join('; ')}\n`);
  else if (wentAway || flags.dryRun !== true) outputBeside(flags).write(textOf(report, colors));
  else {
    // A plan says nothing of them, and they end it with 1.
    for (const { id, state, expires } of report.expected_failures) {
      if (state === 'expired') {
        process.stderr.write(
          `understudy: the expected failure ${id} has expired (${expires}): mend it, or give it a new day\n`,
        );
      }
    }
  }
};

const formats = { junit: junitOf, html: htmlOf, md: markdownOf } as const;
