/** Who calls: the account that a bearer key belongs to. Keys are kept as digests only, and are compared as such. */
import type { GapChoices } from '../../spec/gaps.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Account, ApiKey } from '../domain/account.ts';
import { accountIdOf, digestOf } from '../engine/credentials.ts';
import type { Engine } from '../engine/engine.ts';
import type { Authenticate } from './ports.ts';
import type { Service } from './service.ts';

export type Caller = { readonly account: Account; readonly key: ApiKey };

/** Finds out who calls; undefined for a key that is missing, unknown or revoked. */
export type Identify = (engine: Engine, request: Request) => Promise<Caller | undefined>;

export const createIdentify = ({ choices, defaultAccountId }: Service): Identify => {
  const form = bearerForm(choices);
  return (engine, request) =>
    authenticate(engine, request.headers.get('authorization') ?? undefined, defaultAccountId, form);
};

/** Lets a caller pass, or `'public'`: nobody in particular, where no key is needed; undefined for a 401. */
export type Enter = (engine: Engine, request: Request) => Promise<Caller | 'public' | undefined>;

/** Who may call an operation. Only `getPricing` needs no key, and a bad one is no obstacle there (gap `pricing-access`). */
export const createEntrance = (service: Service): ((operation: OperationId) => Enter) => {
  const { choices, defaultAccountId, ports } = service;
  const form = bearerForm(choices);
  const own: Authenticate = async ({ authorization, operation, callerOf }) => {
    const caller = await callerOf(authorization);
    if (caller !== undefined || operation !== 'getPricing') return caller;
    return choices['pricing-access'] === 'bad-key-refused' && authorization !== undefined ? undefined : 'public';
  };
  const wrapped = ports?.authenticate?.(own);
  const usual = createIdentify(service);
  return (operation) =>
    // The way that nothing is wrapped around, which is most requests of most mocks.
    wrapped === undefined && operation !== 'getPricing'
      ? usual
      : (engine, { headers }) =>
          (wrapped ?? own)({
            authorization: headers.get('authorization') ?? undefined,
            operation,
            callerOf: (authorization) => authenticate(engine, authorization, defaultAccountId, form),
            callers: () => callersOf(engine),
          });
};

const callersOf = async (engine: Engine): Promise<readonly Caller[]> => {
  const accounts = await Promise.all(engine.accountIds().map((id) => engine.account(id)));
  return accounts.flatMap((account) =>
    account === undefined ? [] : [...account.keys.values()].map((key) => ({ account, key })),
  );
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
