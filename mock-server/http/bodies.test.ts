/** Bodies that are no JSON, or JSON meant to hurt: each is `invalid_input` before anything happens, or read like any other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operation, operations } from '../../spec/operations.ts';
import { openTestService } from './service.case.ts';
import { type Answer, type Files, type Raw, type TestMock, openMock, validBodies } from './client.case.ts';

let mock: TestMock;
let files: Files;
beforeAll(async () => {
  mock = await openMock();
  files = await mock.files();
});
afterAll(() => mock.close());

const jsonType = 'application/json';
const send = (raw: Raw, type: string | null = jsonType, headers: Record<string, string> = {}): Promise<Answer> =>
  mock.call('POST', '/voice/session', undefined, {
    raw,
    headers: { ...(type !== null && { 'content-type': type }), ...headers },
  });

const expectInvalid = async (act: () => Promise<Answer>): Promise<void> => {
  const before = await mock.money();
  const answer = await act();
  expect([answer.status, answer.code]).toEqual([400, 'invalid_input']);
  expect(answer.body.error.message.length).toBeLessThan(400);
  expect(await mock.money()).toBe(before);
};

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(values);
const bom = [0xef, 0xbb, 0xbf];

test.each<[string, Raw]>([
  ['nothing', ''],
  ['white space', ' \r\n\t'],
  ['half an object', '{"duration_minutes":1'],
  ['an object and more', '{}x'],
  ['two objects', '{}{}'],
  ['a NUL at the end', '{}\0'],
  ['a comment', '{/* a */}'],
  ['a comma too many', '{"duration_minutes":1,}'],
  ['single quotes', "{'duration_minutes':1}"],
  ['a bare name', '{duration_minutes:1}'],
  ['NaN', '{"duration_minutes":NaN}'],
  ['hexadecimal', '{"duration_minutes":0x1}'],
  ['a leading zero', '{"duration_minutes":01}'],
  ['a control character in a text', '{"voice_profile_id":"\u0001"}'],
  ['an unknown escape', '{"voice_profile_id":"\\x"}'],
  ['an array', '[]'],
  ['an array of objects', '[{"duration_minutes":1}]'],
  ['a text', '"{}"'],
  ['a number', '1'],
  ['true', 'true'],
  ['null', 'null'],
  ['a form', 'duration_minutes=1'],
  ['a byte order mark', bytes(...bom, ...Buffer.from('{}'))],
  ['UTF-16, big end first', bytes(0xfe, 0xff, 0, 0x7b, 0, 0x7d)],
  ['UTF-16, little end first', bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0)],
  ['UTF-16 without a mark', bytes(0x7b, 0, 0x7d, 0)],
  ['a lone continuation byte', bytes(...Buffer.from('{"a":"'), 0x80, ...Buffer.from('"}'))],
  ['an overlong form', bytes(...Buffer.from('{"a":"'), 0xc0, 0xaf, ...Buffer.from('"}'))],
  ['a surrogate in UTF-8', bytes(...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}'))],
  ['a sequence cut short', bytes(...Buffer.from('{"a":"'), 0xf0, 0x9f, 0x8e)],
])('%s is invalid_input (F34)', async (_what, body) => expectInvalid(() => send(body)));

test.each([
  [null, 400],
  ['', 400],
  ['text/plain', 400],
  ['text/json', 400],
  ['application/x-www-form-urlencoded', 400],
  ['multipart/form-data; boundary=B', 400],
  ['application/jsonp', 400],
  ['xapplication/json', 400],
  ['application/json; charset=utf-16', 400],
  ['application/json; charset=iso-8859-1', 400],
  ['application/json, text/plain', 400],
  ['application/json; charset=utf-8', 201],
  ['application/json;charset=UTF-8', 201],
  ['application/json; charset="utf-8"', 201],
  ['APPLICATION/JSON', 201],
  ['application/merge-patch+json', 201],
])('a body of type %j answers %i (F34)', async (type, status) => {
  // A view of bytes, for which fetch makes up no type of its own.
  const answer = await send(Buffer.from('{}'), type);
  expect([answer.status, answer.code]).toEqual(status === 201 ? [201, undefined] : [400, 'invalid_input']);
});

const nested = (depth: number, open: string, close: string): string =>
  `{"a":${open.repeat(depth - 1)}1${close.repeat(depth - 1)}}`;

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])('%s nests 32 levels deep and no deeper, and no depth breaks the mock (F35) (B2)', async (open, close) => {
  expect((await send(nested(32, open, close))).status).toBe(201);
  for (const depth of [33, 1_000, 150_000]) await expectInvalid(() => send(nested(depth, open, close)));
  await expectInvalid(() => send(`{"a":${'['.repeat(900_000)}`));
  // Brackets within a text are no depth.
  expect((await send(JSON.stringify({ a: `"\\${'['.repeat(5_000)}` }))).status).toBe(201);
});

test('100,000 fields that nobody knows are passed over (F35)', async () => {
  const fields = Array.from({ length: 100_000 }, (_, index) => `"${index.toString(36)}":1`);
  expect((await send(`{${fields.join(',')}}`)).status).toBe(201);
});

test('of a field that is sent twice the last one counts (F35)', async () => {
  expect((await send('{"duration_minutes":0,"duration_minutes":2}')).body.max_duration_sec).toBe(120);
  await expectInvalid(() => send('{"duration_minutes":2,"duration_minutes":0}'));
  expect((await send('{"duration_minutes":0,"duration\\u005fminutes":3}')).body.max_duration_sec).toBe(180);
});

const membersOfObjects = Object.getOwnPropertyNames(Object.prototype);

test('no name of a field reaches the objects of the language (F35) (B3)', async () => {
  const evil = [
    '{"__proto__":{"polluted":1,"duration_minutes":5}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"prototype":{"polluted":1},"__proto__":null}',
    '{"__defineGetter__":1,"toString":null,"valueOf":{},"hasOwnProperty":0,"then":1,"toJSON":1}',
  ];
  for (const body of evil) {
    const answer = await send(body);
    expect([answer.status, answer.body.max_duration_sec]).toEqual([201, 600]);
  }
  for (const query of ['?__proto__[polluted]=1', '?__proto__=1&limit=5', '?constructor.prototype.polluted=1']) {
    expect((await mock.get(`/usage${query}`)).status).toBe(200);
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(membersOfObjects);
});

/** A body in chunks, whose length nobody has declared. */
const chunked = (text: string): Raw =>
  ReadableStream.from(text.match(/.{1,65536}/gs) ?? []).pipeThrough(new TextEncoderStream());

test('a body may have 1,000,000 bytes, declared or in chunks, and not one more (F33) (B1)', async () => {
  const body = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;
  for (const make of [(text: string): Raw => text, chunked]) {
    expect((await send(make(body(1_000_000)))).status).toBe(201);
    await expectInvalid(() => send(make(body(1_000_001))));
    await expectInvalid(() => send(make(body(20_000_000))));
  }
});

/** Twenty megabytes, and how many pieces of them were asked for. */
const watched = (): { readonly body: ReadableStream; readonly pieces: () => number } => {
  let pieces = 0;
  const pull = (controller: ReadableStreamDefaultController): void => {
    controller.enqueue(Buffer.alloc(65_536, ' '));
    if (++pieces === 320) controller.close();
  };
  return { body: new ReadableStream({ pull }), pieces: () => pieces };
};

test('what a body declares to be too long is not read (F33) (B1)', async () => {
  const { body, pieces } = watched();
  await expectInvalid(() => send(body, jsonType, { 'content-length': '1000001' }));
  expect(pieces()).toBeLessThan(3);
});

test('a body that declares nothing is read no further than the limit (F33) (B1)', async () => {
  const { body, pieces } = watched();
  await expectInvalid(() => send(body));
  expect(pieces()).toBeLessThan(20);
});

test('a form that is too long fails nothing later (F33)', async () => {
  const form = new FormData();
  form.set('a', new Blob([new Uint8Array(3_000_000)]));
  await expectInvalid(() => send(form));
  // What a Node would reject, it rejects by then; and the runner is told of what nobody handles.
  await new Promise((resolve) => setTimeout(resolve, 100));
});

/** Of the fields of a schema. */
const namesIn = (schema: unknown): string[] =>
  Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {});

/** Whatever a machine is busy with: the shortest of three. */
const shortest = async (call: () => Promise<unknown>): Promise<number> => {
  let ms = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const began = performance.now();
    await call();
    ms = Math.min(ms, performance.now() - began);
    if (ms < fieldMsMax) break;
  }
  return ms;
};

const fieldMsMax = 50;

test('texts made to slow down a pattern are read in no time (B4)', { timeout: 60_000 }, async () => {
  const hostile = [
    'a'.repeat(100_000),
    ' '.repeat(100_000),
    'magic_'.repeat(16_000),
    'http://'.repeat(14_000),
    '\ud83c'.repeat(30_000),
  ];
  const bodies = validBodies(files);
  const textFields = Object.values(operations as Record<string, Operation>).flatMap(({ path, job, body }) =>
    namesIn(body).map((name) => ({
      path,
      name,
      good: job === undefined ? {} : bodies[job.endpoint],
    })),
  );
  expect(textFields.length).toBeGreaterThan(20);
  let calls = 0;
  const timed = async (where: string, call: () => Promise<unknown>): Promise<void> => {
    calls++;
    expect(await shortest(call), `milliseconds of ${where}`).toBeLessThan(fieldMsMax);
  };
  for (const text of hostile) {
    // Whatever the field is for: each as long as a body may be, and as long as a text may be.
    for (const { path, name, good } of textFields) {
      for (const value of [text, text.slice(0, 2_000)]) {
        await timed(`${name} of ${path}`, () => mock.post(path, { ...good, [name]: value }));
      }
    }
    for (const header of ['idempotency-key', 'content-type', 'x-understudy-fault', 'prefer', 'range', 'if-range']) {
      const value = text.replaceAll(/[^\x20-\x7e]/g, 'x').slice(0, 15_000);
      await timed(header, () =>
        mock.call('POST', '/voice/session', undefined, {
          raw: Buffer.from('{}'),
          headers: { 'content-type': jsonType, [header]: value },
        }),
      );
    }
    await timed('a script as long as it may be', () =>
      mock.post('/voice-clone', { voice_key: files.audio, script: text.slice(0, 45_000) }),
    );
    await timed('a script of an avatar', () =>
      mock.post('/avatar', { image_key: files.image, script: text.slice(0, 5_000) }),
    );
    const query = String(new URLSearchParams({ from: text.slice(0, 10_000), limit: text.slice(0, 10_000) }));
    await timed('a query', () => mock.get(`/usage?${query}`));
    await timed('a key', () =>
      mock.call('GET', '/balance', undefined, { headers: { authorization: `Bearer ${'a '.repeat(5_000)}` } }),
    );
  }
  process.stdout.write(`hostile texts: ${calls} calls, each in less than ${fieldMsMax} ms\n`);
});

test('a request of the platform without a body is told of as that', async () => {
  const { app, apiKey, close } = await openTestService();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': jsonType };
  const response = await app.fetch(new Request('http://localhost/api/v1/avatar', { method: 'POST', headers }));
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'invalid_input' } }]);
  await close();
});
