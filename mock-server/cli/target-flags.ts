/** The flags of `test` and `scenario run` that say which server is meant: whether they fit together, and what they mean. */
import type { Rates } from '../../contract-tests/money/rates.ts';
import { readInput } from '../../contract-tests/own-input.ts';
import type { Input, Target } from '../../contract-tests/target.ts';
import { deploymentTarget } from '../../contract-tests/targets/deployment.ts';
import type { RunningMock } from '../../contract-tests/targets/running-mock.ts';
import { didYouMean } from '../../scenarios/nearest.ts';
import { features } from '../../spec/vocabulary.ts';
import type { TestFlags } from './test-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

export type TargetFlags = Pick<
  TestFlags,
  | 'url'
  | 'apiKey'
  | 'controlUrl'
  | 'controlToken'
  | 'secondApiKey'
  | 'webhookSecret'
  | 'webhookReceiver'
  | 'webhookPort'
  | 'signatureHeader'
  | 'input'
  | 'rateLimit'
  | 'allowSpend'
  | 'budgetUsd'
  | 'price'
>;

/** Throws `WrongUsage` where one flag lacks another. @param hasConfig whether the command reads a file of settings */
export const expectSense = (flags: TargetFlags, { hasConfig }: { readonly hasConfig: boolean }): void => {
  const orFile = hasConfig ? ', a config file' : '';
  if (flags.url !== undefined && flags.controlUrl === undefined && flags.apiKey === undefined) {
    throw new WrongUsage(`there is no key for it: give it in UNDERSTUDY_API_KEY${orFile} or --api-key`);
  }
  if (flags.controlUrl !== undefined && flags.controlToken === undefined) {
    throw new WrongUsage(
      `there is no token for its control API: give it in UNDERSTUDY_CONTROL_TOKEN${orFile} or --control-token`,
    );
  }
  if (flags.allowSpend === true && flags.budgetUsd === undefined) {
    throw new WrongUsage('--allow-spend needs a limit: --budget-usd');
  }
  if (flags.budgetUsd !== undefined && flags.allowSpend !== true) {
    throw new WrongUsage('--budget-usd spends nothing by itself: add --allow-spend');
  }
  for (const feature of Object.keys(flags.price ?? {})) {
    if (!features.some((one) => one === feature)) {
      throw new WrongUsage(`--price: there is no feature ${feature}${didYouMean(feature, features)}`);
    }
  }
};

/** The files of `--input`, read. Throws WrongOrder for one that cannot stand for its role. */
export const inputsOf = async ({ input = {} }: TargetFlags): Promise<{ readonly [role: string]: Input }> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(input).map(async ([role, file]): Promise<[string, Input]> => [role, await readInput(role, file)]),
    ),
  );

/** A mock that runs already, at this control API. */
export const runningMockOf = async (flags: TargetFlags, controlUrl: string): Promise<Omit<RunningMock, 'baseUrl'>> => ({
  controlUrl,
  controlToken: flags.controlToken ?? '',
  inputs: await inputsOf(flags),
  signatureHeader: flags.signatureHeader,
  webhookPort: flags.webhookPort,
  publicUrl: publicUrlOf(flags),
});

/** A deployment at this base URL. It may be paid only where a budget was given with the permission. */
export const deploymentOf = async (flags: TargetFlags, baseUrl: string): Promise<Target> =>
  deploymentTarget({
    baseUrl,
    key: flags.apiKey ?? '',
    secondKey: flags.secondApiKey,
    webhooks:
      flags.webhookReceiver === undefined
        ? undefined
        : {
            secret: flags.webhookSecret,
            header: flags.signatureHeader,
            port: flags.webhookPort,
            publicUrl: publicUrlOf(flags),
          },
    inputs: await inputsOf(flags),
    requestsPerMinute: flags.rateLimit,
    spend:
      flags.allowSpend === true && flags.budgetUsd !== undefined
        ? { budgetUsd: flags.budgetUsd, rates: pricesOf(flags) }
        : undefined,
  });

/** Prices that were given by hand. */
export const pricesOf = ({ price }: TargetFlags): Rates | undefined => price;

const publicUrlOf = ({ webhookReceiver }: TargetFlags): string | undefined =>
  webhookReceiver === 'loopback' ? undefined : webhookReceiver;
