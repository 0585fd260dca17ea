/** `understudy scenario run`: plays a story, its client too, and ends with a code that says whether it came out as it tells. */
import colors from 'picocolors';
import { BalanceWatch } from '../../contract-tests/money/by-balance.ts';
import { priced } from '../../contract-tests/money/priced.ts';
import { exitCodes } from '../../contract-tests/exit-code.ts';
import { preflight } from '../../contract-tests/preflight.ts';
import { type Redact, redactedJson, redactor } from '../../contract-tests/report/secrets.ts';
import { Run } from '../../contract-tests/run.ts';
import { type PlayedStory, isFine, playStory } from '../../contract-tests/scenario/play.ts';
import { planLine, plannedSteps, tooDear } from '../../contract-tests/scenario/plan-text.ts';
import { type StoryPlan, planStory } from '../../contract-tests/scenario/plan.ts';
import { obstaclesOn } from '../../contract-tests/scenario/playable.ts';
import type { Stage } from '../../contract-tests/scenario/stage.ts';
import { deploymentStage, openMockStage, openRunningStage } from '../../contract-tests/scenario/stages.ts';
import { claimText, endText, headText, stepText } from '../../contract-tests/scenario/text.ts';
import { setting } from '../../contract-tests/scenario/words.ts';
import type { Target } from '../../contract-tests/target.ts';
import type { Traffic } from '../../contract-tests/pacing/traffic.ts';
import { NotTestable, Stopped } from '../../contract-tests/verdict.ts';
import { WrongOrder } from '../../contract-tests/wrong-order.ts';
import { type Story, WrongStory, readStory } from '../story.ts';
import { printJson } from './json-lines.ts';
import type { ScenarioRunFlags } from './scenario-run-flags.ts';
import { deploymentOf, expectSense, inputsOf, pricesOf, runningMockOf } from './target-flags.ts';
import { messageOf, toldError } from './told-error.ts';
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
    if (!(error instanceof Stopped)) throw toldError(error, redact, isUsage(error));
    process.stderr.write(`understudy: ${messageOf(error, redact)}\n`);
    process.exitCode = exitCodes.stopped;
  }
};

/** What is not testable here was asked for by name: something has to be given that is not. */
const isUsage = (error: unknown): boolean =>
  error instanceof WrongUsage ||
  error instanceof WrongOrder ||
  error instanceof WrongStory ||
  error instanceof NotTestable;

const playAs = async (nameOrFile: string, flags: ScenarioRunFlags, redact: Redact): Promise<void> => {
  expectSense(flags, { hasConfig: false });
  if (flags.timeScale !== undefined && flags.url !== undefined)
    throw new WrongUsage('--time-scale is of a mock in this process: a service has its own time');
  const story = await readStory(nameOrFile);
  const { loaded } = story;
  if (loaded.story.steps === undefined) {
    throw new WrongUsage(
      `${nameOrFile} has no steps: its client is yours, as in understudy exec --scenario ${nameOrFile} -- npm test`,
    );
  }
  const say = (text: string): void => {
    if (flags.json !== true) process.stdout.write(text);
  };
  // What came from elsewhere neither steers a terminal nor shows a secret.
  const clean = <T extends object>(told: T): T => redactedJson(told, redact) as T;
  const head = (where: string, how?: string): string =>
    headText(clean({ title: story.title, name: nameOrFile, where, setting: setting(loaded.story) }), colors, how);
  if (flags.dryRun === true) {
    const { plan, where } = await plannedFor(story, flags);
    say(head(where, 'to be played on') + plannedSteps(clean(plan), colors) + `\n${planLine(plan, flags.budgetUsd)}`);
    const dear = flags.budgetUsd === undefined ? undefined : tooDear(plan, flags.budgetUsd);
    if (dear !== undefined) say(`It would not be begun, and end with ${exitCodes.stopped}: ${dear}.\n`);
    if (flags.json === true)
      printJson(clean({ dry_run: true, name: nameOrFile, title: story.title, where, ...plan }), 2);
    return;
  }
  const { stage, where, balanceUsd, traffic, plan } = await openedFor(story, flags);
  const run = new Run(stage.target, { seed: flags.seed ?? loaded.story.given?.seed ?? 1, profile: 'deep', traffic });
  if (stage.control === undefined) run.watch = new BalanceWatch(run, balanceUsd);
  try {
    say(head(where));
    if (plan !== undefined) expectCovered(plan, flags, say);
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
    if (flags.json === true) printJson(clean({ ...toldOf(played), ...(plan && { plan }) }), 2);
    process.exitCode = isFine(played) ? exitCodes.fine : exitCodes.findings;
  } finally {
    await run.close();
    await stage.close();
  }
};

/** Says what a story can cost before anything is paid. Throws Stopped where the budget does not cover it. */
const expectCovered = (plan: StoryPlan, { budgetUsd }: ScenarioRunFlags, say: (text: string) => void): void => {
  say(`${planLine(plan, budgetUsd)}\n`);
  const dear = plan.paid_calls === 0 ? undefined : tooDear(plan, budgetUsd ?? 0);
  if (dear !== undefined) throw new Stopped(dear);
};

const toldOf = (played: PlayedStory): object => ({ fine: isFine(played), ...played });

const ownMock = 'a mock in this process, on a clock that its steps move';

type OpenedStage = {
  readonly stage: Stage;
  readonly where: string;
  readonly balanceUsd?: number | undefined;
  readonly traffic?: Traffic | undefined;
  /** Of a deployment. */
  readonly plan?: StoryPlan;
};

const openedFor = async (story: Story, flags: ScenarioRunFlags): Promise<OpenedStage> => {
  const { loaded } = story;
  if (flags.controlUrl !== undefined) {
    const stage = await openRunningStage(loaded, {
      ...(await runningMockOf(flags, flags.controlUrl)),
      ...(flags.url !== undefined && { baseUrl: flags.url }),
    });
    return { stage, where: `the mock at ${stage.target.baseUrl}` };
  }
  if (flags.url === undefined) {
    const { signatureHeader, seed, timeScale } = flags;
    const stage = await openMockStage(story, {
      signatureHeader,
      timeScale,
      ...(seed !== undefined && { seed }),
      inputs: await inputsOf(flags),
    });
    return {
      stage,
      where: timeScale === undefined ? ownMock : `a mock in this process, ${timeScale} times as fast as real time`,
    };
  }
  const { target, plan, ...first } = await lookedAt(story, flags, flags.url);
  return { stage: deploymentStage(target, loaded.story), where: flags.url, plan, ...first };
};

/** What a dry run tells, without a mock that would begin anew. */
const plannedFor = async (
  { loaded }: Story,
  flags: ScenarioRunFlags,
): Promise<{ readonly plan: StoryPlan; readonly where: string }> => {
  const { url, controlUrl } = flags;
  if (controlUrl !== undefined) return { plan: planStory(loaded, undefined, {}), where: `the mock at ${controlUrl}` };
  if (url === undefined) return { plan: planStory(loaded, undefined, {}), where: ownMock };
  // It pays nothing, so no permission is needed for it.
  const { plan } = await lookedAt({ loaded }, flags, url, { budgetUsd: Number.POSITIVE_INFINITY });
  return { plan, where: url };
};

/** A deployment after the first look at it, with what the story can cost there. Throws `WrongUsage` where it cannot be played. */
const lookedAt = async (
  { loaded }: Pick<Story, 'loaded'>,
  flags: ScenarioRunFlags,
  url: string,
  spend?: Target['spend'],
): Promise<Pick<OpenedStage, 'balanceUsd' | 'traffic'> & { readonly target: Target; readonly plan: StoryPlan }> => {
  const told = await deploymentOf(flags, url);
  const asked =
    told.spend === undefined && spend !== undefined ? { ...told, spend: { ...spend, rates: pricesOf(flags) } } : told;
  const obstacles = obstaclesOn(loaded, asked);
  if (obstacles.length > 0) {
    const lines = obstacles.map(({ where, needs }) => `  ${where}: ${needs}`);
    throw new WrongUsage(`${loaded.name} cannot be played on ${url}:\n${lines.join('\n')}`);
  }
  const { pricing, balanceUsd, traffic } = await preflight(asked);
  const target = priced(asked, pricing);
  return { target, plan: planStory(loaded, target, target.spend?.rates ?? {}), balanceUsd, traffic };
};
