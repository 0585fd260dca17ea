/** A reset while something else is going on: what began in the old world ends there, and the new one is as at the start. */
import { expect, test } from 'vitest';
import { openMock } from './http/client.case.ts';

test('a call whose body spans a reset is answered, and leaves nothing in the new world', async () => {
  const mock = await openMock();
  let finish: (() => void) | undefined;
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from('{"duration_'));
      finish = () => {
        controller.enqueue(Buffer.from('minutes": 1}'));
        controller.close();
      };
    },
  });
  const answer = mock.fetch(
    new Request(`${mock.url}/full-live-swap/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    }),
  );
  await new Promise(setImmediate);
  await mock.control.reset();
  finish?.();
  expect((await answer).status).toBe(201);
  expect(mock.control.clock().next_due).toBeNull();
  await mock.close();
});

test('resets at the same time come one after the other, and the clock is at its start', async () => {
  const mock = await openMock();
  await mock.clock.advance({ seconds: 60 });
  await Promise.all([mock.control.reset(), mock.control.reset(), mock.control.reset()]);
  expect(mock.control.clock()).toMatchObject({ now: '2026-01-01T00:00:00.000Z', next_due: null });
  expect((await mock.get('/balance')).status).toBe(200);
  await mock.close();
});

test('changes of capacity at the same time are all kept', async () => {
  const mock = await openMock();
  await Promise.all([
    mock.control.setCapacity({ tiers: { pro: false } }),
    mock.control.setCapacity({ saturated: true }),
  ]);
  expect(mock.control.capacity()).toMatchObject({ tiers: { pro: false, standard: true }, saturated: true });
  await mock.close();
});

test('a top-up beyond what the books can hold exactly is refused, and changes nothing', async () => {
  const mock = await openMock();
  let refused = false;
  for (let time = 0; time < 12 && !refused; time++) refused = 'refusal' in (await mock.control.topUp('a1', 1e9));
  expect(refused).toBe(true);
  expect((await mock.get('/balance')).body.balance_usd).toBeLessThan(Number.MAX_SAFE_INTEGER / 1e6);
  await mock.close();
});

test('a reset that fails is told to who asked for it, and the next one is not kept from its work', async () => {
  const mock = await openMock();
  const failing = mock.control.reset(() => {
    throw new TypeError('no such beginning');
  });
  await expect(failing).rejects.toThrow('no such beginning');
  await mock.control.reset();
  expect((await mock.get('/balance')).status).toBe(200);
  await mock.close();
});
