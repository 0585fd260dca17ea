/** The journal as HAR: what stands where, that it keeps the form of HAR 1.2, and that no secret is in it in any spelling. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import { type SocketMock, openSocketMock } from '../sockets/client.case.ts';
import { openReceiver } from '../webhooks/receiver.case.ts';
import { harSchema } from './har-schema.case.ts';
import { harOf } from './har.ts';
import type { HarEntry } from './har-parts.ts';

let mock: SocketMock;
beforeEach(async () => {
  // A receiver on a machine that is busy takes its time, and no attempt is to be taken for lost.
  mock = await openSocketMock({}, { start: '2026-03-01T00:00:00Z', jobTime: 1, settleMs: 10_000 });
});
afterEach(() => mock.close());

const fits = new Ajv2020({
  allErrors: true,
  strict: true,
  formats: { 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ },
}).compile(harSchema);

const journal = (): JournalEntry[] => mock.control.journal({ since: 0, limit: 10_000 }).entries;

/** The whole journal, which fits the schema, as every other HAR here. */
const entries = (): readonly HarEntry[] => {
  const har = harOf(journal(), { origin: new URL(mock.url).origin, version: '1.0.0' });
  fits(har);
  expect(fits.errors ?? []).toEqual([]);
  expect(har.log).toMatchObject({ version: '1.2', creator: { name: 'Understudy', version: '1.0.0' } });
  return har.log.entries;
};

const socketEntry = (): Promise<HarEntry> =>
  vi.waitFor(() => {
    const entry = entries().find(({ _resourceType }) => _resourceType === 'websocket');
    if (entry?.['_event'] !== 'closed' && entry?.['_event'] !== 'refused') throw new Error('it has not ended yet');
    return entry;
  });

test('a request stands there with its address, query, headers, body, answer and time', async () => {
  await mock.json('GET', '/usage?limit=5&from=2026-01-01&empty&a=b%20c');
  await mock.json('POST', '/avatar', { script: 'Hello' });
  const [got, posted] = entries();
  expect(got).toMatchObject({
    startedDateTime: '2026-03-01T00:00:00.000Z',
    time: 0,
    _resourceType: 'fetch',
    _operation: 'listUsage',
    request: {
      method: 'GET',
      url: `${mock.url}/usage?limit=5&from=2026-01-01&empty&a=b%20c`,
      queryString: [
        { name: 'limit', value: '5' },
        { name: 'from', value: '2026-01-01' },
        { name: 'empty', value: '' },
        { name: 'a', value: 'b%20c' },
      ],
      cookies: [],
      bodySize: 0,
    },
    response: { status: 200, content: { size: 2, mimeType: 'application/json', text: '[]' } },
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 },
  });
  expect(got?.request).not.toHaveProperty('postData');
  expect(got?.request.headers).toContainEqual({ name: 'authorization', value: 'Bearer [redacted]' });
  expect(posted).toMatchObject({
    request: { method: 'POST', postData: { mimeType: 'application/json', text: '{"script":"Hello"}' } },
    response: { status: 400 },
  });
});

test('a request that was never answered has the status 0, and says which fault it was', async () => {
  const headers = { authorization: `Bearer ${mock.apiKey}`, 'x-understudy-fault': 'request-drop-before-commit' };
  await expect(mock.fetch(`${mock.url}/balance`, { headers })).rejects.toThrow('fetch failed');
  expect(entries()).toMatchObject([
    {
      response: { status: 0, statusText: 'no answer was sent' },
      comment: 'fault request-drop-before-commit',
      _faults: ['request-drop-before-commit'],
    },
  ]);
});

test('every attempt to deliver a webhook is a request of the mock', async () => {
  const receiver = await openReceiver(500, 204);
  const upload = await mock.fetch(`${mock.url}/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.apiKey}` },
    body: formWith(await import('../../fixtures/media.ts').then(({ mediumBytes }) => mediumBytes('portrait.png'))),
  });
  const { file_key } = (await upload.json()) as { file_key: string };
  await mock.json('POST', '/face-swap-image', {
    image_key: file_key,
    face_key: file_key,
    callback_url: `${receiver.url}?token=a-token-of-theirs&code=a-code-of-theirs`,
  });
  await mock.clock.advance({ seconds: 60 });
  const told = JSON.stringify(entries());
  expect(told).not.toMatch(/a-token-of-theirs|a-code-of-theirs/);
  // The submit shows it in the same words.
  const [shown = ''] = /http[^"\\]*\?token=\[redacted:\w{8}\]&code=\[redacted:\w{8}\]/.exec(told) ?? [];
  expect(told.split(shown).length - 1).toBeGreaterThan(2);
  const sent = entries().filter(({ _resourceType }) => _resourceType === 'ping');
  expect(sent).toMatchObject([
    {
      request: { method: 'POST', url: shown, postData: { mimeType: 'application/json' } },
      response: { status: 500 },
      _initiator: { type: 'other', attempt: 1 },
      comment: expect.stringMatching(/^attempt 1 of webhook dlv_a1_\w+; the next attempt is due at 2026-03-01T/),
    },
    { response: { status: 204 }, _initiator: { attempt: 2 } },
  ]);
  await receiver.close();
});

test('a socket stands there once, with its messages as Chrome writes them', async () => {
  const client = await mock.connect(await mock.voice());
  await client.received(1);
  await mock.clock.advance({ seconds: 3 });
  client.send(Buffer.alloc(960, 7));
  await client.received(2);
  await client.close();
  const head = Buffer.alloc(32, 7).toString('base64');
  expect(await socketEntry()).toMatchObject({
    startedDateTime: '2026-03-01T00:00:00.000Z',
    time: 3_000,
    request: { method: 'GET', url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/streams\/sess_a1_\w+$/) },
    response: { status: 101 },
    comment: 'closed with 1000',
    _webSocketMessages: [
      { type: 'receive', time: 1_772_323_200, opcode: 1, data: '{"sample_rate":24000,"chunk_frames":480}' },
      { type: 'send', time: 1_772_323_203, opcode: 2, data: head, _bytes: 960, _truncated: true },
      { type: 'receive', time: 1_772_323_203, opcode: 2, data: head },
    ],
  });
  expect(entries().filter(({ _resourceType }) => _resourceType === 'websocket')).toHaveLength(1);
});

test('a socket that was refused has the status of its refusal', async () => {
  const session = await mock.voice();
  await mock.refusal(`${session.stream_url}?session_token=wrong`);
  expect(await socketEntry()).toMatchObject({ response: { status: 401 }, _webSocketMessages: [] });
});

test.each([
  ['an opening that was let in', 101],
  ['one that was refused', 401],
])('%s says what was let pass with it, and not the address', async (_, status) => {
  const session = await mock.voice();
  const token = status === 101 ? session.session_token : 'wrong';
  const address = `${session.stream_url}?session_token=${token}&key=${mock.apiKey}`;
  if (status === 101) await (await mock.connect(address)).close();
  else await mock.refusal(address);
  const entry = await socketEntry();
  expect(entry).toMatchObject({ response: { status }, _notes: ['its address holds a key'] });
  expect(entry?.comment).toContain('; its address holds a key');
  expect(JSON.stringify(entry)).not.toContain(mock.apiKey);
});

test('entries are in the order of their beginnings', async () => {
  const client = await mock.connect(await mock.liveSwap());
  await mock.clock.advance({ seconds: 5 });
  await mock.json('GET', '/balance');
  await client.close();
  await socketEntry();
  const times = entries().map(({ startedDateTime }) => startedDateTime);
  expect(times).toEqual(times.toSorted());
  expect(entries().map(({ request }) => new URL(request.url).pathname.split('/')[1])).toEqual([
    'api',
    'streams',
    'api',
  ]);
});

/** How a secret may be spelled by whoever sends it somewhere. */
const spellings: readonly (readonly [name: string, spell: (secret: string) => string])[] = [
  ['plain', (secret) => secret],
  ['within a word', (secret) => `x${secret}`],
  ['in percent', (secret) => Array.from(Buffer.from(secret), (byte) => `%${byte.toString(16)}`).join('')],
  [
    'in escapes of JSON',
    (secret) => Array.from(secret, (l) => `\\u${l.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['in hex', (secret) => Buffer.from(secret).toString('hex')],
  ['in capitals of hex', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in base64 after one byte', (secret) => Buffer.from(`:${secret}`).toString('base64')],
  ['in base64 after two bytes', (secret) => Buffer.from(`a:${secret}`).toString('base64')],
  ['in base64 for addresses', (secret) => Buffer.from(`key=${secret}`).toString('base64url')],
];

/** Where it may turn up. */
const places: readonly ((spelled: string) => Promise<unknown>)[] = [
  (spelled) => mock.json('GET', `/jobs/${encodeURIComponent(spelled)}`),
  (spelled) => mock.json('GET', `/usage?x=${spelled}`),
  (spelled) => mock.json('GET', `/usage?x=${encodeURIComponent(spelled)}`),
  (spelled) => mock.json('POST', '/avatar', { script: spelled, inner: JSON.stringify({ spelled }) }),
  (spelled) => mock.fetch(`${mock.url}/avatar`, { method: 'POST', body: `{"script":"${spelled}"`, headers: {} }),
  (spelled) =>
    mock.fetch(`${mock.url}/balance`, { headers: { 'x-of-ours': spelled, authorization: `Basic ${spelled}` } }),
];

test('no secret of the mock is in it, however it is spelled and wherever it was sent (K3)', async () => {
  const { api_key, webhook_secret } = await mock.control.createAccount({ balance_usd: 1 });
  const session = await mock.liveSwap();
  const secrets = [mock.apiKey, mock.webhookSecret, mock.controlToken, api_key, webhook_secret, session.session_token];
  const client = await mock.connect(session);
  let said = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...secrets),
      fc.constantFrom(...spellings),
      fc.constantFrom(...places),
      async (secret, [, spell], send) => {
        await send(spell(secret));
        client.send(`in a text: ${spell(secret)}`, Buffer.from(spell(secret)));
        said += 2;
      },
    ),
    { numRuns: 40, seed: 1 },
  );
  for (const secret of secrets) for (const [, spell] of spellings) for (const send of places) await send(spell(secret));
  await client.received(said);
  await client.close();
  await socketEntry();
  const text = JSON.stringify(entries());
  const unescaped = text.replaceAll('\\\\', '\\');
  for (const secret of secrets) {
    for (const [name, spell] of spellings) {
      // What comes last may hang on letters that stood before it.
      const tell = spell(secret).slice(4, -4);
      expect([name, secret, text.includes(tell) || unescaped.includes(tell)]).toEqual([name, secret, false]);
    }
  }
});

const formWith = (bytes: Uint8Array): FormData => {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), 'face.png');
  return form;
};
