/** What the journal says of requests: each leaves one entry, nothing that is secret, and nothing that changes an answer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Compile } from 'typebox/schema';
import { mediumBytes } from '../../fixtures/media.ts';
import { type Operation, operations } from '../../spec/operations.ts';
import { JournalEntry, type RequestEntry } from '../../spec/schemas/journal.ts';
import type { JournalFilter } from '../store/journal.ts';
import { type TestMock, openMock, validBodies } from './client.case.ts';
import { openTestService } from './service.case.ts';
import { exchange, request } from './wire.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

const journal = (filter: Partial<JournalFilter> = {}, of: TestMock = mock): RequestEntry[] =>
  of.control.journal({ limit: 1_000, ...filter }).entries.filter((entry) => entry.kind === 'request');

const last = (of: TestMock = mock): RequestEntry => {
  const entry = journal({}, of).at(-1);
  if (entry === undefined) throw new Error('the journal is empty');
  return entry;
};

const sessionBody = { duration_minutes: 1 };

test('every operation leaves exactly one entry of its id, which fits the schema', async () => {
  const files = await mock.files();
  const bodies: { readonly [path: string]: unknown } = Object.fromEntries(
    Object.entries(validBodies(files)).map(([endpoint, body]) => [`/${endpoint}`, body]),
  );
  const { id } = (await mock.post('/avatar', bodies['/avatar'])).body;
  const schema = Compile(JournalEntry);
  for (const [operationId, { method, path, multipart }] of Object.entries(operations as Record<string, Operation>)) {
    const before = journal().length;
    if (multipart === true) await mock.upload('portrait.png');
    else
      await mock.call(
        method,
        path.replace('{job_id}', id),
        method === 'POST' ? (bodies[path] ?? sessionBody) : undefined,
      );
    expect(journal()).toHaveLength(before + 1);
    const entry = last();
    expect(entry).toMatchObject({ operation: operationId, method, account_id: 'a1', key_id: 'key_a1_0', faults: [] });
    expect(entry.response?.status, operationId).toBeLessThan(300);
    expect(entry.path).toBe(`/api/v1${path.replace('{job_id}', id)}`);
    expect(schema.Errors(entry)).toEqual([true, []]);
  }
});

test('an entry shows what was sent and what came back, byte for byte where nothing is secret', async () => {
  await mock.clock.advance({ seconds: 3 });
  const body = { ...sessionBody, tier: 'silver' };
  const answer = await mock.post('/full-live-swap/session?x=1', body, { headers: { 'x-mine': 'Ü' } });
  const entry = last();
  expect(entry).toMatchObject({
    at: '2026-01-01T00:00:03.000Z',
    method: 'POST',
    path: '/api/v1/full-live-swap/session?x=1',
    request: { body: { bytes: JSON.stringify(body).length, text: JSON.stringify(body), truncated: false } },
    response: { status: 400, body: { bytes: answer.text.length, text: answer.text, truncated: false } },
    duration_ms: 0,
    notes: [],
  });
  expect(entry.request.headers).toContainEqual({ name: 'x-mine', value: 'Ü' });
  expect(entry.request.headers).toContainEqual({ name: 'authorization', value: 'Bearer [redacted]' });
  expect(entry.response?.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
});

test('over a connection header lines stand as they were written, each of them', async () => {
  const listening = await openMock({ port: 0 });
  const lines = ['Host: localhost', `authorization: Bearer ${listening.apiKey}`, 'X-Twice: 1', 'x-TWICE: 2'];
  await exchange(Number(new URL(listening.url).port), request('GET /api/v1/balance', lines));
  const { request: sent, response, operation } = last(listening);
  expect(sent.headers.map(({ name, value }) => `${name}: ${value}`)).toEqual(
    expect.arrayContaining(['X-Twice: 1', 'x-TWICE: 2', 'authorization: Bearer [redacted]']),
  );
  expect([operation, response?.status]).toEqual(['getBalance', 200]);
  expect(response?.body.text).toContain('balance_usd');
  await listening.close();
});

test('who is turned away before the body is read leaves an entry: 401 without an account, 429 with it', async () => {
  const limited = await openMock({ rateLimit: 1 });
  await limited.post('/avatar', { script: 'x' }, { key: 'wrong-key-of-somebody' });
  await limited.get('/balance');
  await limited.post('/avatar', { script: 'x' });
  expect(journal({}, limited)).toMatchObject([
    {
      account_id: null,
      key_id: null,
      operation: 'submitAvatar',
      response: { status: 401 },
      request: { body: { text: null } },
    },
    { account_id: 'a1', operation: 'getBalance', response: { status: 200 } },
    {
      account_id: 'a1',
      key_id: 'key_a1_0',
      operation: 'submitAvatar',
      response: { status: 429 },
      request: { body: { text: null } },
    },
  ]);
  await limited.close();
});

test('a path that the service does not have leaves an entry without an operation; the control API leaves none', async () => {
  await mock.call('DELETE', '/jobs/x');
  await mock.call('GET', '/nothing', undefined, { key: null });
  for (const path of ['/clock', '/journal', '/nothing', '']) await mock.steer('GET', path);
  await mock.steer('POST', '/accounts', { balance_usd: 1 });
  expect(journal()).toMatchObject([
    { operation: null, method: 'DELETE', path: '/api/v1/jobs/x', account_id: 'a1', response: { status: 404 } },
    { operation: null, method: 'GET', path: '/api/v1/nothing', account_id: null, response: { status: 404 } },
  ]);
});

test('files leave entries of their account, with their length and without their bytes, good links or bad', async () => {
  const image = await mock.upload('portrait.png');
  const { id } = (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body;
  await mock.clock.advance({ seconds: 60 });
  const link = (await mock.get(`/jobs/${id}`)).body.output_url ?? '';
  const bytes = (await (await mock.fetch(link)).arrayBuffer()).byteLength;
  expect(last()).toMatchObject({
    operation: null,
    account_id: 'a1',
    path: expect.stringMatching(/^\/outputs\/job_a1_\w+\.png\?expires=\d+&signature=\[redacted\]$/) as string,
    response: { status: 200, body: { bytes, text: null } },
  });
  await mock.fetch(link, { method: 'HEAD' });
  expect(last()).toMatchObject({ method: 'HEAD', response: { status: 200, body: { bytes: 0 } } });
  await mock.fetch(`${link}0`);
  expect(last()).toMatchObject({
    account_id: 'a1',
    response: { status: 403, body: { text: expect.stringContaining('signature') as string } },
  });
  await mock.fetch(mock.url.replace('/api/v1', '/voices/nobody/preview.wav'));
  expect(last()).toMatchObject({
    account_id: null,
    response: { status: 404, body: { text: expect.stringContaining('not_found') as string } },
  });
  expect(journal().filter(({ path }) => !path.startsWith('/api/v1'))).toHaveLength(4);
});

test('of an upload only its length is kept', async () => {
  const bytes = await mediumBytes('clip.mp4');
  await mock.upload('clip.mp4');
  const entry = last();
  expect(entry.request.body.text).toBeNull();
  expect(entry.notes).toEqual([`a file of ${bytes.length} bytes: it is not kept in the journal`]);
  expect(JSON.stringify(entry).length).toBeLessThan(3_000);
});

test('fields that an endpoint does not have are noted where they are ignored', async () => {
  await mock.post('/voice/session', { ...sessionBody, colour: 'blue', hasOwnProperty: 1 });
  expect(last()).toMatchObject({
    response: { status: 201 },
    notes: ['ignored, for this endpoint has no such field: "colour", "hasOwnProperty"'],
  });
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field-${n}-${'x'.repeat(90)}`, n]));
  await mock.post('/voice/session', { ...sessionBody, ...many });
  expect(last().notes.join('').length).toBeLessThan(1_001);
  const strict = await openMock({ choices: { 'unknown-fields': 'refused' } });
  await strict.post('/voice/session', { ...sessionBody, colour: 'blue' });
  expect(last(strict)).toMatchObject({ response: { status: 400 }, notes: [] });
  await strict.close();
});

test('a repeated submit is noted, and so is one whose body differs', async () => {
  const image = await mock.upload('portrait.png');
  const send = (script: string) =>
    mock.post('/avatar', { image_key: image, script }, { headers: { 'idempotency-key': 'once' } });
  const { id } = (await send('One.')).body;
  expect(last().notes).toEqual([]);
  await send('One.');
  expect(last().notes).toEqual([`a repeat of the submit that made ${id}: no second job, no second charge`]);
  await send('Two.');
  expect(last().notes).toEqual([
    `a repeat of the submit that made ${id}: no second job, no second charge`,
    'its body is not that of the first submit with this Idempotency-Key: it had no effect',
  ]);
});

test('a voice sample of another length than recommended is noted, and one within it is not', async () => {
  const clone = async (seconds: number): Promise<string[]> => {
    const form = new FormData();
    form.set('file', new Blob([wav(seconds)], { type: 'audio/wav' }), 'voice.wav');
    const key = (await mock.call('POST', '/uploads', undefined, { raw: form })).body.file_key;
    expect((await mock.post('/voice-clone', { voice_key: key, script: 'Hello.' })).status).toBe(202);
    return last().notes;
  };
  expect(await clone(1)).toEqual(['the voice sample lasts 1 s: 3 to 15 seconds are recommended']);
  expect(await clone(16)).toEqual(['the voice sample lasts 16 s: 3 to 15 seconds are recommended']);
  expect(await clone(3)).toEqual([]);
  expect(await clone(15)).toEqual([]);
});

test('no secret stands in the journal, wherever it was sent or given out (K3)', async () => {
  const apiKey = 'MARKERKEY0123456789';
  const webhookSecret = 'MARKERSECRET0123456789';
  const marked = await openMock({ apiKey, webhookSecret });
  const secrets = [apiKey, webhookSecret, marked.controlToken];
  const other = await marked.control.createAccount({ balance_usd: 100 });
  secrets.push(other.api_key, other.webhook_secret);

  for (const key of [apiKey, other.api_key]) {
    const files = await marked.files(key);
    const bodies = validBodies(files);
    const { id } = (await marked.post('/face-swap-image', bodies['face-swap-image'], { key })).body;
    await marked.clock.advance({ seconds: 60 });
    const link = (await marked.get(`/jobs/${id}`, key)).body.output_url ?? '';
    await marked.fetch(link);
    secrets.push(new URL(link).searchParams.get('signature') ?? '');
    for (const path of ['/voice/session', '/full-live-swap/session']) {
      const { session_token } = (await marked.post(path, sessionBody, { key })).body;
      secrets.push(session_token);
      await marked.get(`/balance?session_token=${session_token}`, key);
      await marked.get(`/streams/x?session%5Ftoken=${session_token}`, key);
    }
    const upload = JSON.parse(
      (await marked.call('POST', '/uploads', undefined, { key, raw: await imageForm() })).text,
    ) as { url: string };
    await marked.fetch(upload.url);
    secrets.push(upload.url.split('/').at(-1) ?? '');
    // Where none belongs.
    const everywhere = {
      headers: { 'x-understudy-token': marked.controlToken, referer: link, cookie: key, 'x-any': key },
    };
    const body = { ...sessionBody, note: key, [key]: 1, callback_url: `${link}&x=${webhookSecret}` };
    await marked.post(`/voice/session?key=${key}&${key}`, body, { key, ...everywhere });
    await marked.post('/nothing/here', body, { key, ...everywhere });
    await marked.post('/avatar', undefined, {
      key,
      raw: `not JSON ${key}`,
      headers: { 'content-type': 'application/json' },
    });
    await marked.call('GET', `/jobs/${key}`, undefined, { headers: { authorization: `bearer  ${key}` } });
    await marked.call('GET', '/balance', undefined, { headers: { authorization: key } });
  }
  // A key that is none of ours is still somebody's.
  const foreign = 'key-of-another-service';
  await marked.post(`/voice/session?x=${foreign}`, { note: foreign }, { key: foreign });
  await marked.post('/nothing', { note: foreign }, { key: foreign, headers: { 'x-any': foreign } });
  secrets.push(foreign);
  const told = JSON.stringify(marked.control.journal({ limit: 1_000 }));
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(9);
    expect(told).not.toContain(secret);
  }
  expect((await marked.steer('GET', '/journal?limit=1000')).text).toBe(told);
  expect(told).toContain('[redacted]');
  await marked.close();
});

test('a body that is no text of ours is shown as far as it can be read', async () => {
  const headers = { 'content-type': 'application/json' };
  await mock.post('/voice/session', undefined, { raw: Buffer.from([0x7b, 0xff, 0x7d]), headers });
  expect(last()).toMatchObject({ request: { body: { bytes: 3, text: '{\ufffd}' } }, response: { status: 400 } });
  await mock.post('/voice/session', undefined, {
    raw: 'x'.repeat(9),
    headers: { 'content-type': 'text/plain', 'content-length': '9' },
  });
  expect(last()).toMatchObject({ request: { body: { bytes: 9, text: null } }, response: { status: 400 } });
});

test('an entry stays as it was, whatever becomes of what it was made from', async () => {
  const headers = new Headers({
    authorization: `Bearer ${mock.apiKey}`,
    'content-type': 'application/json',
    'x-a': '1',
  });
  const sent = new Request(`${mock.url}/voice/session`, { method: 'POST', headers, body: '{}' });
  const answer = await mock.fetch(sent);
  const before = JSON.stringify(journal());
  sent.headers.set('x-a', '2');
  headers.set('x-a', '3');
  answer.headers.set('content-type', 'text/plain');
  await mock.clock.advance({ seconds: 60 });
  last().notes.push('a reader');
  last().request.headers.length = 0;
  expect(JSON.stringify(journal())).toBe(before);
});

test('faults that met a request are named, and an answer that was dropped is none', async () => {
  const asking = (fault: string) => ({ headers: { 'x-understudy-fault': fault } });
  await mock.call('GET', '/balance', undefined, asking('request-error; code=internal_error'));
  expect(last()).toMatchObject({ faults: ['request-error'], response: { status: 500 } });
  const dropped = mock.call('GET', '/balance', undefined, asking('request-drop-after-commit'));
  await expect(dropped).rejects.toThrow('dropped');
  expect(last()).toMatchObject({ faults: ['request-drop-after-commit'], response: null });
});

test('a journal that fails changes no answer', async () => {
  const record = vi.fn(() => {
    throw new Error('the journal is full of ink');
  });
  const service = await openTestService({}, { service: { journal: { record } } });
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const answer = await service.app.request('/api/v1/balance', { headers });
  expect([answer.status, record.mock.calls.length, service.failures.length]).toEqual([200, 1, 1]);
  await service.close();
});

test('a failure of the mock leaves an entry like any other answer', async () => {
  const failing = await openTestService();
  const recorded: JournalEntry[] = [];
  failing.journal.follow((entry) => recorded.push(entry));
  vi.spyOn(failing.engine, 'execute').mockRejectedValueOnce(new Error('the store is broken'));
  await failing.app.request('/api/v1/voice/session', {
    method: 'POST',
    headers: { authorization: `Bearer ${failing.apiKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(recorded).toMatchObject([{ response: { status: 500 }, account_id: 'a1', operation: 'createVoiceSession' }]);
  await failing.close();
});

test('a reset empties the journal, and what began before it is not written into the new one', async () => {
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
  const headers = { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' };
  const answer = mock.fetch(`${mock.url}/voice/session`, { method: 'POST', headers, body, duplex: 'half' });
  await mock.get('/balance');
  expect(journal()).toHaveLength(1);
  await mock.control.reset();
  finish?.();
  expect((await answer).status).toBe(201);
  expect(journal()).toEqual([]);
  await mock.get('/balance');
  expect(last().seq).toBe(1);
});

test('the same requests leave the same journal, byte for byte', async () => {
  const run = async (): Promise<string> => {
    const again = await openMock({ apiKey: 'a-key-of-ours' });
    const image = await again.upload('portrait.png', 'portrait.png');
    await again.post('/avatar', { image_key: image, script: 'Hello.' });
    await again.clock.advance({ seconds: 60 });
    await again.get('/balance');
    const told = JSON.stringify(again.control.journal({ limit: 9 }));
    await again.close();
    // The boundary of a form is the client's own.
    return told.replaceAll(/formdata-undici-\d+/g, 'boundary');
  };
  expect(await run()).toBe(await run());
});

const imageForm = async (): Promise<FormData> => {
  const form = new FormData();
  form.set('file', new Blob([(await mediumBytes('portrait.png')).slice()], { type: 'image/png' }), 'portrait.png');
  return form;
};

/** Silence of so many seconds. */
const wav = (seconds: number): Uint8Array<ArrayBuffer> => {
  const rate = 8_000;
  const file = Buffer.alloc(44 + seconds * rate * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(file.length - 44, 40);
  return new Uint8Array(file);
};
