import { expect, test, vi } from 'vitest';
import { openClient } from '../choices/client.case.ts';

/** Loads slowly, and then answers for the receiver at once. */
vi.mock('./sender.ts', async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const send = (): Promise<object> => Promise.resolve({ kind: 'answered', status: 500 });
  return { createSender: () => ({ send, close: () => Promise.resolve() }) };
});

test('while the sender is loaded, the clock passes no attempt, however little patience there is', async () => {
  const client = await openClient({}, { settleMs: 1 });
  const image = await client.upload('portrait.png');
  const body = { image_key: image, face_key: image, callback_url: 'http://127.0.0.1:9/' };
  await client.post('/face-swap-image', body);
  await client.clock.advance({ seconds: 3_600 });
  const [delivery] = await client.control.deliveries({ limit: 1 });
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500]);
  await client.close();
});
