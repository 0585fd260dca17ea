/** A caller with an account of its own, in a mock that others use too, and its books: whenever nothing runs they tell one story. */
import { expect } from 'vitest';
import { type MediumName, medium, mediumBytes } from '../../fixtures/media.ts';
import { type Client, type Seen, at } from './client.case.ts';

export type Caller = {
  readonly accountId: string;
  readonly webhookSecret: string;
  readonly call: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Seen>;
  /** The body of a success. */
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string, body: object, headers?: Record<string, string>) => Promise<unknown>;
  /** Key of a fixture, uploaded under a name that may hold a magic word. */
  readonly upload: (name: MediumName, as?: string) => Promise<string>;
  /** In millionths of a dollar. */
  readonly balance: () => Promise<number>;
  /** What was spent is what the balance lacks, the records and their summary say. Only for when nothing runs. */
  readonly books: () => Promise<Books>;
};

/** Amounts in millionths of a dollar. */
export type Books = { readonly balance: number; readonly spent: number; readonly records: readonly UsageRecord[] };

export type UsageRecord = {
  readonly id: string;
  readonly status: string;
  readonly charged_usd: number;
  readonly reason: string | null;
};

export const openCaller = async (
  client: Client,
  account: Parameters<Client['control']['createAccount']>[0],
): Promise<Caller> => {
  const { account_id: accountId, api_key, webhook_secret } = await client.control.createAccount(account);
  const authorization = `Bearer ${api_key}`;
  const call: Caller['call'] = (method, path, body, headers = {}) =>
    client.call(method, path, body, { authorization, headers });
  const get: Caller['get'] = async (path) => success(await call('GET', path));

  return {
    accountId,
    webhookSecret: webhook_secret,
    call,
    get,
    post: async (path, body, headers) => success(await call('POST', path, body, headers)),
    upload: async (name, as = name) => {
      const form = new FormData();
      form.set('file', new Blob([(await mediumBytes(name)).slice()], { type: medium(name).contentType }), as);
      const uploaded = await client.call('POST', '/uploads', undefined, { authorization, raw: form });
      return String(at(success(uploaded), 'file_key'));
    },
    balance: async () => micros(at(await get('/balance'), 'balance_usd')),
    books: async () => {
      const body = await get('/balance');
      const spent = micros(at(body, 'total_spent_usd'));
      const left = micros(at(body, 'balance_usd'));
      expect(left).toBe(micros(account.balance_usd) - spent);
      const records = (await get('/usage?limit=500')) as readonly UsageRecord[];
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
      expect(sumOf(records)).toBe(spent);
      const summary = await get('/usage/summary');
      expect(sumOf(Array.isArray(summary) ? summary : [summary])).toBe(spent);
      return { balance: left, spent, records };
    },
  };
};

/** The body of an answer that must be a success. */
export const success = ({ status, body, text }: Seen): unknown => {
  expect(String(status), text).toMatch(/^2/);
  return body;
};

/** The acknowledgement's own address, without the part that the client adds. */
export const pathOf = (taken: unknown): string => String(at(taken, 'status_url')).replace('/api/v1', '');

/** Millionths of a dollar, since sums of fractions are not exact. */
export const micros = (usd: unknown): number => Math.round(Number(usd) * 1e6);

const sumOf = (parts: readonly { readonly charged_usd?: unknown }[]): number =>
  parts.reduce((sum, { charged_usd }) => sum + micros(charged_usd), 0);

/** What has come to the books since. */
export const newRecords = (before: Books, after: Books): readonly UsageRecord[] =>
  after.records.filter(({ id }) => !before.records.some((record) => record.id === id));
