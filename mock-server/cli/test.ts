/** `understudy test`: judges a server, tells what came of it, and ends with a code that says it in short. */
import { setMaxListeners } from 'node:events';
import colors from 'picocolors';
import { clauses } from '../../spec/clauses.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { signature } from '../../spec/webhooks.ts';
import { features } from '../../spec/vocabulary.ts';
import { type Check, profiles } from '../../contract-tests/check.ts';
import { allChecks } from '../../contract-tests/checks.ts';
import { type Judgement, type Order, judgeServer, unjudged } from '../../contract-tests/judge-server.ts';
import type { Rates } from '../../contract-tests/money/rates.ts';
import { readInput } from '../../contract-tests/own-input.ts';
import { isTargetFault } from '../../contract-tests/target-fault.ts';
import { readReplay } from '../../contract-tests/replay.ts';
import { planText } from '../../contract-tests/report/plan-text.ts';
import { progressOn } from '../../contract-tests/report/progress.ts';
import { reportOf } from '../../contract-tests/report/report.ts';
import { reportedPlan } from '../../contract-tests/report/reported-plan.ts';
import { type Redact, redactor } from '../../contract-tests/report/secrets.ts';
import { visible } from '../../contract-tests/report/visible.ts';
import { textOf } from '../../contract-tests/report/text.ts';
import { selectChecks, wordsInVain } from '../../contract-tests/selection.ts';
import type { Input } from '../../contract-tests/target.ts';
import { deploymentTarget } from '../../contract-tests/targets/deployment.ts';
import { openMockTarget } from '../../contract-tests/targets/mock.ts';
import { openRunningMock } from '../../contract-tests/targets/running-mock.ts';
import { HarnessError } from '../../contract-tests/verdict.ts';
import { WrongOrder } from '../../contract-tests/wrong-order.ts';
import { version } from '../about.ts';
import { didYouMean } from '../../scenarios/nearest.ts';
import { readExpected } from './expected-file.ts';
import type { TestFlags } from './test-flags.ts';
import { expectWritable, writeReports } from './test-reports.ts';
import { readVariantsFile } from './variants-file.ts';
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
    const message = visible(redact(error instanceof Error ? error.message : String(error)), { keepsLines: true });
    if (error instanceof WrongUsage || error instanceof WrongOrder) throw new WrongUsage(message, { cause: error });
    throw new Error(message, { cause: error });
  }
};

const testAs = async (flags: TestFlags, redact: Redact): Promise<void> => {
  const { checks, seed, isNarrowed } = chosen(flags);
  expectSense(flags);
  await expectWritable(flags);
  const expected = flags.expectedFailures === undefined ? [] : await readExpected(flags.expectedFailures, allChecks);
  const choices = flags.variantsFrom === undefined ? undefined : await readVariantsFile(flags.variantsFrom);
  const { target, kind, close } = await opened(flags, choices, seed);
  const interrupt = interruption();
  const bar = progressOn(process.stderr);
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
        sayPlan(`${planText(reportedPlan(plan), target.spend?.budgetUsd, rate)}\n`);
      },
    },
  };
  const sayPlan = (text: string): void => void (flags.dryRun === true ? stdout(flags) : process.stderr).write(text);
  let judgement: Judgement;
  try {
    judgement = await judgeServer(order).catch((error: unknown) => {
      if (isTargetFault(error)) return unjudged(order, error);
      throw error;
    });
  } finally {
    bar.clear();
    interrupt.release();
    await close();
  }
  const report = reportOf(judgement, {
    version,
    redact,
    strict: flags.strict ?? false,
    expected,
    isNarrowed: isNarrowed || flags.dryRun === true,
    catalogue: allChecks,
    command: commandOf(flags),
  });
  if (flags.dryRun !== true || judgement.wentAway !== undefined) {
    if (judgement.wentAway === undefined || judgement.outcomes.length > 0) stdout(flags).write(textOf(report, colors));
    else process.stderr.write(`understudy: ${report.broken.join('; ')}\n`);
  }
  await writeReports(report, flags, { isJudged: flags.dryRun !== true && judgement.wentAway === undefined });
  process.exitCode = report.exit_code;
};

/** Standard output belongs to a report that asked for it. */
const stdout = ({ report = {} }: TestFlags): NodeJS.WriteStream =>
  Object.values(report).includes('-') ? process.stderr : process.stdout;

/** The checks, with `--replay` one of them. */
const chosen = (
  flags: TestFlags,
): { readonly checks: readonly Check[]; readonly seed: number; readonly isNarrowed: boolean } => {
  const { profile, only, skip, replay } = flags;
  if (replay !== undefined) {
    const token = readReplay(replay);
    if (token === undefined)
      throw new WrongUsage(`--replay takes a token of a report, such as balance.returns-balance@1`);
    const check = allChecks.find(({ id }) => id === token.checkId);
    if (check === undefined) {
      throw new WrongUsage(
        `there is no check ${token.checkId}${didYouMean(
          token.checkId,
          allChecks.map(({ id }) => id),
        )}`,
      );
    }
    const { path, seed } = token;
    return { checks: [path === undefined ? check : { ...check, path }], seed, isNarrowed: true };
  }
  const words = [...(only ?? []), ...(skip ?? [])];
  const [vain] = wordsInVain(allChecks, words);
  if (vain !== undefined) {
    const known = [...allChecks.map(({ id }) => id), ...Object.keys(clauses)].flatMap(beginningsOf);
    const isClause = Object.hasOwn(clauses, vain);
    throw new WrongUsage(
      isClause
        ? `no check judges the clause ${vain}`
        : `there is no check, clause or section ${vain}${didYouMean(vain, [...new Set(known)])}`,
    );
  }
  const checks = selectChecks(allChecks, { profile, ...(only && { only }), ...(skip && { skip }) });
  if (checks.length === 0) {
    const of = profile === 'smoke' ? ' of the profile smoke' : '';
    throw new WrongUsage(`--only and --skip leave no check${of}`);
  }
  return { checks, seed: flags.seed, isNarrowed: words.length > 0 };
};

/** `usage.limit`, and `usage`. */
const beginningsOf = (id: string): readonly string[] =>
  id.split('.').map((_, index, words) => words.slice(0, index + 1).join('.'));

const expectSense = (flags: TestFlags): void => {
  if (flags.url !== undefined && flags.controlUrl === undefined && flags.apiKey === undefined) {
    throw new WrongUsage('there is no key for it: give it in UNDERSTUDY_API_KEY, a config file or --api-key');
  }
  if (flags.controlUrl !== undefined && flags.controlToken === undefined) {
    throw new WrongUsage(
      'there is no token for its control API: give it in UNDERSTUDY_CONTROL_TOKEN, a config file or --control-token',
    );
  }
  if (flags.controlToken !== undefined && flags.controlUrl === undefined && flags.url === undefined) {
    throw new WrongUsage('--control-token goes with --control-url');
  }
  if (flags.allowSpend === true && flags.budgetUsd === undefined) {
    throw new WrongUsage('--allow-spend needs a limit: --budget-usd');
  }
  if (flags.budgetUsd !== undefined && flags.allowSpend !== true) {
    throw new WrongUsage('--budget-usd spends nothing by itself: add --allow-spend');
  }
  if (flags.replay !== undefined && (flags.only ?? flags.skip) !== undefined) {
    throw new WrongUsage('--replay repeats one check: leave out --only and --skip');
  }
  for (const feature of Object.keys(flags.price ?? {})) {
    if (!features.some((one) => one === feature)) {
      throw new WrongUsage(`--price: there is no feature ${feature}${didYouMean(feature, features)}`);
    }
  }
  if (flags.dryRun === true && flags.drift !== undefined)
    throw new WrongUsage('--dry-run judges nothing, so there is no drift');
};

type Opened = Pick<Order, 'target' | 'kind'> & { readonly close: () => Promise<void> };

const opened = async (flags: TestFlags, choices: Partial<GapChoices> | undefined, seed: number): Promise<Opened> => {
  const inputs = Object.fromEntries(
    await Promise.all(
      Object.entries(flags.input ?? {}).map(async ([role, file]): Promise<[string, Input]> => [
        role,
        await readInput(role, file),
      ]),
    ),
  );
  const publicUrl = flags.webhookReceiver === 'loopback' ? undefined : flags.webhookReceiver;
  if (flags.controlUrl !== undefined) {
    const { target, close } = await openRunningMock({
      baseUrl: flags.url ?? new URL('/api/v1', flags.controlUrl).href,
      controlUrl: flags.controlUrl,
      controlToken: flags.controlToken ?? '',
      key: flags.apiKey,
      inputs,
      signatureHeader: flags.signatureHeader,
      webhookPort: flags.webhookPort,
      publicUrl,
    }).catch((error: unknown) => {
      if (error instanceof HarnessError) {
        throw new Error(
          `${error.message}: see whether --control-url and --control-token are those that the mock printed`,
          { cause: error },
        );
      }
      throw error;
    });
    return { target, kind: 'running-mock', close: async () => close() };
  }
  if (flags.url === undefined) {
    const { target, close } = await openMockTarget({
      seed,
      signatureHeader: flags.signatureHeader,
      ...(choices && { choices }),
    });
    return { target: { ...target, inputs: { ...target.inputs, ...inputs } }, kind: 'mock', close };
  }
  return {
    kind: 'deployment',
    close: async () => undefined,
    target: await deploymentTarget({
      baseUrl: flags.url,
      key: flags.apiKey ?? '',
      secondKey: flags.secondApiKey,
      revokedKey: flags.revokedApiKey,
      lowBalanceKey: flags.lowBalanceApiKey,
      webhooks:
        flags.webhookReceiver === undefined
          ? undefined
          : {
              secret: flags.webhookSecret,
              header: flags.signatureHeader,
              port: flags.webhookPort,
              publicUrl,
            },
      inputs,
      timeScale: flags.timeScale,
      requestsPerMinute: flags.rateLimit,
      spend:
        // The profile smoke pays for nothing, whatever it may.
        flags.allowSpend === true && flags.budgetUsd !== undefined && flags.profile !== 'smoke'
          ? { budgetUsd: flags.budgetUsd, rates: flags.price as Rates | undefined }
          : undefined,
    }),
  };
};

/** The first signal ends the run after the check that is running, with its reports; the second one ends at once. */
const interruption = (): { readonly signal: AbortSignal; readonly release: () => void } => {
  const controller = new AbortController();
  // As many listen as requests are under way.
  setMaxListeners(0, controller.signal);
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
};

/** Of `--rate-limit`, in requests a minute. */
const usualRate = 60;
const rateOf = (rate: number | 'off'): string => (rate === 'off' ? rate : `${rate}/m`);

/** As a shell reads it back. */
const quoted = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Leads to the same target; secrets come from where they came from. */
const commandOf = (flags: TestFlags): string =>
  [
    'understudy test',
    ...(flags.config === undefined ? [] : ['--config', flags.config]),
    ...(flags.url === undefined ? [] : ['--url', flags.url]),
    ...(flags.controlUrl === undefined ? [] : ['--control-url', flags.controlUrl]),
    ...(flags.variantsFrom === undefined ? [] : ['--variants-from', flags.variantsFrom]),
    ...(flags.webhookReceiver === undefined ? [] : ['--webhook-receiver', flags.webhookReceiver]),
    ...(flags.webhookPort === 0 ? [] : ['--webhook-port', String(flags.webhookPort)]),
    ...(flags.signatureHeader === signature.header ? [] : ['--signature-header', flags.signatureHeader]),
    ...Object.entries(flags.input ?? {}).flatMap(([role, file]) => ['--input', `${role}=${file}`]),
    ...(flags.timeScale === 1 ? [] : ['--time-scale', String(flags.timeScale)]),
    ...(flags.url === undefined || flags.rateLimit === usualRate ? [] : ['--rate-limit', rateOf(flags.rateLimit)]),
    ...Object.entries(flags.price ?? {}).flatMap(([feature, { usd, unit }]) => [
      '--price',
      `${feature}=${usd}/${unit}`,
    ]),
    ...(flags.allowSpend === true ? ['--allow-spend', '--budget-usd', String(flags.budgetUsd)] : []),
    ...(flags.profile === profiles[1] ? [] : ['--profile', flags.profile]),
  ]
    .map((word, place) => (place === 0 ? word : quoted(word)))
    .join(' ');
