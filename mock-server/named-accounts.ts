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

export type NamedAccount = AccountOptions &
  Credentials & {
    readonly name: string;
    readonly id: string;
    /** What its story has it change to: the key is good from the beginning, the secret from the moment of the change. */
    readonly nextKey?: Pick<Credentials, 'apiKey' | 'key'>;
    readonly nextSecret?: string;
  };

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
  changes: Changes = noChanges,
): readonly NamedAccount[] =>
  [
    { name: 'main', id: defaultAccountId, balance, ...(rates !== undefined && { rates }), ...main },
    ...Object.entries(accounts).map(([name, own], index) => {
      const id = `a${index + 2}`;
      return { ...own, name, id, ...newApiKey(chance, id, 0), webhookSecret: newWebhookSecret(chance, id, 0) };
    }),
  ].map((account) => ({
    ...account,
    ...(changes.keys.includes(account.name) && { nextKey: newApiKey(chance, account.id, 'next') }),
    ...(changes.secrets.includes(account.name) && { nextSecret: newWebhookSecret(chance, account.id, 'next') }),
  }));

/** Names of the accounts whose key or webhook secret changes in a story. */
export type Changes = { readonly keys: readonly string[]; readonly secrets: readonly string[] };
const noChanges: Changes = { keys: [], secrets: [] };

/** For whoever uses them. */
export const shownByName = (all: readonly NamedAccount[]): { readonly [name: string]: NewAccount } =>
  Object.fromEntries(
    all.map(({ name, id, apiKey, key, webhookSecret, nextKey, nextSecret }) => [
      name,
      {
        account_id: id,
        api_key: apiKey,
        key_id: key.keyId,
        webhook_secret: webhookSecret,
        ...(nextKey !== undefined && { next_api_key: nextKey.apiKey, next_key_id: nextKey.key.keyId }),
        ...(nextSecret !== undefined && { next_webhook_secret: nextSecret }),
      },
    ]),
  );
