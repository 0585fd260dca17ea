import { afterEach, expect, test } from 'vitest';
import { answering } from '../broken-targets.case.ts';
import { openWire } from './send.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const answerOf = async (
  body: string | Buffer,
  limits: { readonly answerBytesMax?: number } = {},
): Promise<{ readonly json?: unknown; readonly failure?: string | undefined }> => {
  const { origin, close } = await answering((_, response) => void response.end(body));
  const wire = openWire();
  closers.push(close, () => wire.close());
  const { answer, failure } = await wire.send({ method: 'GET', url: origin, headers: {}, body: undefined }, limits);
  return { json: answer?.json, failure };
};

const nested = (levels: number): string => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test.each([
  ['{"a":[1]}', { a: [1] }],
  [' "text"', 'text'],
  ['\n-1', -1],
  ['null', null],
  ['', undefined],
  ['{"a":', undefined],
  ['<html>', undefined],
])('%j is read as %j', async (body, json) => {
  expect(await answerOf(body)).toEqual({ json, failure: undefined });
});

test('a file is no JSON, whatever its bytes are', async () => {
  expect((await answerOf(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).json).toBeUndefined();
});

test.each([
  [100, true],
  [102, false],
  [200_000, false],
])('JSON of %i levels is read: %s', async (levels, isRead) => {
  expect((await answerOf(nested(levels))).json !== undefined).toBe(isRead);
});

test.each([
  [99_999, true],
  [100_000, false],
])('JSON of an array of %i values is read: %s', async (values, isRead) => {
  expect((await answerOf(JSON.stringify(Array.from({ length: values }, () => 1)))).json !== undefined).toBe(isRead);
});

test('an answer that is too large is given up, and says so', async () => {
  expect(await answerOf('x'.repeat(1_001), { answerBytesMax: 1_000 })).toEqual({
    json: undefined,
    failure: 'an answer of more than 1000 bytes',
  });
});

test.each(['javascript:1', 'file:///etc/hostname', 'ftp://127.0.0.1/a'])(
  'an address that is none of http is no request, and says so: %s',
  async (url) => {
    const wire = openWire();
    closers.push(() => wire.close());
    const { failure } = await wire.send({ method: 'GET', url, headers: {}, body: undefined });
    expect(failure).toContain('it cannot be asked');
  },
);

test('answers are asked for as they are, not packed', async () => {
  const asked: (string | undefined)[] = [];
  const { origin, close } = await answering((request, response) => {
    asked.push(request.headers['accept-encoding']);
    response.end('{}');
  });
  const wire = openWire();
  closers.push(close, () => wire.close());
  await wire.send({ method: 'GET', url: origin, headers: {}, body: undefined });
  expect(asked).toEqual(['identity']);
});
