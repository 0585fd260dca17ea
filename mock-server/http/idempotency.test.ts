/** Retry safety: a submit that is repeated with its key is the first one, whatever else has changed (limits.retry-safety). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answer, type Files, type TestMock, openMock, validBodies } from './client.case.ts';

let mock: TestMock;
let files: Files;
beforeEach(async () => {
  mock = await openMock();
  files = await mock.files();
});
afterEach(() => mock.close());

const submit = (idempotencyKey: string, fields: object = {}, path = '/voice-clone'): Promise<Answer> =>
  mock.post(
    path,
    { voice_key: files.audio, script: 'Welcome.', ...fields },
    { headers: { 'idempotency-key': idempotencyKey } },
  );

const spent = async (): Promise<number> => (await mock.get('/balance')).body.total_spent_usd;

test('a repeated submit answers with the first acknowledgement, byte for byte, and charges once', async () => {
  const first = await submit('k');
  const charged = await spent();
  expect(charged).toBe(0.0004);
  await mock.clock.advance({ seconds: 60 });
  expect((await mock.get(`/jobs/${first.body.id}`)).body.status).toBe('succeeded');
  const again = await submit('k');
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect([await spent(), mock.failures]).toEqual([charged, []]);
  expect(await mock.control.jobs({ limit: 10 })).toHaveLength(1);
});

test('another body, another endpoint and another key of the account still get the original job (F40)', async () => {
  const { id } = (await submit('k')).body;
  const { api_key: key } = (await mock.steer('POST', '/accounts/a1/keys')).body as unknown as { api_key: string };
  const headers = { 'idempotency-key': 'k' };
  expect((await submit('k', { script: 'Something else.' })).body.id).toBe(id);
  expect((await submit('k', { voice_key: 'unknown' })).body.id).toBe(id);
  for (const [endpoint, body] of Object.entries(validBodies(files))) {
    expect((await mock.post(`/${endpoint}`, body, { headers, key })).body.id).toBe(id);
  }
  expect(await mock.control.jobs({ limit: 10 })).toHaveLength(1);
});

test('a body that cannot be read is refused also under a known key', async () => {
  await submit('k');
  expect((await submit('k', { script: 5 })).code).toBe('invalid_input');
});

test('the same key of two accounts stands for two jobs (F41)', async () => {
  const { id } = (await submit('k')).body;
  const { api_key: key } = await mock.control.createAccount({ balance_usd: 1 });
  const { audio } = await mock.files(key);
  const options = { headers: { 'idempotency-key': 'k' }, key };
  const other = await mock.post('/voice-clone', { voice_key: audio, script: 'Hello.' }, options);
  expect(other.status).toBe(202);
  expect(other.body.id).not.toBe(id);
});

test('without a key every submit is a job of its own', async () => {
  const body = { voice_key: files.audio, script: 'Hello.' };
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await mock.post('/voice-clone', body)).body.id),
  );
  expect(new Set(ids).size).toBe(20);
});

test.each([
  ['invalid_input', { script: '' }, undefined, {}],
  ['an unknown file', { voice_key: 'none' }, undefined, {}],
  ['at_capacity', {}, { saturated: true }, { saturated: false }],
  ['capability_unavailable', {}, { capabilities: { voice_clone: false } }, { capabilities: { voice_clone: true } }],
])('a submit that was refused for %s does not bind its key (F42)', async (_why, fields, cause, cure) => {
  if (cause !== undefined) await mock.control.setCapacity(cause);
  expect((await submit('k', fields)).status).toBeGreaterThanOrEqual(400);
  await mock.control.setCapacity(cure);
  const answer = await submit('k');
  expect([answer.status, (await submit('k')).body.id]).toEqual([202, answer.body.id]);
});

test('a submit that was refused for lack of money does not bind its key (F42)', async () => {
  const { api_key: key, account_id } = await mock.control.createAccount({ balance_usd: 0 });
  const { audio } = await mock.files(key);
  const send = () =>
    mock.post('/voice-clone', { voice_key: audio, script: 'Hello.' }, { headers: { 'idempotency-key': 'k' }, key });
  expect((await send()).code).toBe('insufficient_balance');
  await mock.control.topUp(account_id, 1);
  expect((await send()).status).toBe(202);
});

test('a submit that came too fast, or that the mock failed on, does not bind its key (F42)', async () => {
  let isBroken = true;
  const other = await openMock(
    { rateLimit: 2, onFailure: () => undefined },
    {
      decide: (decide) => (account, world, command, moment) => {
        if (command.type === 'submit-job' && isBroken) throw new Error('out of order');
        return decide(account, world, command, moment);
      },
    },
  );
  const image = await other.upload('portrait.png');
  const body = { image_key: image, face_key: image };
  const send = () => other.post('/face-swap-image', body, { headers: { 'idempotency-key': 'k' } });
  expect((await send()).code).toBe('internal_error');
  expect((await send()).code).toBe('rate_limited');
  isBroken = false;
  await other.clock.advance({ seconds: 60 });
  const { status, body: first } = await send();
  expect([status, (await send()).body.id]).toEqual([202, first.id]);
  expect(await other.control.jobs({ limit: 10 })).toHaveLength(1);
  await other.close();
});

test.each([
  ['one character', 'k', 202],
  ['a UUID', '8e03978e-40d5-43e8-bc93-6894a57f9324', 202],
  ['all visible ASCII', Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join(''), 202],
  ['255 characters', 'k'.repeat(255), 202],
  ['256 characters', 'k'.repeat(256), 400],
  ['10,000 characters', 'k'.repeat(10_000), 400],
  ['none', '', 400],
  ['two, joined', '1, 2', 400],
  ['a space within', 'a b', 400],
  ['a letter beyond ASCII', 'é', 400],
  ['a control character', 'a\u0001b', 400],
  ['DEL', 'a\u007fb', 400],
  ['a name of every object', '__proto__', 202],
])('a key of %s (F43)', async (_what, key, status) => {
  const before = await mock.money();
  const answer = await submit(key);
  expect([answer.status, answer.code]).toEqual(status === 202 ? [202, undefined] : [400, 'invalid_input']);
  if (status === 400) expect(await mock.money()).toBe(before);
  else expect((await submit(key)).body.id).toBe(answer.body.id);
});

test('spaces around a key are not part of it, and its letters keep their case (F43)', async () => {
  const { id } = (await submit('Key')).body;
  expect((await submit(' Key\t')).body.id).toBe(id);
  expect((await submit('key')).body.id).not.toBe(id);
});

test('a key is remembered for 24 hours, to the millisecond, from the first submit on', async () => {
  const { id } = (await submit('k')).body;
  await mock.clock.advance({ seconds: 43_200 });
  await submit('k');
  await mock.clock.advance({ seconds: 43_199.999 });
  expect((await submit('k')).body.id).toBe(id);
  await mock.clock.advance({ seconds: 0.001 });
  const second = (await submit('k')).body.id;
  expect(second).not.toBe(id);
  expect((await submit('k')).body.id).toBe(second);
});
