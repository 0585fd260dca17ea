/** What is taken out of the journal, and what stays in it. */
import { expect, test } from 'vitest';
import { createChance } from '../engine/random.ts';
import { newApiKey, newWebhookSecret } from '../engine/credentials.ts';
import { createRedactor, credentialsIn } from './redact.ts';

const chance = createChance(1, 'seed');
const { apiKey } = newApiKey(chance, 'a12', 0);
const webhookSecret = newWebhookSecret(chance, 'a12', 0);
const token = chance.moment('a12', 1, 0).mintSecret('rt');
const { text, path, headers, address } = createRedactor(['MARKER-OF-THE-USER', 'short']);

test.each([
  ['a key of ours', `try ${apiKey}!`, 'try test_a12_[redacted]!'],
  ['a session token', `{"session_token":"${token}","x":1}`, '{"session_token":"[redacted]","x":1}'],
  ['a token by itself', `a ${token} b`, 'a rt_[redacted] b'],
  ['a webhook secret', `"${webhookSecret}"`, '"whsec_[redacted]"'],
  ['a known secret', 'aMARKER-OF-THE-USERb', 'a[redacted]b'],
  [
    'a signed link',
    '"http://h/outputs/j.mp4?expires=1&signature=5f2c"',
    '"http://h/outputs/j.mp4?expires=1&signature=[redacted]"',
  ],
  ['the address of an upload', '"url":"http://h/files/file_a1_x/5f2c"', '"url":"http://h/files/file_a1_x/[redacted]"'],
  [
    'the same as some write JSON',
    String.raw`"http:\/\/h\/files\/file_a1_x\/5f2c"`,
    String.raw`"http:\/\/h\/files\/file_a1_x\/[redacted]"`,
  ],
  ['an address within another', 'u=http%3A%2F%2Fh%3Fsignature%3D5f2c', 'u=http%3A%2F%2Fh%3Fsignature%3D[redacted]'],
  [
    'the address of an upload within another',
    'u=http%3A%2F%2Fh%2Ffiles%2Ffile_a1_x%2F5f2c%3Fa',
    'u=http%3A%2F%2Fh%2Ffiles%2Ffile_a1_x%2F[redacted]%3Fa',
  ],
  [
    'a signature in JSON as Go writes it',
    String.raw`"http://h/o.mp4?expires=1\u0026signature=5f2c\u0026x=1"`,
    String.raw`"http://h/o.mp4?expires=1\u0026signature=[redacted]\u0026x=1"`,
  ],
  [
    'a signature in JSON as Gson writes it',
    String.raw`"http://h/o.mp4?signature\u003d5f2c"`,
    String.raw`"http://h/o.mp4?signature\u003d[redacted]"`,
  ],
  ['a password in an address', '"http://me:pw@h/x"', '"http://[redacted]@h/x"'],
  ['a member that is named so', '{ "apiKey" : "a\\"b", "b": "c" }', '{ "apiKey" : "[redacted]", "b": "c" }'],
  ['one that is cut off', '{"session_token":"abc', '{"session_token":"[redacted]'],
])('%s goes', (_what, before, after) => {
  expect(text(before)).toBe(after);
});

/** Equal ones have the same letters behind the colon. */
const unmarked = (shown: string): string => shown.replaceAll(/\[redacted:[0-9a-f]{8}\]/g, '[…]');

test.each([
  [
    '"callback_url":"http://h/x?code=s3&auth=s3","a":"?b=c"',
    '"callback_url":"http://h/x?code=[…]&auth=[…]","a":"?b=c"',
  ],
  ['"callback_url" : "http://h/x?s3"', '"callback_url" : "http://h/x?[…]"'],
  ['"callback_url":"http://h/?a=&token=s3#s3"', '"callback_url":"http://h/?a=&token=[…]#[…]"'],
  ['"callback_url":"http://h/#/x?a=s3"', '"callback_url":"http://h/#/x?a=[…]"'],
  ['"callback_url":"http://h/?a=s3%26b%3Ds3=s3?s3"', '"callback_url":"http://h/?a=[…]"'],
  [String.raw`"callback_url":"http:\/\/h\/x?a=s3\"s3\\","b":1`, String.raw`"callback_url":"http:\/\/h\/x?a=[…]","b":1`],
  [String.raw`"callback_url":"http://h/?a=s3\u0026b=s3"`, String.raw`"callback_url":"http://h/?a=[…]\u0026b=[…]"`],
  [String.raw`"callback_url":"http://h/\u003fa\u003ds3"`, String.raw`"callback_url":"http://h/\u003fa\u003d[…]"`],
  [
    String.raw`"x":"{\"callback_url\":\"http://h/?a=s3\\\"s3\",\"b\":1}"`,
    String.raw`"x":"{\"callback_url\":\"http://h/?a=[…]\",\"b\":1}"`,
  ],
  [String.raw`"\u0063allback\u005furl":"http://h/?a=s3"`, String.raw`"\u0063allback\u005furl":"http://h/?a=[…]"`],
  ['callback_url=http%3A%2F%2Fh%3Fa%3Ds3%26b%3Ds3%2526c&d=e', 'callback_url=http%3A%2F%2Fh%3Fa%3D[…]%26b%3D[…]&d=e'],
  ['callback%5Furl=http://h?a%3Ds3&d=e', 'callback%5Furl=http://h?[…]&d=e'],
  ['%22callback_url%22%3A%22http://h?a=s3%22%2C%22d%22', '%22callback_url%22%3A%22http://h?a=[…]%22%2C%22d%22'],
  [
    "callbackUrl: 'http://h/?a=s3', callback-url: http://h/?a=s3 end",
    "callbackUrl: 'http://h/?a=[…]', callback-url: http://h/?a=[…] end",
  ],
  ['{"callback_url":"http://h/x?a=s3', '{"callback_url":"http://h/x?a=[…]'],
  ['"callback_url":"http://h/?a=MARKER-OF-THE-USER"', '"callback_url":"http://h/?a=[…]"'],
])('of a callback_url no value of its query is shown: %s', (before, after) => {
  expect(unmarked(text(before))).toBe(after);
  expect(path(`/x?a=1&y=${before}`)).not.toContain('s3');
});

test('of an address that is known to be one of webhooks no value of its query is shown, in path or user neither', () => {
  expect(unmarked(address('http://h/files/file_a1_x/5f2c?job=7&token=s3&x'))).toBe(
    'http://h/files/file_a1_x/[redacted]?job=[…]&token=[…]&[…]',
  );
  expect(address('http://h/hook')).toBe('http://h/hook');
});

test('webhooks that go to the same address can be told from others, within one mock', () => {
  const [one = '', same, other] = ['a=1', 'a=1', 'a=2'].map((query) => text(`"callback_url":"http://h/?${query}"`));
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(one).toContain(address('http://h/?a=1'));
  expect(createRedactor(['another secret']).address('http://h/?a=1')).not.toBe(address('http://h/?a=1'));
});

const percent = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
const later = newApiKey(createChance(2, 'system'), 'a3', 7).apiKey;
const rotated = newWebhookSecret(createChance(2, 'system'), 'a3', 7);
const odd = 'é "quoted" \\ and/slashed?';
const oddly = createRedactor([odd]);

test.each<[what: string, spell: (secret: string) => string]>([
  ['in the letters of an address', encodeURIComponent],
  ['every letter in percent', percent],
  ['in capitals of percent', (secret) => percent(secret).toUpperCase()],
  ['in percent twice', (secret) => encodeURIComponent(percent(secret))],
  ['in percent five times', (secret) => percent(secret).replaceAll('%', '%25252525')],
  ['some letters in percent', (secret) => secret.replaceAll('_', '%5F').replaceAll('-', '%2d')],
  ['as a form does', (secret) => new URLSearchParams({ '': secret }).toString().slice(1)],
  ['behind another value', (secret) => `u=1%3D${secret}%26`],
  ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
  ['in JSON within JSON', (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  ['in JSON that escapes slashes', (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
  ['in escapes of JSON', unicode],
  ['in escapes of JSON within JSON', (secret) => JSON.stringify(unicode(secret)).slice(1, -1)],
  ['in capitals of escapes', (secret) => unicode(secret).toUpperCase().replaceAll('U', 'u')],
  ['some letters escaped', (secret) => secret.replaceAll('_', '\\u005f').replaceAll('-', '\\u002D')],
])('a secret goes however it is spelled: %s (K3)', (_how, spell) => {
  const shown = (redact: typeof text, secret: string, further?: string[]): string =>
    redact(`"${spell(secret)}"`, further);
  for (const secret of [apiKey, later, webhookSecret, rotated, token]) {
    const rest = secret.slice(-20);
    expect(shown(text, secret)).toContain('[redacted]');
    expect(shown(text, secret)).not.toContain(spell(rest));
    expect(path(`/jobs?x=${spell(secret)}`)).not.toContain(spell(rest));
  }
  for (const [redact, secret, further] of [
    [text, 'MARKER-OF-THE-USER'],
    [oddly.text, odd],
    [text, odd, [odd]],
  ] as const) {
    const before = shown((same) => same, secret);
    const after = shown(redact, secret, further && [...further]);
    expect(after).toBe(before.replace(spell(secret).replace(/^u=1%3D|%26$/g, ''), '[redacted]'));
  }
});

test.each([
  '{"video_key":"file_a1_9k2m4x7q","script":"It is no secret: the token is short."}',
  '{"error":{"code":"unauthorized","message":"send a valid API key"}}',
  '{"session_id":"sess_a1_4d8w2n6z","stream_url":"ws://h/streams/sess_a1_4d8w2n6z"}',
  '{"callback_url":"http://127.0.0.1:9/hook?","x":"http://h/?a=b"}',
  '{"error":{"message":"callback_url must begin with https://, got ftp:"},"x":"?a=b"}',
  'test_run_1',
  'name=test%5Frun_1%20of%20a1_whatever&b=100%25',
  String.raw`{"text":"A \"start\" of a\\b, whsec_\u2026"}`,
])('%s stays', (harmless) => {
  expect(text(harmless)).toBe(harmless);
});

test.each<[what: string, before: string]>([
  ['by itself', ''],
  ['after one letter', ':'],
  ['after two letters', 'a:'],
])('a secret in base64 goes, also in that of addresses: %s', (_what, before) => {
  for (const secret of [apiKey, later, webhookSecret, rotated, token, 'MARKER-OF-THE-USER']) {
    for (const form of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(`${before}${secret}:`).toString(form);
      for (const spelled of [encoded, encodeURIComponent(encoded)]) {
        expect(text(`"${spelled}"`)).toContain('[redacted]');
        expect(text(`"${spelled}"`)).not.toContain(encoded.slice(8, -8));
      }
      expect(text(`"${Buffer.from(`${before}${odd}`).toString(form)}"`, [odd])).toContain('[redacted]');
    }
  }
});

test.each([
  ['lower', 'toLowerCase'],
  ['upper', 'toUpperCase'],
] as const)('a secret in hex goes, in %s case', (_case, inCase) => {
  for (const secret of [apiKey, later, webhookSecret, rotated, token, 'MARKER-OF-THE-USER']) {
    const hex = Buffer.from(secret).toString('hex')[inCase]();
    for (const around of [`"${hex}"`, `x=aa${hex}0a`]) {
      expect(text(around)).toContain('[redacted]');
      expect(text(around)).not.toContain(hex.slice(16, -16));
    }
  }
  expect(text(`"${Buffer.from(odd).toString('hex')[inCase]()}"`, [odd])).toBe('"[redacted]"');
});

test.each(['746573745f72756e', Buffer.from('test_run_1, no secret').toString('hex'), '5f'.repeat(60)])(
  'other things in hex stay: %s',
  (harmless) => {
    expect(text(harmless)).toBe(harmless);
  },
);

test.each([Buffer.from('It is no secret: the token is short, as other tokens are.'), Buffer.alloc(600, 7)])(
  'other things in base64 stay (%#)',
  (harmless) => {
    expect(text(harmless.toString('base64'))).toBe(harmless.toString('base64'));
  },
);

test.each([
  'X-Auth-Key',
  'X-Auth',
  'Ocp-Apim-Subscription-Key',
  'X-Functions-Key',
  'X-Session-Id',
  'X-CSRF',
  'X-Forwarded-Authorization',
  'X-Goog-Iap-Jwt-Assertion',
  'X-Amz-Security-Token',
  'X-MS-Client-Principal',
  'X-Proxy-Passphrase',
  'X-Shopify-Hmac-SHA256',
])('the header %s of somebody else goes', (name) => {
  expect(headers([name, 'abc'])).toEqual([{ name, value: '[redacted]' }]);
});

test.each([
  'Idempotency-Key',
  'Sec-WebSocket-Key',
  'Service-Signature',
  'X-Monkey',
  'Authority',
  'X-Author',
  'X-Request-Id',
  'X-Possession',
])('the header %s stays', (name) => {
  expect(headers([name, 'abc'])).toEqual([{ name, value: 'abc' }]);
});

test('of a beginning it is known whether a secret may go on in what is cut off', () => {
  const { mayBegin } = createRedactor(['MARKER-OF-THE-USER']);
  const may = [apiKey.slice(0, 9), `x ${token.slice(0, 6)}`, 'whsec_ab', 'a MARKER-O', apiKey];
  for (const secret of [apiKey, 'MARKER-OF-THE-USER'])
    for (const form of ['hex', 'base64'] as const) may.push(Buffer.from(`: ${secret}`).toString(form).slice(0, 24));
  expect([...may, 'no such thing', 'rt_', ''].map(mayBegin)).toEqual([...may.map(() => true), false, false, false]);
});

test.each([
  ['/streams/s?session_token=abc&x=1', '/streams/s?session_token=[redacted]&x=1'],
  ['/streams/s?session%5Ftoken=abc', '/streams/s?session%5Ftoken=[redacted]'],
  ['/outputs/j.mp4?expires=1&signature=abc', '/outputs/j.mp4?expires=1&signature=[redacted]'],
  ['/files/file_a1_x/abc?expires=1', '/files/file_a1_x/[redacted]?expires=1'],
  ['/usage?limit=5&from=2026-01-01&%zz', '/usage?limit=5&from=2026-01-01&%zz'],
])('of the path %s remains %s', (before, after) => {
  expect(path(before)).toBe(after);
});

test('of an authorization the scheme stays as it was written; other headers go by their name', () => {
  const raw = [
    'Authorization',
    'Bearer abc',
    'authorization',
    'basic eA==',
    'Proxy-Authorization',
    'abc',
    'Cookie',
    'a=b',
  ];
  const more = ['X-Understudy-Token', 'abc', 'Idempotency-Key', 'run-1', 'Referer', 'http://h/?signature=abc'];
  expect(headers([...raw, ...more]).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Authorization: Bearer [redacted]',
    'authorization: basic [redacted]',
    'Proxy-Authorization: [redacted]',
    'Cookie: [redacted]',
    'X-Understudy-Token: [redacted]',
    'Idempotency-Key: run-1',
    'Referer: http://h/?signature=[redacted]',
  ]);
});

test('what an exchange was authorised with goes wherever else it stands', () => {
  const secrets = credentialsIn(['Host', 'h', 'Authorization', 'Bearer a-key-of-the-user', 'authorization', 'short']);
  expect(secrets).toEqual(['a-key-of-the-user']);
  expect(path('/jobs?x=a-key-of-the-user', secrets)).toBe('/jobs?x=[redacted]');
  expect(headers(['X', 'a-key-of-the-user'], secrets)).toEqual([{ name: 'X', value: '[redacted]' }]);
});

test.each([
  '?'.repeat(9_000),
  `?${'token'.repeat(2_000)}`,
  '"token'.repeat(1_500),
  `"token":"${'\\'.repeat(9_000)}`,
  '://'.repeat(3_000),
  '/files/'.repeat(1_300),
  '\\'.repeat(9_000),
  '%25'.repeat(3_000),
  '\\u0074'.repeat(1_500),
  '%74'.repeat(3_000),
  `test_a1_${'%25'.repeat(3_000)}`,
  'test_a1_aaaaaaaaaaaaaaa%'.repeat(400),
  '746573745f61'.repeat(800),
  '"callback_url":"'.repeat(600),
  `"callback_url":"http://h?${'a&'.repeat(4_500)}`,
  `callback_url=http://h%3F${'%26a%3D'.repeat(1_300)}`,
  `"callback_url":"${'\\'.repeat(9_000)}`,
  `callback_url=${'\\'.repeat(9_000)}`,
  `"callback_url":"${'\\"'.repeat(4_500)}`,
  `callback_url\\u0022:\\u0022${'%5C'.repeat(3_000)}`,
])('no text takes long (%#) (B4)', (hostile) => {
  // A thousand of these are read at once. What would take long takes minutes here, and the test's own time ends it.
  for (let time = 0; time < 50; time++) text(hostile);
  expect(path(hostile).length).toBeGreaterThan(0);
});
