/** The books of an account by the control API: charges and refunds apart, and sessions with what they cost. */
import { afterEach, expect, test } from 'vitest';
import { openMock } from '../http/client.case.ts';
import { openSocketMock } from '../sockets/client.case.ts';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

test('charges and refunds are told apart, and what is held as long as it is', async () => {
  const mock = await openMock();
  open.push(mock);
  const voice = await mock.upload('voice.wav');
  const image = await mock.upload('portrait.png');
  const { body } = await mock.post('/voice-clone', { voice_key: voice, script: 'x'.repeat(1_000) });
  await mock.post('/face-swap-image', { image_key: image, face_key: image });
  const { balance_usd: before } = (await mock.get('/balance')).body;
  expect(await mock.control.account('a1')).toMatchObject({
    balance_usd: before,
    held_usd: 0.03,
    charged_usd: 0.05,
    refunded_usd: 0,
    key_ids: ['key_a1_0'],
  });
  await mock.control.finishJob(body.id, 'processing_failed');
  await mock.clock.advance({ seconds: 60 });
  expect(await mock.control.account('a1')).toMatchObject({
    held_usd: 0,
    charged_usd: 0.08,
    refunded_usd: 0.05,
    spent_usd: 0.03,
  });
  const jobs = await mock.control.jobs({ limit: 10 });
  expect(jobs.map(({ status, charged_usd: charged, error_code: code }) => [status, charged, code])).toEqual([
    ['succeeded', 0.03, null],
    ['failed', 0, 'processing_failed'],
  ]);
  expect((await mock.steer('GET', '/accounts/a9')).status).toBe(404);
});

test('a session is shown from its creation to its settlement', async () => {
  const mock = await openSocketMock({});
  open.push(mock);
  const sessions = () => mock.control.sessions({ limit: 10 });
  const session = await mock.voice();
  expect(await sessions()).toMatchObject([{ endpoint: 'voice/session', tier: null, status: 'created', seconds: 0 }]);
  const line = await mock.connect(session);
  await line.received(1);
  await mock.clock.advance({ seconds: 10 });
  expect(await sessions()).toMatchObject([{ status: 'streaming', charged_usd: 0 }]);
  await line.close();
  expect(await sessions()).toMatchObject([{ status: 'ended', seconds: 10, charged_usd: 0.015, reason: null }]);
  expect(await mock.control.sessions({ limit: 10, accountId: 'a9' })).toEqual([]);
});
