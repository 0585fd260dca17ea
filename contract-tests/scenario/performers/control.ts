/** Steps that the control API of a mock does: what the console of the service does, and what only a mock can. */
import { textIn } from '../../reading/members.ts';
import type { Perform } from '../player.ts';

export const control = {
  top_up: async (player, { top_up: usd = 0, by = 'main' }) => {
    await player.control.judge.topUp(player.accountId(by), usd);
    return { lines: [`${usd} USD for ${by}`] };
  },
  new_key: async (player, { new_key: name = 'main' }) => {
    const account = player.account(name);
    // Where the timeline replaces the key, the next one is there already.
    const { key, keyId } = account.nextKey ?? (await player.control.judge.createKey(player.accountId(name)));
    [account.key, account.keyId] = [key, keyId];
    return { lines: [`requests of ${name} have the new key`] };
  },
  revoke_key: async (player, { revoke_key: name = 'main' }) => {
    await player.control.judge.revokeKey(player.accountId(name), player.account(name).keyId ?? '');
    return { lines: [`the key that ${name} uses is no longer good`] };
  },
  rotate_secret: async (player, { rotate_secret: name = 'main' }) => {
    player.account(name).secret = await player.control.judge.rotateSecret(player.accountId(name));
    return { lines: [`${name} has a new webhook secret`] };
  },
  capacity: async (player, { capacity = {} }) => {
    await player.control.judge.setCapacity(capacity);
    return { lines: [JSON.stringify(capacity)] };
  },
  fault: async (player, { fault }) => {
    if (fault !== undefined) await player.control.stage.addFault(fault);
    return { lines: ['the rule is in force'] };
  },
  clear_faults: async (player) => {
    await player.control.judge.removeFaults();
    return { lines: ['no rule is in force'] };
  },
  restart: async (player) => {
    await player.control.stage.restart();
    return { lines: ['the service broke off, and is back'] };
  },
  finish: async (player, { finish, outcome = 'succeeded' }) => {
    const id = textIn(player.answer(finish).exchange, 'id') ?? '';
    await player.control.judge.finishJob(id, outcome);
    return { lines: [`${id} is ${outcome}`] };
  },
  resend: async (player, { resend }) => {
    const id = textIn(player.answer(resend).exchange, 'id') ?? '';
    const arrived = player.arrivals().length;
    if (!(await player.control.stage.resend(id))) return { lines: [], expected: 'a job with a webhook' };
    await player.wait(0);
    return { lines: [`sent again: ${player.arrivals().length - arrived} arrived`] };
  },
} as const satisfies { readonly [verb: string]: Perform };
