/** The accounts that there are from the start: the default one, and those that options name. Their ids count on, and their keys and secrets are made once. */
import type { NewAccount } from './control/accounts.ts';
import type { ApiKey } from './domain/account.ts';
import { keyEntry, newApiKey, newWebhookSecret } from './engine/credentials.ts';
import type { Chance } from './engine/random.ts';
import type { AccountOptions, MockOptions, Told } from './options.ts';

/** The first account that is created. */
export const defaultAccountId = 'a1';

/** What proves who a client is, and who a webhook comes from. */
export type Credentials = { readonly apiKey: string; readonly key: ApiKey; readonly webhookSecret: string };

export type NamedAccount = AccountOptions & Credentials & { readonly name: string; readonly id: string };

/** Of the default account: given, or drawn. */
export const mainCredentials = ({ apiKey, webhookSecret }: MockOptions, chance: Chance): Credentials => ({
  ...(apiKey === undefined ? newApiKey(chance, defaultAccountId, 0) : keyEntry(apiKey, defaultAccountId, 0)),
  webhookSecret: webhookSecret ?? newWebhookSecret(chance, defaultAccountId, 0),
});

/** The default account, whose name is main, and then the others. */
export const namedAccounts = (
  { balance, rates, accounts = {} }: Told,
  main: Credentials,
  chance: Chance,
): readonly NamedAccount[] => [
  { name: 'main', id: defaultAccountId, balance, ...(rates !== undefined && { rates }), ...main },
  ...Object.entries(accounts).map(([name, own], index) => {
    const id = `a${index + 2}`;
    return { ...own, name, id, ...newApiKey(chance, id, 0), webhookSecret: newWebhookSecret(chance, id, 0) };
  }),
];

/** For whoever uses them. */
export const shownByName = (all: readonly NamedAccount[]): { readonly [name: string]: NewAccount } =>
  Object.fromEntries(
    all.map(({ name, id, apiKey, key, webhookSecret }) => [
      name,
      { account_id: id, api_key: apiKey, key_id: key.keyId, webhook_secret: webhookSecret },
    ]),
  );
