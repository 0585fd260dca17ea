/** Line breaks and other control characters, wherever a stranger's text comes near a header: no answer and no webhook has a line that was not ours. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertReplayable } from '../engine/simulation/replay.case.ts';
import { openReceiver } from '../webhooks/receiver.case.ts';
import { type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await openMock();
});
afterAll(() => mock.close());

/** Every header that an answer of the mock may have. */
const ours = new Set([
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'x-content-type-options',
]);

const breaks = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\u0085',
  '%0d%0a',
  '%0A',
  '%00',
  '\\r\\n',
  '\ud83c',
);
const evil = fc
  .array(fc.oneof(breaks, fc.constantFrom('X-Evil: 1', 'Set-Cookie: a=b', ' ', '"', ';', 'a', '../', 'é')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

/** Without what ends a line of its own: then the rest is a header of the form, which the parser reads and nobody gives back. */
const inLine = (text: string): string => text.replaceAll(/[\r\n]/g, '_');

/** A half of a pair of surrogates has no bytes of its own. */
const inAddress = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const quoted = (text: string): string => text.replaceAll('"', '%22');

/** Ways of a text to a header of an answer: each asks what gives back what was sent, if anything does. */
const ways: Readonly<Record<string, (text: string) => Promise<Response>>> = {
  'an id in a path': (text) => mock.fetch(`${mock.url}/jobs/${inAddress(text)}`),
  'a name in a link': (text) => mock.fetch(`${origin()}/files/${inAddress(text)}/x`),
  'a query of a link': (text) => mock.fetch(`${origin()}/outputs/job_a1_x.png?expires=${inAddress(text)}&signature=x`),
  'the name and the type of an upload, fetched': async (text) => {
    const answer = await upload(text);
    return answer.status === 201 ? mock.fetch(answer.body.url) : new Response(answer.text);
  },
  'a text that comes back': (text) =>
    mock.fetch(`${mock.url}/full-live-swap/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ duration_minutes: 1, prompt: `${text}x` }),
    }),
};

const origin = (): string => new URL(mock.url).origin;

const upload = (text: string): ReturnType<TestMock['call']> => {
  const raw =
    `--B\r\nContent-Disposition: form-data; name="file"; filename="a${quoted(text)}.png"\r\n` +
    `Content-Type: image/png${inLine(text)}\r\n\r\nx\r\n--B--\r\n`;
  return mock.call('POST', '/uploads', undefined, {
    raw: Buffer.from(raw),
    headers: { 'content-type': 'multipart/form-data; boundary=B' },
  });
};

test('5,000 texts with line breaks come back in no header, by whichever way (B9)', { timeout: 60_000 }, async () => {
  await assertReplayable(
    fc.asyncProperty(evil, fc.constantFrom(...Object.keys(ways)), async (text, way) => {
      const answer = await ways[way]?.(text);
      if (answer === undefined) throw new Error(`there is no way ${way}`);
      expect(answer.status, way).toBeLessThan(500);
      for (const [name, value] of answer.headers) {
        expect(ours, way).toContain(name);
        expect(value, way).toMatch(/^[\x20-\x7e]*$/);
        expect(value, way).not.toMatch(/evil|cookie/i);
      }
      await answer.body?.cancel();
    }),
    5_000,
    { seed: 1 },
  );
  expect(mock.failures).toEqual([]);
});

test('a callback_url with line breaks makes no header of a webhook (B9)', async () => {
  const receiver = await openReceiver();
  const { image } = await mock.files();
  const evils = [
    '\r\nX-Evil: 1',
    '\nX-Evil: 1',
    '\r\n\r\nPOST /evil',
    '%0d%0aX-Evil:%201',
    ' HTTP/1.1\r\nX-Evil: 1',
    '\0',
  ];
  let taken = 0;
  for (const text of evils) {
    const body = { image_key: image, face_key: image, callback_url: `${receiver.url}?a=${text}` };
    taken += (await mock.post('/face-swap-image', body)).status === 202 ? 1 : 0;
  }
  expect(taken).toBeGreaterThan(0);
  await mock.clock.advance({ seconds: 60 });
  await receiver.until(taken);
  for (const { path, headers } of receiver.received) {
    expect(path).toMatch(/^\/hook\?a=[\x21-\x7e]*$/);
    expect(Object.keys(headers)).not.toContain('x-evil');
  }
  expect(receiver.received).toHaveLength(taken);
  await receiver.close();
});
