/** What a client sees of `spec/gaps/wire/submits.ts`. */
import { expect } from 'vitest';
import type { submits as gaps } from '../../spec/gaps/wire/submits.ts';
import { type Client, type Seen, at, codeOf } from './client.case.ts';
import type { Rows } from './row.case.ts';

/** A submit, and again with the same key after some hours; another body where the second has other files. */
const twice = async (client: Client, hours: number, isOther = false): Promise<[Seen, Seen]> => {
  const [one, other] = [await client.upload('portrait.png'), await client.upload('portrait.png')];
  const send = (key: string): Promise<Seen> =>
    client.post('/face-swap-image', { image_key: one, face_key: key }, { 'idempotency-key': 'k' });
  const first = await send(one);
  await client.clock.advance({ seconds: hours * 3_600 });
  return [first, await send(isOther ? other : one)];
};

const isSameJob = ([first, second]: readonly [Seen, Seen]): boolean => at(first.body, 'id') === at(second.body, 'id');

export const submits: Rows<keyof typeof gaps> = {
  'resubmit-ack': {
    look: async (client) => {
      const [first, second] = await twice(client, 1);
      return [at(first.body, 'status'), at(second.body, 'status'), isSameJob([first, second])];
    },
    sees: { 'as-first': ['queued', 'queued', true], 'as-now': ['queued', 'succeeded', true] },
  },
  'resubmit-status': {
    look: async (client) => (await twice(client, 1)).map(({ status }) => status),
    sees: { same: [202, 202], '200': [202, 200] },
  },
  'resubmit-other-body': {
    look: async (client) => {
      const seen = await twice(client, 0, true);
      return codeOf(seen[1]) ?? isSameJob(seen);
    },
    sees: { original: true, invalid_input: 'invalid_input' },
  },
  'idempotency-scope': {
    look: async (client) => {
      const first = await client.swapImage({ 'idempotency-key': 'k' });
      const body = { image_key: await client.upload('portrait.png'), script: 'a' };
      return isSameJob([first, await client.post('/avatar', body, { 'idempotency-key': 'k' })]);
    },
    sees: { account: true, endpoint: false },
  },
  'idempotency-retention': {
    look: async (client) => isSameJob(await twice(client, 25)),
    sees: { '24h': false, '7d': true },
  },
  'idempotency-refusals': {
    options: { balance: 0.01 },
    look: async (client) => {
      const key = await client.upload('portrait.png');
      const send = async (name: string, body: object) =>
        codeOf(await client.post('/face-swap-image', body, { 'idempotency-key': name }));
      const body = { image_key: key, face_key: key };
      expect(await send('poor', body)).toBe('insufficient_balance');
      expect(await send('bad', { image_key: key })).toBe('invalid_input');
      await client.control.topUp('a1', 1);
      return [await send('poor', body), await send('bad', body), await send('new', body)];
    },
    sees: {
      forgotten: [undefined, undefined, undefined],
      remembered: ['insufficient_balance', 'invalid_input', undefined],
    },
  },
  'idempotency-key-form': {
    look: async (client) => [
      codeOf(await client.swapImage({ 'idempotency-key': 'k'.repeat(300) })),
      codeOf(await client.swapImage({ 'idempotency-key': 'two words' })),
    ],
    sees: { 'ascii-255': ['invalid_input', 'invalid_input'], any: [undefined, undefined] },
  },
};
