/** The catalogue of rules, in the order in which a client meets them. */
import type { ConductRule } from './rule.ts';
import { inputRules } from './rules/inputs.ts';
import { jobRules } from './rules/jobs.ts';
import { keyRules } from './rules/keys.ts';
import { moneyRules } from './rules/money.ts';
import { refusalRules } from './rules/refusals.ts';
import { resultRules } from './rules/results.ts';
import { retryRules } from './rules/retries.ts';
import { streamRules } from './rules/streams.ts';
import { voiceRules } from './rules/voice.ts';

export const conductRules: readonly ConductRule[] = [
  ...keyRules,
  ...inputRules,
  ...jobRules,
  ...resultRules,
  ...retryRules,
  ...refusalRules,
  ...moneyRules,
  ...streamRules,
  ...voiceRules,
];
