/** How a world of the mock begins: read once from what it was told, then carried out for the first world and after every reset. */
import { capacityAfter } from './control/capacity.ts';
import { negotiated } from './control/rates.ts';
import type { FaultRule } from './domain/fault-rule.ts';
import { parseStart } from './engine/clock.ts';
import type { Engine } from './engine/engine.ts';
import type { Chance } from './engine/random.ts';
import { readFaultRules } from './fault-rules.ts';
import { type Credentials, type NamedAccount, namedAccounts } from './named-accounts.ts';
import { type Told, defaults } from './options.ts';
import type { Story } from './story.ts';

export type Opening = {
  /** The story that is played, which `told` holds already. */
  readonly story: Story | undefined;
  readonly told: Told;
  /** Milliseconds since 1970; undefined where nothing was said of it. */
  readonly start: number | undefined;
  readonly accounts: readonly NamedAccount[];
  readonly faultRules: readonly FaultRule[];
};

/** Throws a TypeError that says what of it is wrong. */
export const openingOf = (told: Told, story: Story | undefined, main: Credentials, chance: Chance): Opening => {
  const start = told.start === undefined ? undefined : parseStart(told.start);
  if (told.start !== undefined && start === undefined)
    throw new TypeError(`start must be an ISO 8601 instant in one of the years 1970 to 9998, got ${told.start}`);
  return {
    story,
    told,
    start,
    accounts: namedAccounts(told, main, chance, story?.changes),
    faultRules: readFaultRules(told.faults),
  };
};

/** Gives an engine that is new what there is from the start. */
export const furnish = async (engine: Engine, { told, accounts, faultRules }: Opening): Promise<void> => {
  for (const { balance = defaults.balance, rates = {}, rateLimit, key, webhookSecret, nextKey } of accounts) {
    const accountId = engine.nextAccountId();
    const isMade = await engine.createAccount(accountId, {
      type: 'create-account',
      balanceMicros: Math.round(balance * 1e6),
      rates: negotiated(engine.world.settings.rateCard, rates),
      ...(rateLimit !== undefined && { rateLimit }),
      key,
      webhookSecret,
    });
    if (!isMade) throw new Error(`account ${accountId} is there before its world has begun`);
    if (nextKey !== undefined) await engine.execute(accountId, { type: 'create-key', key: nextKey.key });
  }
  // Copies, for the hits of a rule are counted by the object.
  if (faultRules.length > 0) await engine.changeFaults(() => faultRules.map((rule) => ({ ...rule })));
  const { capacity } = told;
  if (capacity !== undefined) {
    await engine.changeCapacity((full) => capacityAfter(full, capacity, engine.clock.now()));
  }
};
