import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signature } from '../../spec/webhooks.ts';
import { crossCheck, hmacByHand } from './cross-check.case.ts';
import { sign } from './signature.ts';

const secret = 'whsec_test_0123456789';

test.each([
  [1_614_265_330, '{"test": 2432232314}', '19845f77c3bf0ac519fee3af140f2f5a86869e52b0b664782a746f86e29d8cbd'],
  [0, '', 'ce38be75aa60a49c978f25f268e66405157bd894b57b013557c93d97b9c5ef6f'],
  [
    1_767_225_600,
    Buffer.from([0xff, 0x00, 0x0d, 0x0a]),
    'f88a31fdbf74565c0b570ca97571a53b9bf2c4a25343404475d66f0afa8f981e',
  ],
])('the signature of a known delivery, at %i', (t, body, v1) => {
  expect(sign(body, secret, t)).toBe(`t=${t},v1=${v1}`);
  expect(sign(body, secret, t)).toMatch(new RegExp(signature.pattern));
});

test('text is signed as its UTF-8 bytes, and a part of a larger buffer as itself', () => {
  const text = '{"name":"Grüße 你好 \u{1f600}"}';
  const larger = Buffer.from(`before${text}after`);
  const part = new Uint8Array(larger.buffer, larger.byteOffset + 6, Buffer.byteLength(text));
  expect(sign(part, secret, 1)).toBe(sign(text, secret, 1));
  expect(sign(new TextEncoder().encode(text), secret, 1)).toBe(sign(text, secret, 1));
});

test('two secrets give two signatures, in their order, under one time', () => {
  const [one, two] = ['new', 'old'].map((key) => sign('{}', key, 7).slice('t=7,'.length));
  expect(sign('{}', ['new', 'old'], 7)).toBe(`t=7,${one},${two}`);
  expect(sign('{}', ['new'], 7)).toBe(`t=7,${one}`);
});

test('what cannot be signed is refused: a time that is no whole second, an empty secret', () => {
  for (const t of [Number.NaN, 1.5, -1, 2 ** 53, Number.POSITIVE_INFINITY])
    expect(() => sign('', secret, t)).toThrow(RangeError);
  expect(() => sign('', '', 1)).toThrow(/must not be empty/);
  expect(() => sign('', [secret, ''], 1)).toThrow(/must not be empty/);
});

test('1,000 random bodies are signed as by two other ways, and verified', async () => {
  expect(await crossCheck(1_000, 1)).toBe(1_000);
});

test('the other way to make the signature is one: it gives the published result of RFC 4231', () => {
  expect(hmacByHand(Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?'))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(createHash('sha256').update('').digest('hex')).toMatch(/^e3b0c442/);
});
