/** Submits that race: 200 keys, each sent 100 times at once, are 200 jobs and 200 charges; and the last cent is spent once. */
import { expect, test } from 'vitest';
import { openMock } from './client.case.ts';

const keys = 200;
const times = 100;
const slow = { timeout: 60_000 };

test('20,000 submits at once with 200 keys are 200 jobs and 200 charges (F39)', slow, async () => {
  const mock = await openMock({ balance: 10_000, queue: 1_000 });
  const { audio } = await mock.files();
  const body = { voice_key: audio, script: 'x'.repeat(1_000) };
  const seen = Array.from({ length: keys }, () => new Set<string>());
  const sent = Array.from({ length: keys * times }, async (_, index) => {
    const answer = await mock.post('/voice-clone', body, { headers: { 'idempotency-key': `k${index % keys}` } });
    seen[index % keys]?.add(`${answer.status} ${answer.body.id}`);
  });
  await Promise.all(sent);

  expect(seen.every((answers) => answers.size === 1)).toBe(true);
  expect(new Set(seen.flatMap((answers) => [...answers])).size).toBe(keys);
  expect(await mock.control.jobs({ limit: 1_000 })).toHaveLength(keys);
  const spent = { balance_usd: 9_990, total_spent_usd: 10 };
  expect((await mock.get('/balance')).body).toMatchObject(spent);
  await mock.clock.advance({ seconds: 3_600 });
  expect((await mock.get('/usage/summary')).body).toMatchObject({ count: keys, charged_usd: 10 });
  expect((await mock.get('/balance')).body).toMatchObject(spent);
  await mock.close();
});

test(
  '500 submits at once with money for one: one is taken, the others are 402, and the balance stays at zero (F47)',
  slow,
  async () => {
    const mock = await openMock();
    for (const path of ['/voice-clone', '/face-swap-image']) {
      const { api_key: key } = await mock.control.createAccount({ balance_usd: path === '/voice-clone' ? 0.05 : 0.03 });
      const { audio, image } = await mock.files(key);
      const body = { voice_key: audio, script: 'x'.repeat(1_000), image_key: image, face_key: image };
      const answers = await Promise.all(Array.from({ length: 500 }, () => mock.post(path, body, { key })));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'insufficient_balance')).toHaveLength(499);
      await mock.clock.advance({ seconds: 60 });
      expect((await mock.get('/balance', key)).body.balance_usd).toBe(0);
    }
    await mock.close();
  },
);
