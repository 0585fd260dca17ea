/** `face-voice-understudy/vitest`: `test` with an account for each test; and the judge's checks as a suite of your own, one test for each check. */
import { type TestAPI, afterAll, beforeAll, describe, test as plainTest } from 'vitest';
import type { ClauseId } from '../spec/clauses.ts';
import { jobErrors } from '../spec/errors.ts';
import { features } from '../spec/vocabulary.ts';
import { allChecks } from './checks.ts';
import { type Check, type Need, needs, profiles } from './check.ts';
import { type Outcome, judge } from './judge.ts';
import { BalanceWatch } from './money/by-balance.ts';
import { stillRendering } from './money/rendering.ts';
import { priced } from './money/priced.ts';
import { type Rate, type Rates, rateUnits } from './money/rates.ts';
import { readInput } from './own-input.ts';
import { type Plan, expectPriced, makePlan, neededBy } from './plan.ts';
import { preflight } from './preflight.ts';
import { isUnproven } from './report/reported-check.ts';
import { line } from './report/line.ts';
import { shortPlanText } from './report/plan-text.ts';
import { shownExchange } from './report/exchange.ts';
import { reportedPlan } from './report/reported-plan.ts';
import { redactor } from './report/secrets.ts';
import { Run } from './run.ts';
import { selectChecks, wordsInVain } from './selection.ts';
import { type SuiteFixtures, type SuiteOptions, createTest } from './suite/fixtures.ts';
import { type Input, type Target, inputRoles } from './target.ts';
import { deploymentTarget } from './targets/deployment.ts';
import { type Rehearsal, openRehearsal } from './targets/mock-rehearsal.ts';
import { openMockTarget } from './targets/mock.ts';
import { openRunningMock } from './targets/running-mock.ts';
import { Stopped, isFinding } from './verdict.ts';
import { goneAt } from './went-away.ts';
import { WrongOrder } from './wrong-order.ts';

export type { TestAccount } from './suite/account.ts';
export { type SuiteFixtures, type SuiteOptions, createTest };
export type { TestClock, TestService } from './suite/service.ts';

/** As vitest's own, with `account`, `clock` and `service` for those who ask for them. */
export const test: TestAPI<SuiteFixtures> = createTest();

export type ContractOptions = {
  /** Base URL of the server; it ends with `/api/v1`. Without one a mock in this process is judged. */
  readonly url?: string;
  readonly apiKey?: string;
  /** Of a running mock: accounts, clock and outcomes come from its control API. */
  readonly controlUrl?: string;
  readonly controlToken?: string;
  readonly secondApiKey?: string;
  readonly revokedApiKey?: string;
  readonly lowBalanceApiKey?: string;
  /** `loopback`, or the public URL that leads to `webhookPort`. */
  readonly webhookReceiver?: string;
  readonly webhookSecret?: string;
  readonly webhookPort?: number;
  readonly signatureHeader?: string;
  /** Requests a minute, 60 if nothing is said. */
  readonly rateLimit?: number | 'off';
  /** The most that may be spent, in USD. Without it nothing that costs money is sent. */
  readonly budgetUsd?: number;
  /** For features whose price cannot be read from `GET /pricing`: USD of a call, or with its unit. */
  readonly prices?: { readonly [feature: string]: number | Rate };
  /** Files of your own, by what they stand for: `video`, `image`, `face`, `audio`, `voice`, or the code with which they make a job fail. */
  readonly inputs?: { readonly [role: string]: string };
  /** The webhook ladder of the server runs so many times faster than documented. */
  readonly timeScale?: number;
  /** `smoke`, `standard` (as usual) or `deep`. */
  readonly profile?: 'smoke' | 'standard' | 'deep';
  /** Ids of checks, clauses or sections. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly seed?: number;
  /** What was not put to the proof fails, if a must-clause rests on it; and a finding about a should-clause fails too. */
  readonly strict?: boolean;
  /** Of one test, in milliseconds; ten minutes if nothing is said. */
  readonly timeoutMs?: number;
};

/**
 * Registers a suite with one test for each check. What cannot be judged, or was not put to the proof, is skipped with its reason; where the target goes away one test fails and the rest are skipped; a finding about a should-clause is a
 * warning on standard error; so is, for a deployment, what is going to be sent and what it can cost, before anything paid is. Throws for words in `only` and `skip` that name nothing.
 */
export const describeContract = (options: ContractOptions = {}): void => {
  const { profile = 'standard', only, skip, seed = 1, timeoutMs = 600_000, strict = false } = options;
  const [vain] = wordsInVain(allChecks, [...(only ?? []), ...(skip ?? [])]);
  if (vain !== undefined) throw new WrongOrder(`there is no check, clause or section ${vain}`);
  if (!profiles.includes(profile))
    throw new WrongOrder(`profile must be one of ${profiles.join(', ')}, got ${profile}`);
  const checks = selectChecks(allChecks, { profile, ...(only && { only }), ...(skip && { skip }) });
  const redact = redactor({
    'api-key': options.apiKey,
    'second-api-key': options.secondApiKey,
    'revoked-api-key': options.revokedApiKey,
    'low-balance-api-key': options.lowBalanceApiKey,
    'webhook-secret': options.webhookSecret,
    'control-token': options.controlToken,
  });
  const rates = ratesOf(options.prices);
  const server = options.url ?? 'the mock';
  describe(`the contract of ${server}`, () => {
    let run: Run | undefined;
    let watch: BalanceWatch | undefined;
    let plan: Plan | undefined;
    let gone: string | undefined;
    let close = async (): Promise<void> => undefined;
    beforeAll(async () => {
      const opened = await open(options, rates, seed);
      close = opened.close;
      const isDeployment = options.url !== undefined && options.controlUrl === undefined;
      const isOurs = options.url === undefined && options.controlUrl === undefined;
      const first = isOurs ? undefined : await preflight(opened.target);
      const target = first === undefined ? opened.target : priced(opened.target, first.pricing);
      const rehearse = (): Promise<Rehearsal> => openRehearsal(target, { seed });
      if (isDeployment) {
        const { latencyMs = 0 } = first ?? {};
        plan = await makePlan(target, checks, { profile, seed, latencyMs, rates: target.spend?.rates ?? {} });
        const told = shortPlanText(reportedPlan(plan), target.spend?.budgetUsd, target.requestsPerMinute);
        process.stderr.write(`${redact(told)}\n`);
        expectPriced(plan);
      }
      run = new Run(target, { seed, profile, traffic: first?.traffic, ...(isDeployment && { rehearse }) });
      if (plan !== undefined && target.spend !== undefined) watch = new BalanceWatch(run, first?.balanceUsd);
    }, timeoutMs);
    afterAll(async () => {
      const money = run && (await watch?.settled(await stillRendering(run)));
      if (money?.remark !== undefined) process.stderr.write(`the contract of ${server}: ${money.remark}\n`);
      await run?.close();
      await close();
    }, timeoutMs);
    for (const check of checks) {
      plainTest(`${check.id}: ${check.title}`, { timeout: timeoutMs }, async ({ skip: leaveOut }) => {
        if (run === undefined) throw new Error('the target could not be opened');
        if (gone !== undefined) return leaveOut(gone);
        const outcome = await judgedWithin(run, check, await watch?.tooDear(check.id, neededBy(check, plan)));
        if (typeof outcome === 'string') {
          if (strict && check.level === 'must') throw new ContractBroken(outcome);
          return leaveOut(outcome);
        }
        gone = await goneAt(run, outcome);
        if (gone !== undefined)
          throw new Error(`${gone}: nothing is said of its clauses, and the checks after it are skipped`);
        const told = redact(toldOf(outcome));
        if (outcome.verdict === 'fail') throw new ContractBroken(told);
        if (strict && (isUnproven(outcome) || outcome.verdict === 'warn')) throw new ContractBroken(told);
        if (isFinding(outcome)) process.stderr.write(`${told}\n`);
        // What was not put to the proof is no pass.
        else if (outcome.verdict !== 'pass' || outcome.isVacuous) leaveOut(told);
      });
    }
  });
};

/** Within the budget. @returns why it was left out, where the budget does not cover it */
const judgedWithin = async (run: Run, check: Check, tooDear: string | undefined): Promise<Outcome | string> => {
  if (tooDear !== undefined) return tooDear;
  try {
    return await judge(run, check);
  } catch (error) {
    if (error instanceof Stopped) return error.message;
    throw error;
  }
};

/** A clause that the server breaks. */
class ContractBroken extends Error {
  override readonly name = 'ContractBroken';
}

const toldOf = ({ message, clause, evidence: { exchanges } }: Outcome): string =>
  [
    ...(clause === undefined ? [] : [`${clause satisfies ClauseId}:`]),
    byOptions(message),
    ...exchanges.map((exchange) => line(shownExchange(exchange))),
  ].join('\n');

/** A message that tells what is missing, with the options of a suite in place of the flags of the command. */
const byOptions = (message: string): string =>
  (Object.keys(needs) as Need[]).reduce((text, need) => {
    const [reason = ''] = needs[need].split(': ', 1);
    return text.replaceAll(needs[need], `${reason}: ${remedies[need]}`);
  }, message);

const remedies: { readonly [need in Need]: string } = {
  spend: 'give budgetUsd',
  'much-money': "give profile 'deep'",
  'second-account': 'give secondApiKey',
  'revoked-key': 'give revokedApiKey',
  'low-balance': 'give lowBalanceApiKey',
  'failing-input': 'give inputs for face_not_detected, content_rejected or processing_failed',
  receiver: 'give webhookReceiver and webhookSecret',
  'long-time': "give profile 'deep', or a target whose clock can be moved",
  'ladder-time': "give profile 'deep', timeScale, or a target whose clock can be moved",
  control: 'give controlUrl and controlToken',
};

type Opened = { readonly target: Target; readonly close: () => Promise<void> };

/** Throws WrongOrder for a feature or a unit that there is not. */
const ratesOf = (prices: ContractOptions['prices'] = {}): Rates => {
  const rates = Object.entries(prices).map(([feature, price]) => {
    if (!features.some((one) => one === feature)) throw new WrongOrder(`prices: there is no feature ${feature}`);
    const rate = typeof price === 'number' ? { usd: price, unit: 'call' as const } : price;
    if (!rateUnits.includes(rate.unit))
      throw new WrongOrder(`prices: the unit of ${feature} must be one of ${rateUnits.join(', ')}, got ${rate.unit}`);
    return [feature, rate];
  });
  return Object.fromEntries(rates) as Rates;
};

/** Throws WrongOrder for a file that cannot be read, or that stands for nothing. */
const inputsOf = async (files: ContractOptions['inputs'] = {}): Promise<{ readonly [role: string]: Input }> => {
  const roles: readonly string[] = [...inputRoles, ...Object.keys(jobErrors)];
  const vain = Object.keys(files).find((role) => !roles.includes(role));
  if (vain !== undefined) throw new WrongOrder(`inputs: ${vain} is none of ${roles.join(', ')}`);
  const inputs = Object.entries(files).map(async ([role, file]) => [role, await readInput(role, file)] as const);
  return Object.fromEntries(await Promise.all(inputs));
};

const open = async (options: ContractOptions, rates: Rates, seed: number): Promise<Opened> => {
  const inputs = await inputsOf(options.inputs);
  const { url, controlUrl, controlToken = '', signatureHeader = 'Service-Signature', webhookPort = 0 } = options;
  const publicUrl = options.webhookReceiver === 'loopback' ? undefined : options.webhookReceiver;
  if (controlUrl !== undefined) {
    const { target, close } = await openRunningMock({
      baseUrl: url ?? new URL('/api/v1', controlUrl).href,
      controlUrl,
      controlToken,
      key: options.apiKey,
      inputs,
      signatureHeader,
      webhookPort,
      publicUrl,
    });
    return { target, close: async () => close() };
  }
  if (url === undefined) {
    const { target, close } = await openMockTarget({ seed });
    return { target: { ...target, inputs: { ...target.inputs, ...inputs } }, close };
  }
  if (options.apiKey === undefined) throw new WrongOrder('there is no apiKey for it');
  const { budgetUsd } = options;
  const target = await deploymentTarget({
    baseUrl: url.replace(/\/+$/, ''),
    key: options.apiKey,
    secondKey: options.secondApiKey,
    revokedKey: options.revokedApiKey,
    lowBalanceKey: options.lowBalanceApiKey,
    webhooks:
      options.webhookReceiver === undefined
        ? undefined
        : { secret: options.webhookSecret, header: signatureHeader, port: webhookPort, publicUrl },
    inputs,
    timeScale: options.timeScale,
    requestsPerMinute: options.rateLimit ?? 60,
    spend: budgetUsd === undefined || options.profile === 'smoke' ? undefined : { budgetUsd, rates },
  });
  return { target, close: async () => undefined };
};
