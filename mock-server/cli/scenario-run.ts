/** `understudy scenario run`: plays a story, its client too, and ends with a code that says whether it came out as it tells. */
import colors from 'picocolors';
import { BalanceWatch } from '../../contract-tests/money/by-balance.ts';
import { priced } from '../../contract-tests/money/priced.ts';
import type { Rates } from '../../contract-tests/money/rates.ts';
import { exitCodes } from '../../contract-tests/exit-code.ts';
import { readInput } from '../../contract-tests/own-input.ts';
import { preflight } from '../../contract-tests/preflight.ts';
import { type Redact, redactedJson, redactor } from '../../contract-tests/report/secrets.ts';
import { visible } from '../../contract-tests/report/visible.ts';
import { Run } from '../../contract-tests/run.ts';
import { type PlayedStory, isFine, playStory } from '../../contract-tests/scenario/play.ts';
import { obstaclesOn } from '../../contract-tests/scenario/playable.ts';
import type { Stage } from '../../contract-tests/scenario/stage.ts';
import { deploymentStage, openMockStage, openRunningStage } from '../../contract-tests/scenario/stages.ts';
import { claimText, endText, headText, stepText } from '../../contract-tests/scenario/text.ts';
import type { Input } from '../../contract-tests/target.ts';
import { isTargetFault } from '../../contract-tests/target-fault.ts';
import { deploymentTarget } from '../../contract-tests/targets/deployment.ts';
import { NotTestable, Stopped } from '../../contract-tests/verdict.ts';
import { WrongOrder } from '../../contract-tests/wrong-order.ts';
import { type Story, WrongStory, readStory } from '../story.ts';
import { printJson } from './json-lines.ts';
import type { ScenarioRunFlags } from './scenario-run-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage` for what the user can put right, and an Error where it broke; else the exit code is set. */
export const runScenario = async (nameOrFile: string, flags: ScenarioRunFlags): Promise<void> => {
  const redact = redactor({
    'api-key': flags.apiKey,
    'second-api-key': flags.secondApiKey,
    'webhook-secret': flags.webhookSecret,
    'control-token': flags.controlToken,
  });
  try {
    await playAs(nameOrFile, flags, redact);
  } catch (error) {
    const message = visible(redact(error instanceof Error ? error.message : String(error)), { keepsLines: true });
    if (isUsage(error)) throw new WrongUsage(message, { cause: error });
    if (!(error instanceof Stopped)) throw new Error(message, { cause: error });
    process.stderr.write(`understudy: ${message}\n`);
    process.exitCode = exitCodes.stopped;
  }
};

/** What is not testable here was asked for by name: something has to be given that is not. */
const isUsage = (error: unknown): boolean =>
  error instanceof WrongUsage ||
  error instanceof WrongOrder ||
  error instanceof WrongStory ||
  error instanceof NotTestable ||
  (isTargetFault(error) && error.isWrongAddress);

const playAs = async (nameOrFile: string, flags: ScenarioRunFlags, redact: Redact): Promise<void> => {
  expectSense(flags);
  const story = await readStory(nameOrFile);
  const { loaded } = story;
  if (loaded.story.steps === undefined) {
    throw new WrongUsage(
      `${nameOrFile} has no steps: its client is yours, as in understudy exec --scenario ${nameOrFile} -- npm test`,
    );
  }
  const { stage, where, balanceUsd } = await openedFor(story, flags);
  const run = new Run(stage.target, { seed: flags.seed ?? loaded.story.given?.seed ?? 1, profile: 'deep' });
  if (stage.control === undefined) run.watch = new BalanceWatch(run, balanceUsd);
  const say = (text: string): void => {
    if (flags.json !== true) process.stdout.write(text);
  };
  // What came from elsewhere neither steers a terminal nor shows a secret.
  const clean = <T extends object>(told: T): T => redactedJson(told, redact) as T;
  try {
    say(headText(clean({ title: story.title, name: nameOrFile, where }), colors));
    let isJudging = false;
    const played = await playStory(loaded, stage, run, {
      onStep: (step) => say(stepText(clean(step), colors)),
      onClaim: (claim) => {
        if (!isJudging) say('\nThen:\n');
        isJudging = true;
        say(claimText(clean(claim), colors));
      },
    });
    say(endText(played, colors));
    if (flags.json === true) printJson(clean(toldOf(played)), 2);
    process.exitCode = isFine(played) ? exitCodes.fine : exitCodes.findings;
  } finally {
    await run.close();
    await stage.close();
  }
};

const toldOf = (played: PlayedStory): object => ({ fine: isFine(played), ...played });

const expectSense = (flags: ScenarioRunFlags): void => {
  if (flags.controlUrl !== undefined && flags.controlToken === undefined)
    throw new WrongUsage(
      'there is no token for its control API: give it in UNDERSTUDY_CONTROL_TOKEN or --control-token',
    );
  if (flags.url !== undefined && flags.controlUrl === undefined && flags.apiKey === undefined)
    throw new WrongUsage('there is no key for it: give it in UNDERSTUDY_API_KEY or --api-key');
  if (flags.allowSpend === true && flags.budgetUsd === undefined)
    throw new WrongUsage('--allow-spend needs a limit: --budget-usd');
  if (flags.budgetUsd !== undefined && flags.allowSpend !== true)
    throw new WrongUsage('--budget-usd spends nothing by itself: add --allow-spend');
};

type OpenedStage = { readonly stage: Stage; readonly where: string; readonly balanceUsd?: number | undefined };

const openedFor = async (story: Story, flags: ScenarioRunFlags): Promise<OpenedStage> => {
  const { loaded } = story;
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
    const stage = await openRunningStage(loaded, {
      controlUrl: flags.controlUrl,
      controlToken: flags.controlToken ?? '',
      inputs,
      signatureHeader: flags.signatureHeader,
      webhookPort: flags.webhookPort,
      publicUrl,
      ...(flags.url !== undefined && { baseUrl: flags.url }),
    });
    return { stage, where: `the mock at ${stage.target.baseUrl}` };
  }
  if (flags.url === undefined) {
    const { signatureHeader, seed } = flags;
    const stage = await openMockStage(story, { signatureHeader, ...(seed !== undefined && { seed }), inputs });
    return { stage, where: 'a mock in this process, on a clock that its steps move' };
  }
  const told = await deploymentTarget({
    baseUrl: flags.url,
    key: flags.apiKey ?? '',
    secondKey: flags.secondApiKey,
    webhooks:
      flags.webhookReceiver === undefined
        ? undefined
        : { secret: flags.webhookSecret, header: flags.signatureHeader, port: flags.webhookPort, publicUrl },
    inputs,
    requestsPerMinute: flags.rateLimit,
    spend:
      flags.allowSpend === true && flags.budgetUsd !== undefined
        ? { budgetUsd: flags.budgetUsd, rates: flags.price as Rates | undefined }
        : undefined,
  });
  const obstacles = obstaclesOn(loaded, told);
  if (obstacles.length > 0) {
    const lines = obstacles.map(({ where, needs }) => `  ${where}: ${needs}`);
    throw new WrongUsage(`${loaded.name} cannot be played on ${flags.url}:\n${lines.join('\n')}`);
  }
  const { pricing, balanceUsd } = await preflight(told);
  return { stage: deploymentStage(priced(told, pricing), loaded.story), where: flags.url, balanceUsd };
};
