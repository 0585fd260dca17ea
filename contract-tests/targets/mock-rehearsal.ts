/**
 * A mock in this process that stands for a deployment: it offers what the deployment offers and no control, and its clock is moved
 * underneath, so that what takes an hour there takes a moment here.
 */
import type { GapChoices } from '../../spec/gaps.ts';
import { type JobErrorCode, jobErrors } from '../../spec/errors.ts';
import { magicPrefix } from '../../spec/magic.ts';
import { streamFeatures } from '../../spec/vocabulary.ts';
import { usualInputs } from '../inputs.ts';
import type { Rates } from '../money/rates.ts';
import { type Input, type Inputs, type Target, inputRoles } from '../target.ts';
import { type Time, realTime } from '../time.ts';
import { type Ports, openMockTarget } from './mock.ts';

export type Rehearsal = { readonly target: Target; readonly time: Time; readonly close: () => Promise<void> };

export type RehearsalOptions = {
  readonly seed?: number;
  readonly choices?: Partial<GapChoices> | undefined;
  /** The rate card that is stood for, as far as it could be read; by default what the target is known to charge. */
  readonly rates?: Rates;
};

/** @param like the target that is stood for: the same keys, inputs and permissions are there */
export const openRehearsal = async (
  like: Target,
  { seed = 1, choices, rates = like.spend?.rates ?? {} }: RehearsalOptions = {},
): Promise<Rehearsal> => {
  const { requestsPerMinute, timeScale } = like;
  const { target, mock, close } = await openMockTarget(
    {
      seed,
      start: new Date().toISOString(),
      rateLimit: requestsPerMinute,
      onFailure: () => undefined,
      ...(choices && { choices }),
    },
    ladderTimesAsFast(timeScale),
  );
  const { control } = target;
  if (control === undefined) throw new Error('a mock in process has a control API');
  const account = async (balanceUsd: number): Promise<{ readonly id: string; readonly key: string; keyId: string }> =>
    control.createAccount({ balanceUsd, requestsPerMinute, rates: streamRates(rates) });
  const main = await control.createAccount({ balanceUsd: 100_000, requestsPerMinute, rates: streamRates(rates) });
  let revokedKey: string | undefined;
  if (like.revokedKey !== undefined) {
    const made = await control.createKey(main.id);
    await control.revokeKey(main.id, made.keyId);
    revokedKey = made.key;
  }
  return {
    target: {
      ...target,
      key: main.key,
      secondKey: like.secondKey && (await account(100_000)).key,
      revokedKey,
      lowBalanceKey: like.lowBalanceKey && (await account(0)).key,
      control: undefined,
      webhooks: like.webhooks && {
        header: target.webhooks?.header ?? like.webhooks.header,
        port: 0,
        secret: like.webhooks.secret && main.secret,
      },
      inputs: await inputsLike(like.inputs),
      timeScale,
      requestsPerMinute,
      spend: like.spend && { budgetUsd: Number.POSITIVE_INFINITY, rates },
    },
    time: {
      now: () => mock.clock.now().getTime(),
      pass: async (seconds) => void (await mock.clock.advance({ seconds })),
    },
    close,
  };
};

/** Webhooks are tried again as fast as there, all else keeps its pace: so what waits for them is planned, and takes no longer than there. */
const ladderTimesAsFast = (timeScale: number): Ports => ({
  nextAttempt: (next) => (failed) => {
    const at = next(failed);
    return at === undefined ? undefined : failed.endedAt + Math.round((at - failed.endedAt) / timeScale);
  },
});

/** A mock in place of another mock: its clock is moved by the judge as there, and nothing is paid. */
export const openPlayRehearsal = async (
  { inputs }: Pick<Target, 'inputs'>,
  { seed = 1, choices }: Omit<RehearsalOptions, 'rates'> = {},
): Promise<Rehearsal> => {
  const { target, close } = await openMockTarget({ seed, onFailure: () => undefined, ...(choices && { choices }) });
  return { target: { ...target, inputs }, time: realTime, close };
};

/** So that sessions here have the ceilings that they have there. */
const streamRates = (rates: Rates): { readonly [feature: string]: number } =>
  Object.fromEntries(
    streamFeatures.flatMap((feature) => {
      const rate = rates[feature];
      if (rate?.unit !== 'second' && rate?.unit !== 'minute') return [];
      const usd = rate.unit === 'second' ? rate.usd : rate.usd / 60;
      return [[feature, Math.round(usd * 1e6) / 1e6]];
    }),
  );

/** Files that the mock takes for sure, as long as those that stand behind them. */
const inputsLike = async (own: Inputs): Promise<Inputs> => {
  const usual = await usualInputs();
  const codes = (Object.keys(jobErrors) as JobErrorCode[]).flatMap((code): [string, Input][] => {
    const input = own[code];
    if (input === undefined) return [];
    const role = input.contentType.startsWith('video')
      ? 'video'
      : input.contentType.startsWith('audio')
        ? 'audio'
        : 'face';
    return [[code, { ...usual[role], name: `${magicPrefix}${code}-${usual[role].name}`, seconds: input.seconds }]];
  });
  return {
    ...(Object.fromEntries(inputRoles.map((role) => [role, { ...usual[role], seconds: own[role].seconds }])) as Pick<
      Inputs,
      (typeof inputRoles)[number]
    >),
    ...(Object.fromEntries(codes) as Partial<Inputs>),
  };
};
