import { expect, test } from 'vitest';
import { redactedJson, redactor } from './secrets.ts';

const secret = 'SECRET+key/abc"def&0123456789';
const redact = redactor({ 'api-key': secret });

test.each([
  ['as it is', secret],
  ['in an address', encodeURIComponent(secret)],
  ['in JSON', JSON.stringify(secret)],
  ['in JSON within JSON', JSON.stringify(JSON.stringify(secret))],
  ['in HTML', secret.replaceAll('&', '&#38;').replaceAll('"', '&#34;')],
  ['in small letters', secret.toLowerCase()],
  ['in base64', Buffer.from(`Bearer ${secret} and more`).toString('base64')],
  ['in base64 that begins elsewhere', Buffer.from(`Bearers ${secret}!`).toString('base64')],
  ['in base64 of addresses', Buffer.from(`key=${secret}`).toString('base64url')],
])('a secret is taken out %s (K3)', (_, text) => {
  const shown = redact(`before ${text} after`);
  expect(shown).toContain('<api-key>');
  expect(shown).toMatch(/^before .* after$/);
  expect(shown.toLowerCase()).not.toContain('0123456');
  expect(Buffer.from(shown, 'base64').toString()).not.toContain('0123456');
});

test.each([6, 9, 20, secret.length - 1])('so are its first %i signs, where a text was cut off', (length) => {
  expect(redact(`before ${secret.slice(0, length)}`)).toBe('before <api-key>');
  expect(redact(`before ${secret.slice(0, length)}… after`)).toBe('before <api-key>… after');
});

test('what only begins alike stays', () => {
  expect(redact('SECRET+ and SECRET+keys')).toBe('SECRET+ and SECRET+keys');
  expect(redact('SECRE')).toBe('SECRE');
});

test('what steers a terminal or begins a line is written as an escape; bodies keep their lines', () => {
  const shown = redactedJson({ message: 'a\u001b[2Jb\u009bc\n::error::d\u202ee\ud800', body: 'a\n\tb\u0007' }, redact);
  expect(shown).toEqual({
    message: String.raw`a\u001b[2Jb\u009bc\n::error::d\u202ee\ud800`,
    body: `a\n\tb${String.raw`\u0007`}`,
  });
});
