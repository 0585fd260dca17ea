/** A server's settings for tests: the list prices, the voices, and choices of a variant. */
import { rateCard } from '../../../fixtures/rate-card.ts';
import { voices } from '../../../fixtures/voices.ts';
import { type GapChoices, defaultChoices } from '../../../spec/gaps.ts';
import { features } from '../../../spec/vocabulary.ts';
import { type RateCard, rateFromUsd } from '../../domain/pricing.ts';
import { usualRules } from '../../domain/rules.ts';
import type { Settings } from '../../domain/world.ts';

export type Setup = {
  readonly choices?: Partial<GapChoices>;
  readonly concurrency?: number;
  readonly queue?: number;
  readonly jobSeconds?: number | undefined;
};

export const settingsOf = ({ choices = {}, concurrency = 10, queue = 100, jobSeconds }: Setup = {}): Settings => ({
  choices: { ...defaultChoices, ...choices },
  rateCard: Object.fromEntries(features.map((feature) => [feature, rateFromUsd(rateCard[feature])])) as RateCard,
  voiceIds: new Set(voices.map(({ id }) => id)),
  defaultPrompt: 'Swap the face.',
  concurrency,
  queue,
  jobSeconds,
  rules: usualRules,
});
