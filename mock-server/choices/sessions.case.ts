/** What a client sees of `spec/gaps/wire/sessions.ts` before it connects. */
import { defaultPrompts } from '../default-prompts.ts';
import { at } from './client.case.ts';
import type { Rows } from './row.case.ts';

export const sessions: Rows<'token-lifetime' | 'default-prompt'> = {
  'token-lifetime': {
    // A session that nobody connected to is in the log as soon as its token is good for nothing.
    look: async (client) => {
      await client.post('/voice/session', { duration_minutes: 60 });
      const records = [];
      for (const seconds of [59, 2, 540, 2_998, 1]) {
        await client.clock.advance({ seconds });
        records.push(at((await client.get('/usage')).body, 'length'));
      }
      return records;
    },
    sees: { '10m': [0, 0, 1, 1, 1], '1m': [0, 1, 1, 1, 1], session: [0, 0, 0, 0, 1] },
  },
  'default-prompt': {
    look: async (client) => at((await client.post('/full-live-swap/session', { duration_minutes: 1 })).body, 'prompt'),
    sees: defaultPrompts,
  },
};
