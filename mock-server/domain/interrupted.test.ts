/** What ends with the process that did it: its own streams, and none that is over or another's. */
import { expect, test } from 'vitest';
import { open } from '../engine/simulation/bench.case.ts';
import { lostStreams } from './interrupted.ts';
import { isRefused } from './refusal.ts';

test('only a stream that runs is lost, and only where its process is gone', async () => {
  const { account, execute } = await open();
  const streams: string[] = [];
  for (let made = 0; made < 2; made++) {
    const created = await execute({ type: 'create-session', capability: 'voice_changer', durationMinutes: 1 });
    if (isRefused(created)) throw new Error(created.refusal.message);
    streams.push(created.reply.sessionId);
  }
  const [sessionId = ''] = streams;
  await execute({ type: 'connect-session', sessionId });
  expect(lostStreams(await account(), () => true)).toMatchObject([{ sessionId, by: 'lost' }]);
  expect(lostStreams(await account(), () => false)).toEqual([]);
});
