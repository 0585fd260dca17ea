/** Accounts, with their money, keys and secrets: what the console of the service does for its customers. */
import { microsFromUsd, usdFromMicros } from '../domain/money.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { newApiKey, newWebhookSecret } from '../engine/credentials.ts';
import type { Engine } from '../engine/engine.ts';
import type { Chance } from '../engine/random.ts';
import { type AccountView, accountViewOf } from './books.ts';
import { type UsdRates, negotiated } from './rates.ts';

export type NewAccount = {
  readonly account_id: string;
  readonly api_key: string;
  readonly key_id: string;
  readonly webhook_secret: string;
  /** Of an account whose story revokes the key, or rotates the secret: what it changes to. */
  readonly next_api_key?: string;
  readonly next_key_id?: string;
  readonly next_webhook_secret?: string;
};

export type AccountRequest = {
  readonly balance_usd: number;
  readonly rates?: UsdRates;
  readonly rate_limit?: number | 'off';
};

export type AccountControl = {
  readonly createAccount: (request: AccountRequest) => Promise<NewAccount>;
  /** Money and keys of an account. */
  readonly account: (accountId: string) => Promise<AccountView | Refused>;
  readonly topUp: (accountId: string, amountUsd: number) => Promise<{ available_usd: number } | Refused>;
  readonly createKey: (accountId: string) => Promise<{ key_id: string; api_key: string } | Refused>;
  /** The key stops working at once (authentication.revoked-at-once). */
  readonly revokeKey: (accountId: string, keyId: string) => Promise<Record<never, never> | Refused>;
  readonly rotateWebhookSecret: (accountId: string) => Promise<{ webhook_secret: string } | Refused>;
};

export type AccountParts = {
  readonly engine: () => Engine;
  readonly chance: Chance;
  /** A revoked key needs no rate window any more. */
  readonly forgetKey: (digest: string) => void;
};

export const accountControl = ({ engine, chance, forgetKey }: AccountParts): AccountControl => ({
  createAccount: async ({ balance_usd, rates = {}, rate_limit }) => {
    for (;;) {
      const accountId = engine().nextAccountId();
      const { apiKey, key } = newApiKey(chance, accountId, 0);
      const webhookSecret = newWebhookSecret(chance, accountId, 0);
      const isMade = await engine().createAccount(accountId, {
        type: 'create-account',
        balanceMicros: microsFromUsd(balance_usd),
        rates: negotiated(engine().world.settings.rateCard, rates),
        ...(rate_limit !== undefined && { rateLimit: rate_limit }),
        key,
        webhookSecret,
      });
      if (!isMade) continue;
      return { account_id: accountId, api_key: apiKey, key_id: key.keyId, webhook_secret: webhookSecret };
    }
  },

  account: async (accountId) => {
    const account = await engine().account(accountId);
    return account === undefined ? noAccount(accountId) : accountViewOf(account);
  },

  topUp: async (accountId, amountUsd) => {
    const account = await engine().account(accountId);
    if (account === undefined) return noAccount(accountId);
    const outcome = await engine().execute(accountId, { type: 'top-up', micros: microsFromUsd(amountUsd) });
    if (isRefused(outcome)) return outcome;
    return { available_usd: usdFromMicros(account.ledger.available) };
  },

  createKey: async (accountId) => {
    const account = await engine().account(accountId);
    if (account === undefined) return noAccount(accountId);
    for (;;) {
      const nth = account.credentials + 1;
      const { apiKey, key } = newApiKey(chance, accountId, nth);
      const outcome = await engine().execute(accountId, { type: 'create-key', key, nth });
      if (!isRefused(outcome)) return { key_id: key.keyId, api_key: apiKey };
      // Another call was faster: the next number is for this one.
      if (account.credentials < nth) return outcome;
    }
  },

  revokeKey: async (accountId, keyId) => {
    const account = await engine().account(accountId);
    if (account === undefined) return noAccount(accountId);
    const revoked = [...account.keys.values()].find((key) => key.keyId === keyId);
    const outcome = await engine().execute(accountId, { type: 'revoke-key', keyId });
    if (isRefused(outcome)) return outcome;
    if (revoked !== undefined) forgetKey(revoked.digest);
    return {};
  },

  rotateWebhookSecret: async (accountId) => {
    const account = await engine().account(accountId);
    if (account === undefined) return noAccount(accountId);
    for (;;) {
      const nth = account.credentials + 1;
      const webhookSecret = newWebhookSecret(chance, accountId, nth);
      const outcome = await engine().execute(accountId, { type: 'rotate-webhook-secret', webhookSecret, nth });
      if (!isRefused(outcome)) return { webhook_secret: webhookSecret };
      if (account.credentials < nth) return outcome;
    }
  },
});

export const noAccount = (accountId: string): Refused => refuse('not_found', `no account ${accountId}`);
