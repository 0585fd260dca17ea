/** What a client sees of `spec/gaps/wire/rate-limit.ts`, at two requests a minute. */
import type { rateLimit as gaps } from '../../spec/gaps/wire/rate-limit.ts';
import { type Client, at } from './client.case.ts';
import type { Rows } from './row.case.ts';

const options = { rateLimit: 2 } as const;

/** Statuses of so many reads, one after the other. */
const reads = async (client: Client, count: number, key = client.apiKey): Promise<number[]> => {
  const statuses = [];
  for (let sent = 0; sent < count; sent++) {
    statuses.push((await client.call('GET', '/voices', undefined, { authorization: `Bearer ${key}` })).status);
  }
  return statuses;
};

export const rateLimit: Rows<keyof typeof gaps> = {
  'rate-limit-headers': {
    options,
    look: async (client) => {
      await client.get('/voices');
      await client.clock.advance({ seconds: 20 });
      const seen = [await client.get('/jobs/none'), await client.get('/voices'), await client.get('/pricing')];
      return seen.map(({ status, headers }) => [
        status,
        ...['ratelimit', 'ratelimit-policy', 'retry-after'].map((name) => headers.get(name)),
      ]);
    },
    sees: {
      none: [
        [404, null, null, null],
        [429, null, null, null],
        [200, null, null, null],
      ],
      'retry-after': [
        [404, null, null, null],
        [429, null, null, '40'],
        [200, null, null, null],
      ],
      ratelimit: [
        [404, '"default";r=0;t=40', '"default";q=2;w=60', null],
        [429, '"default";r=0;t=40', '"default";q=2;w=60', '40'],
        [200, null, null, null],
      ],
    },
  },
  'rate-limit-window': {
    options,
    look: async (client) => {
      const other = await client.control.createKey('a1');
      await client.clock.advance({ seconds: 50 });
      const first = await reads(client, 3);
      const byOther = await reads(client, 1, String(at(other, 'api_key')));
      await client.clock.advance({ seconds: 15 });
      return [first, byOther, await reads(client, 1)];
    },
    sees: {
      'key-sliding': [[200, 200, 429], [200], [429]],
      'key-fixed': [[200, 200, 429], [200], [200]],
      'account-sliding': [[200, 200, 429], [429], [429]],
      'account-fixed': [[200, 200, 429], [429], [200]],
    },
  },
  'rate-limit-counts': {
    options,
    look: async (client) => {
      const read = await reads(client, 3);
      const writes = [];
      for (let sent = 0; sent < 3; sent++) writes.push((await client.post('/voice/session', {})).status);
      return [read, writes];
    },
    sees: {
      'every-request': [
        [200, 200, 429],
        [429, 429, 429],
      ],
      writes: [
        [200, 200, 200],
        [201, 201, 429],
      ],
    },
  },
  'rate-limit-refused': {
    options,
    look: async (client) => {
      await reads(client, 2);
      await client.clock.advance({ seconds: 30 });
      const hammered = await reads(client, 5);
      await client.clock.advance({ seconds: 31 });
      const soon = await reads(client, 1);
      await client.clock.advance({ seconds: 60 });
      return [hammered, soon, await reads(client, 1)];
    },
    sees: {
      'not-counted': [Array(5).fill(429), [200], [200]],
      counted: [Array(5).fill(429), [429], [200]],
    },
  },
};
