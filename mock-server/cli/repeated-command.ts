/** The command with which a finding of `test` is seen again: it leads to the same target. Secrets come from where they came from. */
import { profiles } from '../../contract-tests/check.ts';
import { signature } from '../../spec/webhooks.ts';
import { commandLine } from './command-line.ts';
import type { TestFlags } from './test-flags.ts';

export const repeatedCommand = (flags: TestFlags): string =>
  commandLine([
    'understudy',
    'test',
    ...(flags.config === undefined ? [] : ['--config', flags.config]),
    ...(flags.url === undefined ? [] : ['--url', flags.url]),
    ...(flags.controlUrl === undefined ? [] : ['--control-url', flags.controlUrl]),
    ...(flags.variantsFrom === undefined ? [] : ['--variants-from', flags.variantsFrom]),
    ...(flags.webhookReceiver === undefined ? [] : ['--webhook-receiver', flags.webhookReceiver]),
    ...(flags.webhookPort === 0 ? [] : ['--webhook-port', String(flags.webhookPort)]),
    ...(flags.signatureHeader === signature.header ? [] : ['--signature-header', flags.signatureHeader]),
    ...Object.entries(flags.input ?? {}).flatMap(([role, file]) => ['--input', `${role}=${file}`]),
    ...(flags.controlUrl === undefined ? ofDeployment(flags) : []),
    ...(flags.profile === profiles[1] ? [] : ['--profile', flags.profile]),
  ]);

/** A mock that runs already refuses these. */
const ofDeployment = (flags: TestFlags): readonly string[] => [
  ...(flags.timeScale === 1 ? [] : ['--time-scale', String(flags.timeScale)]),
  ...(flags.url === undefined || flags.rateLimit === usualRate ? [] : ['--rate-limit', rateOf(flags.rateLimit)]),
  ...Object.entries(flags.price ?? {}).flatMap(([feature, { usd, unit }]) => ['--price', `${feature}=${usd}/${unit}`]),
  ...(flags.allowSpend === true ? ['--allow-spend', '--budget-usd', String(flags.budgetUsd)] : []),
];

/** Of `--rate-limit`, in requests a minute. */
const usualRate = 60;
const rateOf = (rate: number | 'off'): string => (rate === 'off' ? rate : `${rate}/m`);
