/** `face-voice-understudy/vitest`: the judge's checks as tests of a vitest suite of your own, one test for each check. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { ClauseId } from '../spec/clauses.ts';
import { allChecks } from './checks.ts';
import { profiles } from './check.ts';
import { isFinding } from './expected.ts';
import { type Outcome, judge } from './judge.ts';
import type { Rates } from './money/rates.ts';
import { readRates } from './money/rates.ts';
import { preflight } from './preflight.ts';
import { line } from './report/line.ts';
import { shownExchange } from './report/exchange.ts';
import { redactor } from './report/secrets.ts';
import { Run } from './run.ts';
import { selectChecks, wordsInVain } from './selection.ts';
import type { Target } from './target.ts';
import { deploymentTarget } from './targets/deployment.ts';
import { type Rehearsal, openRehearsal } from './targets/mock-rehearsal.ts';
import { openMockTarget } from './targets/mock.ts';
import { openRunningMock } from './targets/running-mock.ts';
import { WrongOrder } from './wrong-order.ts';

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
  /** USD of a call, for features whose price cannot be read from `GET /pricing`. */
  readonly prices?: { readonly [feature: string]: number };
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
 * Registers a suite with one test for each check. What cannot be judged is skipped with its reason; a finding about a should-clause is a
 * warning on standard error. Throws for words in `only` and `skip` that name nothing.
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
  describe(`the contract of ${options.url ?? 'the mock'}`, () => {
    let run: Run | undefined;
    let close = async (): Promise<void> => undefined;
    beforeAll(async () => {
      const opened = await open(options, seed);
      close = opened.close;
      const target = await checkedTarget(opened.target, options);
      const isDeployment = options.url !== undefined && options.controlUrl === undefined;
      const rehearse = (): Promise<Rehearsal> => openRehearsal(target, target.spend?.rates ?? {}, undefined, seed);
      run = new Run(target, { seed, profile, ...(isDeployment && { rehearse }) });
    }, timeoutMs);
    afterAll(async () => {
      await run?.close();
      await close();
    });
    for (const check of checks) {
      test(`${check.id}: ${check.title}`, { timeout: timeoutMs }, async ({ skip: leaveOut }) => {
        if (run === undefined) throw new Error('the target could not be opened');
        const outcome = await judge(run, check);
        const told = redact(toldOf(outcome));
        if (outcome.verdict === 'fail') throw new ContractBroken(told);
        const isUnproven = check.level === 'must' && (outcome.isVacuous || outcome.verdict === 'not_testable');
        if (strict && (isUnproven || outcome.verdict === 'warn')) throw new ContractBroken(told);
        if (isFinding(outcome)) process.stderr.write(`${told}\n`);
        else if (outcome.verdict !== 'pass') leaveOut(told);
      });
    }
  });
};

/** A clause that the server breaks. */
class ContractBroken extends Error {
  override readonly name = 'ContractBroken';
}

const toldOf = ({ message, clause, evidence: { exchanges } }: Outcome): string =>
  [
    ...(clause === undefined ? [] : [`${clause satisfies ClauseId}:`]),
    message,
    ...exchanges.map((exchange) => line(shownExchange(exchange))),
  ].join('\n');

type Opened = { readonly target: Target; readonly close: () => Promise<void> };

const open = async (options: ContractOptions, seed: number): Promise<Opened> => {
  const { url, controlUrl, controlToken = '', signatureHeader = 'Service-Signature', webhookPort = 0 } = options;
  const publicUrl = options.webhookReceiver === 'loopback' ? undefined : options.webhookReceiver;
  if (controlUrl !== undefined) {
    const { target, close } = await openRunningMock({
      baseUrl: url ?? new URL('/api/v1', controlUrl).href,
      controlUrl,
      controlToken,
      key: options.apiKey,
      signatureHeader,
      webhookPort,
      publicUrl,
    });
    return { target, close: async () => close() };
  }
  if (url === undefined) return openMockTarget({ seed });
  if (options.apiKey === undefined) throw new WrongOrder('there is no apiKey for it');
  const { prices = {}, budgetUsd } = options;
  const rates = Object.fromEntries(
    Object.entries(prices).map(([feature, usd]) => [feature, { unit: 'call', usd }]),
  ) as Rates;
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
    requestsPerMinute: options.rateLimit ?? 60,
    spend: budgetUsd === undefined ? undefined : { budgetUsd, rates },
  });
  return { target, close: async () => undefined };
};

/** Throws a TargetFault, in words for the user, where nothing can be judged. */
const checkedTarget = async (target: Target, { url, controlUrl }: ContractOptions): Promise<Target> => {
  if (url === undefined && controlUrl === undefined) return target;
  const { pricing } = await preflight(target);
  const { spend } = target;
  return spend === undefined
    ? target
    : { ...target, spend: { ...spend, rates: { ...readRates(pricing), ...spend.rates } } };
};
