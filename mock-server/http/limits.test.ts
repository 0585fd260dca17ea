/** Every limit of the document on its two sides: what is just within is taken, what is just beyond is refused and costs nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alphabets, script, textOf } from '../../fixtures/scripts.ts';
import { type Files, type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
let files: Files;
beforeAll(async () => {
  mock = await openMock({ balance: 100_000, queue: 100_000 });
  files = await mock.files();
});
afterAll(() => mock.close());

// As the document has them, written out: taken from spec/limits.ts they would prove nothing of it.
const avatarScriptCharsMax = 5_000;
const voiceCloneScriptCharsMax = 45_000;
const liveSwapPromptCharsMax = 2_000;

const lines = Object.entries({ ...alphabets, letters: 'a', emoji: '🎭', nul: '\0', loneSurrogate: '\ud83c' });

test.each(lines)('an avatar speaks %s up to 5,000 code points, and none beyond (F36)', async (_name, line) => {
  const submit = (characters: number) =>
    mock.post('/avatar', { image_key: files.image, script: textOf(characters, line) });
  expect(await submit(avatarScriptCharsMax)).toMatchObject({ status: 202, body: { status: 'queued' } });
  expect(await submit(avatarScriptCharsMax + 1)).toMatchObject({ status: 400, code: 'invalid_input' });
});

test.each(lines)('a cloned voice speaks %s up to 45,000 code points, and none beyond (F36)', async (_name, line) => {
  const submit = (characters: number) =>
    mock.post('/voice-clone', { voice_key: files.audio, script: textOf(characters, line) });
  expect(await submit(voiceCloneScriptCharsMax)).toMatchObject({ status: 202 });
  expect(await submit(voiceCloneScriptCharsMax + 1)).toMatchObject({ status: 400, code: 'invalid_input' });
});

test.each(lines)('a prompt in %s has up to 2,000 code points and comes back as sent (F36)', async (_name, line) => {
  const create = (characters: number) =>
    mock.post('/full-live-swap/session', { duration_minutes: 1, prompt: textOf(characters, line) });
  const accepted = await create(liveSwapPromptCharsMax);
  expect(accepted.status).toBe(201);
  expect(accepted.body.prompt).toBe(textOf(liveSwapPromptCharsMax, line));
  expect(await create(liveSwapPromptCharsMax + 1)).toMatchObject({ status: 400, code: 'invalid_input' });
});

test('text is counted and priced in code points: an emoji costs what a letter costs (F36)', async () => {
  const price = async (line: string): Promise<number> => {
    const script = textOf(1_234, line);
    const { id } = (await mock.post('/voice-clone', { voice_key: files.audio, script })).body;
    return (await mock.get(`/jobs/${id}`)).body.charged_usd;
  };
  expect([await price('a'), await price('🎭'), await price('é')]).toEqual([0.0617, 0.0617, 0.0617]);
});

test('made-up scripts of any seed are taken, and cost what their characters cost', async () => {
  for (let seed = 1; seed <= 50; seed++) {
    const text = script(seed, seed);
    expect(script(seed, seed)).toBe(text);
    const { id } = (await mock.post('/voice-clone', { voice_key: files.audio, script: text })).body;
    const price = Math.round(Array.from(text).length * 50) / 1e6;
    expect((await mock.get(`/jobs/${id}`)).body.charged_usd).toBe(price);
  }
});

// What JSON can say of a number: the last three are 1, 240 and 120 in other spellings.
test.each([
  ['1', 201, 201],
  ['120', 201, 201],
  ['121', 201, 400],
  ['240', 201, 400],
  ['241', 400, 400],
  ['0', 400, 400],
  ['-0', 400, 400],
  ['-1', 400, 400],
  ['1.5', 400, 400],
  ['1e999', 400, 400],
  ['-1e999', 400, 400],
  ['9007199254740993', 400, 400],
  ['1e-7', 400, 400],
  ['"10"', 400, 400],
  ['null', 400, 400],
  ['true', 400, 400],
  ['[10]', 400, 400],
  ['{}', 400, 400],
  ['1.0', 201, 201],
  ['2.4e2', 201, 400],
  ['1.2e2', 201, 201],
])('duration_minutes %s: a live swap answers %i, a voice session %i (F37)', async (minutes, liveSwap, voice) => {
  const before = await mock.money();
  const create = (path: string) =>
    mock.call('POST', path, undefined, {
      headers: { 'content-type': 'application/json' },
      raw: `{"duration_minutes":${minutes}}`,
    });
  for (const [path, status] of [
    ['/full-live-swap/session', liveSwap],
    ['/voice/session', voice],
  ] as const) {
    const { body, code, ...answer } = await create(path);
    expect([answer.status, code]).toEqual(status === 201 ? [201, undefined] : [400, 'invalid_input']);
    if (status === 201) expect(body.max_duration_sec).toBe(Number(minutes) * 60);
  }
  expect(await mock.money()).toBe(before);
});

test('a live swap must say its minutes; a voice session without them is for ten', async () => {
  expect(await mock.post('/full-live-swap/session', {})).toMatchObject({ status: 400, code: 'invalid_input' });
  expect((await mock.post('/voice/session', {})).body.max_duration_sec).toBe(600);
});

test.each([
  ['', 200, 100],
  ['?limit=1', 200, 1],
  ['?limit=500', 200, 500],
  ['?limit=100&limit=500', 200, 500],
  ['?limit=501', 400],
  ['?limit=0', 400],
  ['?limit=-1', 400],
  ['?limit=10x', 400],
  ['?limit=1.5', 400],
  ['?limit=', 400],
  ['?limit=1e2', 400],
  ['?limit=%20100', 400],
  ['?limit=99999999999999999999', 400],
  ['?limit[]=5', 200, 100],
])('GET /usage%s answers %i', async (query, status, records?) => {
  const usage = await (usageOf501 ??= manyRecords());
  const answer = await usage.get(`/usage${query}`);
  expect([answer.status, answer.code]).toEqual(status === 200 ? [200, undefined] : [400, 'invalid_input']);
  if (records !== undefined) expect(JSON.parse(answer.text)).toHaveLength(records);
  expect((await usage.get('/usage/summary')).body.count).toBe(501);
});

let usageOf501: Promise<TestMock> | undefined;
afterAll(async () => (await usageOf501)?.close());

/** An account with one record more than a page can hold. */
const manyRecords = async (): Promise<TestMock> => {
  const mock = await openMock({ queue: 1_000 });
  const { image } = await mock.files();
  await Promise.all(
    Array.from({ length: 501 }, () => mock.post('/face-swap-image', { image_key: image, face_key: image })),
  );
  await mock.clock.advance({ seconds: 3_600 });
  return mock;
};
