/** Errors are worded in turn, the same for the same order of requests. */
import { afterEach, expect, test } from 'vitest';
import { type HttpErrorCode, httpErrors, jobErrors } from '../../spec/errors.ts';
import { strangersTurns } from './wording-turns.ts';
import { inOtherWords } from './wordings.ts';
import { type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
afterEach(() => mock.close());

/** Of so many submits to a platform that is full. */
const messagesOf = async (count: number, key?: string): Promise<string[]> => {
  const image = await mock.upload('portrait.png', 'portrait.png', key);
  const messages: string[] = [];
  for (let sent = 0; sent < count; sent++) {
    const { code, body } = await mock.post(
      '/face-swap-image',
      { image_key: image, face_key: image },
      key === undefined ? {} : { key },
    );
    expect(code).toBe('at_capacity');
    messages.push(body.error.message);
  }
  return messages;
};

test('the first says most, the next ones say it in other words, and then they come again', async () => {
  mock = await openMock({ capacity: { saturated: true } });
  const messages = await messagesOf(6);
  expect(new Set(messages).size).toBe(3);
  expect(messages[0]).toBe('the platform is saturated for a moment: retry shortly');
  expect(messages.slice(3)).toEqual(messages.slice(0, 3));
});

test.each([
  ['insufficient_balance', { balance: 0 }],
  ['capability_unavailable', { capacity: { capabilities: { face_swap_image: false } } }],
  [
    'internal_error',
    {
      faults: [
        { when: { operation: 'submitFaceSwapImage' }, then: { fault: 'request-error', code: 'internal_error' } },
      ],
    },
  ],
] as const)('%s is told in three ways, and in turns of its own', async (code, options) => {
  mock = await openMock(options);
  const image = code === 'internal_error' ? 'none' : await mock.upload('portrait.png');
  const messages: string[] = [];
  for (let sent = 0; sent < 4; sent++) {
    const answer = await mock.post('/face-swap-image', { image_key: image, face_key: image });
    expect(answer.code).toBe(code);
    messages.push(answer.body.error.message);
  }
  expect(new Set(messages).size).toBe(3);
  expect(messages[3]).toBe(messages[0]);
});

test.each([
  ['invalid_input', '/avatar', { script: 7 }, /image_key: required, but missing/],
  ['not_found', '/jobs/none', undefined, /^.*no job with this id belongs to your account/],
] as const)('%s says what to put right in each of three ways', async (code, path, body, what) => {
  mock = await openMock();
  const messages: string[] = [];
  for (let sent = 0; sent < 4; sent++) {
    const answer = await (body === undefined ? mock.get(path) : mock.post(path, body));
    expect([answer.code, answer.body.error.message]).toEqual([code, expect.stringMatching(what)]);
    messages.push(answer.body.error.message);
  }
  expect(new Set(messages).size).toBe(3);
  expect(messages[3]).toBe(messages[0]);
});

test.each(Object.keys(httpErrors) as HttpErrorCode[])('%s is worded in three ways', (code) => {
  const turns = [0, 1, 2, 3].map((turn) => inOtherWords(code, 'the sound is too loud.', turn));
  expect(turns[0]).toBe('the sound is too loud.');
  expect(turns[3]).toBe(turns[0]);
  expect(new Set(turns).size).toBe(3);
});

/** Of so many calls without a good key. @param headers what they are sent with */
const strangersMessages = async (count: number, headers: { readonly authorization: string } | undefined) => {
  const messages: string[] = [];
  for (let sent = 0; sent < count; sent++) {
    const { code, body } = await mock.call('GET', '/balance', undefined, { key: null, ...(headers && { headers }) });
    expect(code).toBe('unauthorized');
    messages.push(body.error.message);
  }
  return messages;
};

test('unauthorized says what to send in each of three ways, in turns of each key that is none', async () => {
  mock = await openMock();
  const first = await strangersMessages(4, { authorization: 'Bearer a-key-of-nobody' });
  expect(new Set(first).size).toBe(3);
  expect(first[3]).toBe(first[0]);
  for (const message of first) expect(message).toContain('send a valid API key as "Authorization: Bearer <key>"');
  expect(await strangersMessages(4, { authorization: 'Bearer another-key-of-nobody' })).toEqual(first);
  expect(await strangersMessages(4, undefined)).toEqual(first);
});

test('a key that was revoked is told what one is told that never was', async () => {
  mock = await openMock();
  const { key_id, api_key } = await mock.control.createAccount({ balance_usd: 1 });
  for (let asked = 0; asked < 2; asked++) await mock.get('/jobs/none', api_key);
  await mock.control.revokeKey('a2', key_id);
  const never = await strangersMessages(4, { authorization: 'Bearer a-key-of-nobody' });
  expect(await strangersMessages(4, { authorization: `Bearer ${api_key}` })).toEqual(never);
});

test('strangers begin anew after a reset, and so many that they are forgotten change the words of nobody', async () => {
  mock = await openMock();
  const ofOne = { authorization: 'Bearer a-key-of-nobody' };
  const first = await strangersMessages(2, ofOne);
  await mock.control.reset();
  expect(await strangersMessages(2, ofOne)).toEqual(first);
  const turns = strangersTurns(() => mock);
  const spoken = turns('the key of one')('unauthorized');
  for (let others = 0; others < 1_000; others++) turns(`another key, ${others}`)('unauthorized');
  expect([spoken, turns('the key of one')('unauthorized')]).toEqual([0, 0]);
});

test('what is said of the mock itself stays, with other words around it', async () => {
  mock = await openMock({ moveJobRoute: true });
  const moved = 'jobs have moved in this mock: poll the status_url of the acknowledgement as it was given';
  const messages: string[] = [];
  for (let asked = 0; asked < 4; asked++) messages.push((await mock.get('/jobs/any')).body.error.message);
  expect([messages[0], messages[3]]).toEqual([moved, moved]);
  for (const message of messages) expect(message).toContain(moved);
  expect(new Set(messages).size).toBe(3);
});

test('a failure of the mock is told in three ways, and in each that its log says why', async () => {
  const failing = await openMock({}, { authenticate: () => () => Promise.reject(new Error('on purpose')) });
  const messages: string[] = [];
  for (let asked = 0; asked < 4; asked++) messages.push((await failing.get('/balance')).body.error.message);
  for (const message of messages) expect(message).toContain('the mock failed; its log says why. Nothing was billed');
  expect(new Set(messages).size).toBe(3);
  expect(messages[3]).toBe(messages[0]);
  expect(failing.failures.splice(0)).toHaveLength(4);
  mock = failing;
});

test.each(Object.keys(jobErrors))(
  'a job with %s always says the same, and others say it in other words',
  async (code) => {
    mock = await openMock();
    const image = await mock.upload('portrait.png', `magic_${code}.png`);
    const ids: string[] = [];
    for (let sent = 0; sent < 24; sent++)
      ids.push((await mock.post('/face-swap-image', { image_key: image, face_key: image })).body.id);
    await mock.clock.advance({ seconds: 600 });
    const read = async (): Promise<string[]> =>
      Promise.all(ids.map(async (id) => (await mock.get(`/jobs/${id}`)).body.error.message));
    const messages = await read();
    expect(new Set(messages).size).toBe(3);
    expect(await read()).toEqual(messages);
  },
);

test('each account has its own turns, and a reset begins them anew', async () => {
  mock = await openMock({ capacity: { saturated: true } });
  const first = await messagesOf(2);
  const { api_key } = await mock.control.createAccount({ balance_usd: 5 });
  expect(await messagesOf(2, api_key)).toEqual(first);
  await mock.control.reset();
  expect(await messagesOf(2)).toEqual(first);
});

test('terse messages stay the same', async () => {
  mock = await openMock({ capacity: { saturated: true }, choices: { 'message-wording': 'terse' } });
  expect(new Set(await messagesOf(4)).size).toBe(1);
});
