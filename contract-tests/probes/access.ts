/** Requests that show no good key, one of every operation that asks for one. */
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import type { CallOptions } from '../client.ts';
import { formOf } from '../form.ts';
import { textIn } from '../reading/members.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { calls } from './calls.ts';
import { submitted } from './jobs.ts';

export type Stranger = { readonly operation: OperationId; readonly says: string; readonly exchange: Exchange };

/** Every operation that asks for a key; submits only where one that is accepted may be paid for. */
export const guarded = (actor: Actor): readonly OperationId[] =>
  (Object.keys(operations) as OperationId[]).filter((id) => {
    const { authenticated, job }: Operation = operations[id];
    const isPaid = job !== undefined || id === 'getJob';
    return authenticated && (!isPaid || actor.run.purse.mayPay);
  });

/** A request that is good but for its key: its files and its job are those of the account. */
export const goodRequest = async (actor: Actor, account: Account, id: OperationId): Promise<CallOptions> => {
  if (id === 'uploadFile') return { raw: formOf(actor.target.inputs.image) };
  if (id === 'getJob') {
    const acknowledgement = await submitted(actor, 'face-swap-image');
    return { jobId: actor.wanted(textIn(acknowledgement, 'id'), 'a job', acknowledgement) };
  }
  const call = calls.find((one) => one.id === id);
  if (call === undefined) return {};
  if (call.endpoint !== undefined) return { body: await actor.bodyOf(account, call.endpoint) };
  return { body: id === 'createLiveSwapSession' ? { duration_minutes: 1 } : {} };
};

/** Every operation without a key; and once with one that stands where no key is looked for. */
export const withoutKey = async (actor: Actor): Promise<readonly Stranger[]> => {
  const account = await actor.main();
  const found: Stranger[] = [];
  for (const operation of guarded(actor)) {
    const request = await goodRequest(actor, account, operation);
    found.push({
      operation,
      says: 'no Authorization header',
      exchange: await actor.call(undefined, operation, { ...request, breaks: 'no-key' }),
    });
  }
  for (const [says, headers] of [
    ['the key in another header', { 'x-api-key': account.key }],
    ['an Authorization header without a key', { authorization: 'Bearer' }],
    ['another scheme', { authorization: `Basic ${Buffer.from(`${account.key}:`).toString('base64')}` }],
  ] as const) {
    const exchange = await actor.call(undefined, 'getBalance', { headers, breaks: 'no-key' });
    found.push({ operation: 'getBalance', says, exchange });
  }
  return found;
};

/** Keys that nobody was given: made up, and almost that of the account. */
export const withUnknownKey = async (actor: Actor): Promise<readonly Stranger[]> => {
  const account = await actor.main();
  const { key } = account;
  const found: Stranger[] = [];
  const tryKey = async (operation: OperationId, says: string, stranger: string): Promise<void> => {
    if (stranger === key) return;
    const request = await goodRequest(actor, account, operation);
    const exchange = await actor.call(stranger, operation, { ...request, breaks: 'unknown-key' });
    found.push({ operation, says, exchange });
  };
  for (const operation of guarded(actor)) await tryKey(operation, 'a key that was made up', 'no-such-key-7d1f0c93b2');
  for (const [says, stranger] of [
    ['the key without its last letter', key.slice(0, -1)],
    ['the key with a letter more', `${key}0`],
    ['the key with another last letter', key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')],
    ['the key with another first letter', (key.startsWith('a') ? 'b' : 'a') + key.slice(1)],
    ['the key in capitals', key.toUpperCase()],
    ['the key in small letters', key.toLowerCase()],
    ['the first half of the key', key.slice(0, Math.ceil(key.length / 2))],
    ['a single letter', 'x'],
  ] as const) {
    await tryKey('getBalance', says, stranger);
    await tryKey('createVoiceSession', says, stranger);
  }
  return found;
};

/** A key that worked and was revoked: the very next request with it, whatever that is, and every operation after it. */
export const withRevokedKey = async (actor: Actor): Promise<readonly Stranger[]> => {
  const { control, revokedKey } = actor.target;
  const found: Stranger[] = [];
  const tryAll = async (account: Account, key: string, says: string, ids: readonly OperationId[]): Promise<void> => {
    for (const operation of ids) {
      const request = await goodRequest(actor, account, operation);
      found.push({
        operation,
        says,
        exchange: await actor.call(key, operation, { ...request, breaks: 'revoked-key' }),
      });
    }
  };
  if (control === undefined) {
    if (revokedKey !== undefined) await tryAll(await actor.main(), revokedKey, 'a revoked key', guarded(actor));
    return found;
  }
  const account = await actor.main();
  for (const first of ['getBalance', 'createVoiceSession', 'listVoices'] as const) {
    const { key, keyId } = await control.createKey(account.id ?? '');
    const { exchange } = await actor.balance({ ...account, key });
    if (!isSuccess(exchange)) actor.wanted(undefined, 'a second key that works', exchange);
    await control.revokeKey(account.id ?? '', keyId);
    await tryAll(account, key, 'the next request with a key that was revoked', [first]);
    const others = guarded(actor).filter((id) => id !== first);
    await tryAll(account, key, 'a key that was revoked', first === 'getBalance' ? others : ['getBalance']);
  }
  return found;
};
