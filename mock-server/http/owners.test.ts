/** Two accounts: what one of them has, the other cannot see, use or change, and cannot tell from what does not exist. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { type Files, type TestMock, openMock, validBodies } from './client.case.ts';

let mock: TestMock;
let other: string;
let files: Files;
beforeEach(async () => {
  mock = await openMock();
  files = await mock.files();
  other = (await mock.control.createAccount({ balance_usd: 50 })).api_key;
});
afterEach(() => mock.close());

test('every job of one account is not_found for the other, while it runs and when it has ended (F46) (K5)', async () => {
  const ids: string[] = [];
  for (const endpoint of jobEndpoints)
    ids.push((await mock.post(`/${endpoint}`, validBodies(files)[endpoint])).body.id);
  // The words change with the turn, and with nothing else: three turns go round.
  const threeOf = async (id: string): Promise<(readonly [number, string])[]> => {
    const answers = [];
    for (let turn = 0; turn < 3; turn++) answers.push(await mock.get(`/jobs/${id}`, other));
    return answers.map(({ status, text }) => [status, text] as const);
  };
  const unknown = await threeOf('job_a1_unknown');
  expect(unknown.map(([status]) => status)).toEqual([404, 404, 404]);
  for (const seconds of [0, 0.3, 60]) {
    await mock.clock.advance({ seconds });
    for (const id of ids) {
      expect((await mock.get(`/jobs/${id}`)).status).toBe(200);
      expect(await threeOf(id)).toEqual(unknown);
    }
  }
});

test('no submit takes a file of another account, and the answer is that of a file that there is not (K5)', async () => {
  const ghost: Files = { video: 'file_a1_ghost', image: 'file_a1_ghost', audio: 'file_a1_ghost' };
  const own = await mock.files(other);
  const before = await mock.money(other);
  for (const endpoint of jobEndpoints) {
    const [foreign, missing] = [validBodies(files)[endpoint], validBodies(ghost)[endpoint]];
    const told: [number, string][] = [];
    // Three turns go round: each of the two is told in all of them.
    for (const body of [foreign, foreign, foreign, missing, missing, missing]) {
      const { status, text } = await mock.post(`/${endpoint}`, body, { key: other });
      told.push([status, text.replace(/file_a1_\w+/g, 'KEY')]);
    }
    expect(told.slice(0, 3)).toEqual(told.slice(3));
    expect(told[0]?.[0]).toBe(400);
    // One foreign file among own ones is enough.
    for (const [field, value] of Object.entries(validBodies(own)[endpoint]).filter(([name]) => name.endsWith('_key'))) {
      const stolen = { ...validBodies(own)[endpoint], [field]: foreign[field] };
      expect(stolen[field]).not.toBe(value);
      expect((await mock.post(`/${endpoint}`, stolen, { key: other })).code).toBe('invalid_input');
    }
  }
  expect(await mock.money(other)).toBe(before);
});

test('balance, usage and totals are those of the account whose key is sent (K5)', async () => {
  await mock.post('/voice-clone', validBodies(files)['voice-clone']);
  await mock.post('/voice/session', {});
  const untouched = await mock.money(other);
  expect(untouched).toContain('"balance_usd":50,"total_spent_usd":0');
  await mock.clock.advance({ seconds: 3_600 });
  expect(await mock.money(other)).toBe(untouched);
  expect((await mock.get('/usage/summary')).body.count).toBe(2);
  expect((await mock.get('/usage/summary', other)).body.count).toBe(0);
});

test('a key that is put together from two accounts belongs to neither (K5)', async () => {
  const [, secretOfFirst] = /^test_a1_(\w+)$/.exec(mock.apiKey) ?? [];
  const [, secretOfOther] = /^test_a2_(\w+)$/.exec(other) ?? [];
  expect(secretOfFirst).not.toBe(secretOfOther);
  for (const key of [
    `test_a2_${secretOfFirst}`,
    `test_a1_${secretOfOther}`,
    `test_a3_${secretOfFirst}`,
    `test__${secretOfFirst}`,
  ]) {
    expect((await mock.get('/balance', key)).code, key).toBe('unauthorized');
  }
});

test('links to files and results carry the account and cannot be turned to another (K5)', async () => {
  const { id } = (await mock.post('/face-swap-image', validBodies(files)['face-swap-image'])).body;
  await mock.clock.advance({ seconds: 60 });
  const link = (await mock.get(`/jobs/${id}`)).body.output_url ?? '';
  expect((await mock.fetch(link)).status).toBe(200);
  for (const forged of [
    link.replaceAll('_a1_', '_a2_'),
    link.replace(id, 'job_a1_other'),
    link.replace(/signature=\w/, 'signature=z'),
  ]) {
    expect((await mock.fetch(forged)).status).toBe(403);
  }
});

test('one account at its limits leaves the other alone', async () => {
  await mock.close();
  mock = await openMock({ concurrency: 1, queue: 1, rateLimit: 20 });
  const { api_key: second } = await mock.control.createAccount({ balance_usd: 1 });
  const image = await mock.upload('portrait.png');
  const submit = { image_key: image, face_key: image };
  for (let sent = 0; sent < 25; sent++) await mock.post('/face-swap-image', submit);
  expect((await mock.get('/balance')).code).toBe('rate_limited');
  const own = await mock.upload('portrait.png', 'own.png', second);
  expect((await mock.post('/face-swap-image', { image_key: own, face_key: own }, { key: second })).status).toBe(202);
});
