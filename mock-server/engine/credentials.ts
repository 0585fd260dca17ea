/** API keys and webhook secrets: made here, shown once, and of a key only the digest is kept (authentication.key-stored-as-hash). */
import { hash } from 'node:crypto';
import type { ApiKey } from '../domain/account.ts';
import type { Chance } from './random.ts';

/** What is kept of an API key. */
export const digestOf = (apiKey: string): string => hash('sha256', apiKey, 'base64url');

/** Which of an account's: the first is 0, and `next` is the one that a story has it change to. */
type Ordinal = number | 'next';

/** A key of ours carries its account's id, so that no index of keys is needed: `test_<account>_<secret>`. */
export const newApiKey = (chance: Chance, accountId: string, ordinal: Ordinal): { apiKey: string; key: ApiKey } =>
  keyEntry(`test_${accountId}_${chance.secret(`api-key/${accountId}/${ordinal}`)}`, accountId, ordinal);

/** A key that the user chose. */
export const keyEntry = (apiKey: string, accountId: string, ordinal: Ordinal): { apiKey: string; key: ApiKey } => ({
  apiKey,
  key: { keyId: `key_${accountId}_${ordinal}`, digest: digestOf(apiKey) },
});

/** The account that a key of ours names; undefined for one that a user chose. */
export const accountIdOf = (apiKey: string): string | undefined => /^test_([a-z0-9]{1,20})_/.exec(apiKey)?.[1];

export const newWebhookSecret = (chance: Chance, accountId: string, ordinal: Ordinal): string =>
  `whsec_${chance.secret(`webhook/${accountId}/${ordinal}`)}`;
