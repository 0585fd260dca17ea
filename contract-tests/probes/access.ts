/** Requests that show no good key, one of every operation that asks for one. */
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import type { CallOptions } from '../client.ts';
import { formOf } from '../form.ts';
import { textIn } from '../reading/members.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { isAtLarge, someOf } from '../sample.ts';
import { calls } from './calls.ts';
import { submitted } from './jobs.ts';

export type Stranger = { readonly operation: OperationId; readonly says: string; readonly exchange: Exchange };

/** Every operation that asks for a key. */
const guarded = (Object.keys(operations) as OperationId[]).filter((id) => (operations[id] as Operation).authenticated);

/** A request that is good but for its key: its files and its job are those of the account, or none where nothing may be spent. */
const requestOf = async (
  actor: Actor,
  account: Account,
  id: OperationId,
  breaks: 'no-key' | 'unknown-key' | 'revoked-key',
): Promise<CallOptions> => {
  if (id === 'uploadFile') return { raw: formOf(actor.target.inputs.image), breaks };
  if (id === 'getJob') {
    if (!actor.run.purse.mayPay) return { jobId: 'job_none', breaks: `${breaks} + unknown-job` };
    const acknowledgement = await submitted(actor, 'face-swap-image');
    return { jobId: actor.wanted(textIn(acknowledgement, 'id'), 'a job', acknowledgement), breaks };
  }
  const call = calls.find((one) => one.id === id);
  if (call === undefined) return { breaks };
  if (call.endpoint !== undefined) {
    // Whoever is let in without a good key gets nothing that would be paid for.
    const isDear = !isAtLarge(actor.run);
    return { body: isDear ? actor.bodyOfNothing(call.endpoint) : await actor.bodyOf(account, call.endpoint), breaks };
  }
  return { body: id === 'createLiveSwapSession' ? { duration_minutes: 1 } : {}, breaks };
};

/** `GET /balance` without a key, and with one that was made up. */
export const strangersBalance = async (
  actor: Actor,
): Promise<{ readonly missing: Exchange; readonly unknown: Exchange }> => ({
  missing: await actor.call(undefined, 'getBalance', { breaks: 'no-key' }),
  unknown: await actor.call('no-such-key-31b7e2', 'getBalance', { breaks: 'unknown-key' }),
});

/** Operations whose refusal is told from others without a job and without a file. */
const plainlyGuarded = guarded.filter((id) => !('job' in operations[id]) && id !== 'getJob');

/** The same in a few requests. */
const fewWithoutKey = async (actor: Actor): Promise<readonly Stranger[]> => {
  const account = await actor.main();
  const { missing } = await actor.run.once(strangersBalance);
  const found: Stranger[] = [];
  for (const operation of plainlyGuarded) {
    const send = async (): Promise<Exchange> =>
      actor.call(undefined, operation, await requestOf(actor, account, operation, 'no-key'));
    const exchange = operation === 'getBalance' ? missing : await send();
    found.push({ operation, says: 'no Authorization header', exchange });
  }
  return found;
};

/** Every operation without a key; and once with one that stands where no key is looked for. */
export const withoutKey = async (actor: Actor): Promise<readonly Stranger[]> => {
  if (actor.run.profile === 'smoke') return fewWithoutKey(actor);
  const account = await actor.main();
  const found: Stranger[] = [];
  for (const operation of guarded) {
    const request = await requestOf(actor, account, operation, 'no-key');
    found.push({
      operation,
      says: 'no Authorization header',
      exchange: await actor.call(undefined, operation, request),
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
    const request = await requestOf(actor, account, operation, 'unknown-key');
    const exchange = await actor.call(stranger, operation, request);
    found.push({ operation, says, exchange });
  };
  if (actor.run.profile === 'smoke') {
    const { unknown } = await actor.run.once(strangersBalance);
    found.push({ operation: 'getBalance', says: 'a key that was made up', exchange: unknown });
    return found;
  }
  for (const operation of someOf(actor.run, guarded, 4, 'unknown key'))
    await tryKey(operation, 'a key that was made up', 'no-such-key-7d1f0c93b2');
  const alike = [
    ['the key without its last letter', key.slice(0, -1)],
    ['the key with a letter more', `${key}0`],
    ['the key with another last letter', key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')],
    ['the key with another first letter', (key.startsWith('a') ? 'b' : 'a') + key.slice(1)],
    ['the key in capitals', key.toUpperCase()],
    ['the key in small letters', key.toLowerCase()],
    ['the first half of the key', key.slice(0, Math.ceil(key.length / 2))],
    ['a single letter', 'x'],
  ] as const;
  for (const [says, stranger] of someOf(actor.run, alike, 3, 'keys')) {
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
      const request = await requestOf(actor, account, operation, 'revoked-key');
      found.push({ operation, says, exchange: await actor.call(key, operation, request) });
    }
  };
  if (control === undefined) {
    if (revokedKey !== undefined) await tryAll(await actor.main(), revokedKey, 'a revoked key', guarded);
    return found;
  }
  const account = await actor.main();
  const firsts = ['getBalance', 'createVoiceSession', 'listVoices'] as const;
  for (const first of someOf(actor.run, firsts, 1, 'revoked key')) {
    const { key, keyId } = await control.createKey(account.id ?? '');
    const { exchange } = await actor.balance({ ...account, key });
    if (!isSuccess(exchange)) actor.wanted(undefined, 'a second key that works', exchange);
    await control.revokeKey(account.id ?? '', keyId);
    await tryAll(account, key, 'the next request with a key that was revoked', [first]);
    const others = someOf(actor.run, guarded, 4, 'operations').filter((id) => id !== first);
    await tryAll(account, key, 'a key that was revoked', first === 'getBalance' ? others : ['getBalance']);
  }
  return found;
};
