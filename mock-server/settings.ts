/** What the rules of a world go by: prices, voices, the lawful choices, and how much is rendered at once. */
import { rateCard } from '../fixtures/rate-card.ts';
import { voices } from '../fixtures/voices.ts';
import type { GapChoices } from '../spec/gaps.ts';
import type { Feature } from '../spec/vocabulary.ts';
import { defaultPrompts } from './default-prompts.ts';
import { type RateCard, rateFromUsd } from './domain/pricing.ts';
import type { Rules } from './domain/rules.ts';
import type { Settings } from './domain/world.ts';
import type { Told } from './options.ts';

export const settingsOf = (told: Told, choices: GapChoices, rules: Rules): Settings => ({
  choices,
  rateCard: Object.fromEntries(
    Object.entries(rateCard).map(([feature, rate]) => [feature as Feature, rateFromUsd(rate)]),
  ) as RateCard,
  voiceIds: new Set(voices.map(({ id }) => id)),
  defaultPrompt: defaultPrompts[choices['default-prompt']],
  concurrency: told.concurrency,
  queue: told.queue,
  jobSeconds: told.jobTime,
  rules,
});
