import { expect, test } from 'vitest';
import { textIn, textResponse } from './text-response.ts';

const text = '{"script":"Żółte 🙂"}';
const made = (): Response =>
  textResponse(text, { status: 202, headers: { 'content-type': 'application/json', 'x-a': '1' } });

const readBytes = (response: object): Promise<Uint8Array> =>
  (response as { readonly bytes: () => Promise<Uint8Array> }).bytes();

test.each<[as: string, read: (response: Response) => Promise<unknown>, expected: unknown]>([
  ['a text', (response) => response.text(), text],
  ['JSON', (response) => response.json(), JSON.parse(text)],
  ['bytes', async (response) => Buffer.from(await response.arrayBuffer()).toString(), text],
  // The types of Node 20 do not know it.
  ['bytes, at once', async (response) => Buffer.from(await readBytes(response)).toString(), text],
  ['a blob', async (response) => (await response.blob()).text(), text],
  ['a stream', (response) => new Response(response.body).text(), text],
  ['a copy', (response) => response.clone().text(), text],
])('an answer is read as %s', async (_as, read, expected) => {
  expect(await read(made())).toEqual(expected);
});

test('an answer is read once', async () => {
  const response = made();
  expect(response.bodyUsed).toBe(false);
  await response.text();
  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow(TypeError);
  await expect(response.arrayBuffer()).rejects.toThrow(TypeError);
  expect(() => response.clone()).toThrow(TypeError);
});

test('an answer that is read as a stream is used as well', async () => {
  const response = made();
  await response.arrayBuffer();
  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow(TypeError);
});

test('a copy is read beside the answer, and has its status and headers', async () => {
  const response = made();
  response.headers.set('x-a', '2');
  const copy = response.clone();
  expect([copy.status, copy.headers.get('x-a'), await copy.text()]).toEqual([202, '2', text]);
  expect(await response.json()).toEqual(JSON.parse(text));
});

test('an answer is one of the platform', () => {
  const response = made();
  expect(response).toBeInstanceOf(Response);
  expect([response.status, response.ok, response.type, response.headers.get('x-a')]).toEqual([
    202,
    true,
    'default',
    '1',
  ]);
});

test('what is changed of an answer counts, whatever was asked of it before', async () => {
  const response = made();
  expect([response.body?.locked, response.statusText, response.url, response.redirected]).toEqual([
    false,
    '',
    '',
    false,
  ]);
  response.headers.set('x-a', '2');
  expect(response.clone().headers.get('x-a')).toBe('2');
  const typed = made();
  typed.headers.set('content-type', 'text/x');
  expect((await typed.blob()).type).toBe('text/x');
});

test('methods of an answer can be replaced, and its fields cannot', async () => {
  const response = made();
  expect([Object.keys(response), JSON.stringify(response)]).toEqual([[], '{}']);
  expect(['status', 'type', 'clone'].map((name) => Reflect.set(response, name, () => text))).toEqual([
    false,
    false,
    true,
  ]);
  expect([response.status, await Promise.resolve(response.clone())]).toEqual([202, text]);
  expect(response.constructor).toHaveProperty('json');
});

test.each([
  ['a mark of the order of its bytes', '\ufeff{}'],
  ['half a character', '{"a":"\ud800"}'],
  ['whole characters', text],
])('a text with %s is read as a client reads it', async (_with, written) => {
  const init = { status: 200, headers: {} };
  expect(await textResponse(written, init).text()).toBe(await new Response(written, init).text());
});

test.each<[headers: { readonly [name: string]: string }]>([[{}], [{ 'content-type': 'text/html' }]])(
  'an answer with the headers %j says of what type it is as the platform would, and so does its blob',
  async (headers) => {
    for (const status of [200, 204]) {
      const init = { status, headers };
      const [ours, platforms] = [textResponse(text, init), new Response(status === 204 ? null : text, init)];
      expect(textIn(ours)?.headers['content-type'] ?? null).toBe(platforms.headers.get('content-type'));
      expect([...ours.headers]).toEqual([...platforms.headers]);
      expect((await ours.blob()).type).toBe((await platforms.blob()).type);
    }
  },
);

test('a type that is taken from an answer does not come back', async () => {
  const answers = [textResponse(text, { status: 200, headers: {} }), new Response(text)];
  for (const answer of answers) {
    answer.headers.delete('content-type');
    const copy = answer.clone();
    expect([copy.headers.get('content-type'), (await answer.blob()).type, await copy.text()]).toEqual([null, '', text]);
  }
});

test.each([204, 205, 304])('an answer of %d has no body, whatever was written', async (status) => {
  const response = textResponse(text, { status, headers: {} });
  expect([await response.clone().text(), response.body, await response.text()]).toEqual(['', null, '']);
});
