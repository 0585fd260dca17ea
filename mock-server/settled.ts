/** What a mock is told, settled before its parts are made: options, lawful choices, chance, secrets, and how its world begins. */
import type { GapChoices } from '../spec/gaps.ts';
import { type Chance, createChance, derivedSecret, systemLetters } from './engine/random.ts';
import { completeChoices } from './gap-choices.ts';
import { type Keeping, type WorldFacts, newSecretRoot, resumedOptions } from './keeping.ts';
import { type Credentials, mainCredentials } from './named-accounts.ts';
import { type Opening, openingOf } from './opening.ts';
import { type MockOptions, type Told, defaults, isLoopback, withDefaults } from './options.ts';
import type { Story } from './story.ts';

export type Settled = {
  readonly told: Told;
  readonly choices: GapChoices;
  readonly chance: Chance;
  /** Of the default account. */
  readonly main: Credentials;
  readonly opening: Opening;
  /** What goes with the world when it is kept. */
  readonly facts: WorldFacts;
  readonly controlToken: string;
};

/**
 * A world that is there already has a say: its seed and its keys stay. Throws a TypeError or RangeError for an option that cannot be, and
 * `DataFolderError` for one that does not go with that world.
 * @param asked the options, as the story leaves them
 */
export const settle = (
  asked: MockOptions,
  story: Story | undefined,
  { facts: kept, shared }: Pick<Keeping, 'facts' | 'shared'>,
): Settled => {
  const secretSource = isLoopback(asked.host ?? defaults.host) ? 'seed' : 'system';
  const told = withDefaults(kept === undefined ? asked : resumedOptions(asked, kept, secretSource));
  const choices = completeChoices(told.choices, told.variants === 'shuffle' ? told.seed : undefined);
  const secretRoot = kept?.secretRoot ?? newSecretRoot();
  const chance = createChance(told.seed, secretSource, choices['id-form'], secretRoot);
  const main = mainCredentials(told, chance);
  const { apiKey, webhookSecret } = main;
  return {
    told,
    choices,
    chance,
    main,
    opening: openingOf(told, story, main, chance),
    facts: { seed: told.seed, secretSource, secretRoot, apiKey, webhookSecret },
    // One for all that serve the same world: whoever steers them does not know which of them answers.
    controlToken: shared === undefined ? systemLetters() : derivedSecret(secretRoot, 'control-token'),
  };
};
