/** Errors are worded in turn, the same for the same order of requests. */
import { afterEach, expect, test } from 'vitest';
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import { inOtherWords, isWordedInTurn } from './wordings.ts';
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

test.each(Object.keys(httpErrors) as HttpErrorCode[])(
  '%s is worded in three ways, if strangers do not get it',
  (code) => {
    const turns = [0, 1, 2, 3].map((turn) => inOtherWords(code, 'the sound is too loud.', turn));
    expect(turns[0]).toBe('the sound is too loud.');
    expect(turns[3]).toBe(turns[0]);
    expect(new Set(turns).size).toBe(code === 'unauthorized' ? 1 : 3);
  },
);

test('unauthorized stays the same: strangers have no turns, and one must not change the words of another', async () => {
  mock = await openMock();
  const texts = new Set<string>();
  for (let sent = 0; sent < 4; sent++) texts.add((await mock.get('/balance', 'none')).text);
  expect(texts.size).toBe(1);
  expect(isWordedInTurn('unauthorized')).toBe(false);
});

test('what is said of the mock itself stays as it is', () => {
  const failed = 'the mock failed; its log says why. Nothing was billed';
  expect(inOtherWords('internal_error', failed, 1)).toBe(failed);
});

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
