/** One request with several faults gets the first refusal of the order: each row mends one fault of the row above (gap `refusal-order`). */
import { expect, test } from 'vitest';
import type { HttpErrorCode } from '../../spec/errors.ts';
import { openMock } from './client.case.ts';

type Fix = { readonly does: string; readonly code: HttpErrorCode | undefined };

test('a submit is judged in the order key, rate, body, replay, capability, inputs, 402, at_capacity', async () => {
  const mock = await openMock();
  const { api_key: key } = await mock.control.createAccount({ balance_usd: 0.03, rate_limit: 4 });
  const image = await mock.upload('portrait.png', 'portrait.png', key);
  const body = { image_key: image, face_key: image };
  const replayed = { headers: { 'idempotency-key': 'first' }, key };
  await mock.post('/face-swap-image', body, replayed);
  await mock.control.setCapacity({ capabilities: { face_swap_image: false }, saturated: true });
  await mock.get('/voices', key);
  await mock.get('/voices', key);

  const send = async (fields: object, wears: object = { key }) =>
    (await mock.post('/face-swap-image', fields, wears)).code;
  const bad = { image_key: 1 };
  const unknown = { image_key: 'none', face_key: image };
  const order: (Fix & { readonly act: () => Promise<string | undefined> })[] = [
    { does: 'no key', code: 'unauthorized', act: () => send(bad, { key: null }) },
    { does: 'too many requests', code: 'rate_limited', act: () => send(bad) },
    { does: 'a bad body', code: 'invalid_input', act: async () => (await pause(), send(bad, replayed)) },
    { does: 'a known idempotency key', code: undefined, act: () => send(unknown, replayed) },
    { does: 'a capability that is off', code: 'capability_unavailable', act: () => send(unknown) },
    { does: 'an unknown file', code: 'invalid_input', act: async () => (await pause(), await on(), send(unknown)) },
    { does: 'no money', code: 'insufficient_balance', act: () => send(body) },
    { does: 'saturation', code: 'at_capacity', act: async () => (await fund(), send(body)) },
    { does: 'nothing', code: undefined, act: async () => (await pause(), await ease(), send(body)) },
  ];
  const pause = () => mock.clock.advance({ seconds: 61 });
  const on = () => mock.control.setCapacity({ capabilities: { face_swap_image: true } });
  const fund = () => mock.control.topUp('a2', 1);
  const ease = () => mock.control.setCapacity({ saturated: false });

  for (const { does, code, act } of order) expect(await act(), does).toBe(code);
  await mock.close();
});

test('a session is judged in the order key, body, capability, profile, 402, 503', async () => {
  const mock = await openMock();
  const { api_key: key } = await mock.control.createAccount({ balance_usd: 0 });
  await mock.control.setCapacity({ capabilities: { voice_changer: false }, voice: 'none' });
  const send = async (fields: object, callKey: string | null = key) =>
    (await mock.post('/voice/session', fields, { key: callKey })).code;

  expect(await send({ duration_minutes: 0 }, null)).toBe('unauthorized');
  expect(await send({ duration_minutes: 0, voice_profile_id: 'none' })).toBe('invalid_input');
  expect(await send({ voice_profile_id: 'none' })).toBe('capability_unavailable');
  await mock.control.setCapacity({ capabilities: { voice_changer: true } });
  expect(await send({ voice_profile_id: 'none' })).toBe('invalid_input');
  expect(await send({})).toBe('insufficient_balance');
  await mock.control.topUp('a2', 1);
  expect(await send({})).toBe('capacity_unavailable');
  await mock.control.setCapacity({ voice: 'warming' });
  expect(await send({})).toBe('capacity_warming');
  await mock.control.setCapacity({ voice: 'ready' });
  expect(await send({})).toBeUndefined();
  await mock.close();
});
