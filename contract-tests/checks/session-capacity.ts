/** Voice sessions when there is no capacity: none, rather than one that could not stream. */
import { type Check, check } from '../check.ts';
import { isSuccess } from '../wire/exchange.ts';
import type { Exchange } from '../wire/exchange.ts';

export const sessionCapacityChecks: readonly Check[] = [
  check({
    id: 'voice-session.no-unusable-session',
    title: 'without voice capacity no session is handed out',
    clauses: ['endpoints.voice-session.no-unusable-session'],
    needs: ['control'],
    run: async (t) => {
      const account = await t.main();
      for (const state of ['none', 'warming']) {
        await t.control.setCapacity({ voice: state });
        let exchange: Exchange;
        try {
          exchange = await t.call(account, 'createVoiceSession', { body: {}, breaks: 'capacity' });
        } finally {
          await t.control.setCapacity({ voice: 'ready' });
        }
        t.expect('endpoints.voice-session.no-unusable-session', !isSuccess(exchange), {
          expected: `no session while voice capacity is ${state}`,
          at: exchange,
        });
      }
    },
  }),
];
