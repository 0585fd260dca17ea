/** Who calls: the account that a bearer key belongs to. Keys are kept as digests only, and are compared as such. */
import type { GapChoices } from '../../spec/gaps.ts';
import type { Account, ApiKey } from '../domain/account.ts';
import { accountIdOf, digestOf } from '../engine/credentials.ts';
import type { Engine } from '../engine/engine.ts';
import type { Service } from './service.ts';

export type Caller = { readonly account: Account; readonly key: ApiKey };

/** Finds out who calls; undefined for a key that is missing, unknown or revoked. */
export type Identify = (engine: Engine, request: Request) => Promise<Caller | undefined>;

export const createIdentify = ({ choices, defaultAccountId }: Service): Identify => {
  const form = bearerForm(choices);
  return (engine, request) =>
    authenticate(engine, request.headers.get('authorization') ?? undefined, defaultAccountId, form);
};

/** How the header is written: the scheme word as the document has it, or in any case (gap `bearer-case`). */
export const bearerForm = (choices: GapChoices): RegExp =>
  choices['bearer-case'] === 'exact' ? /^Bearer ([\x21-\x7e]{1,256})$/ : /^bearer ([\x21-\x7e]{1,256})$/i;

/** `authorization` is the header's value; undefined for a key that is missing, unknown or revoked. */
export const authenticate = async (
  engine: Engine,
  authorization: string | undefined,
  defaultAccountId: string,
  form: RegExp,
): Promise<Caller | undefined> => {
  const secret = form.exec(authorization ?? '')?.[1];
  if (secret === undefined) return undefined;
  const digest = digestOf(secret);
  // A key that the user chose may look like anything: it belongs to the default account.
  for (const accountId of [accountIdOf(secret), defaultAccountId]) {
    const account = accountId === undefined ? undefined : await engine.account(accountId);
    const key = account?.keys.get(digest);
    if (account !== undefined && key !== undefined) return { account, key };
  }
  return undefined;
};
