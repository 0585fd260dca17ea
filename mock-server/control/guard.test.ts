/** Who may use the control API: who sends its token as a header, from no other site. Nobody else changes anything, in whatever shape the request comes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestMock, openMock } from '../http/client.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

const open = ['/health', '/openapi.json', '/asyncapi.json', '/clauses.json', '/gaps.json'];

const guarded = [
  ['POST', '/reset'],
  ['GET', '/clock'],
  ['PUT', '/clock', { mode: '60x' }],
  ['POST', '/clock/advance', { seconds: 60 }],
  ['POST', '/accounts', { balance_usd: 5 }],
  ['POST', '/accounts/a1/top-up', { amount_usd: 5 }],
  ['POST', '/accounts/a1/keys'],
  ['DELETE', '/accounts/a1/keys/key_a1_0'],
  ['POST', '/accounts/a1/webhook-secret'],
  ['GET', '/capacity'],
  ['PUT', '/capacity', { saturated: true }],
  ['GET', '/jobs'],
  ['GET', '/jobs/job_a1_x'],
  ['GET', '/accounts/a1/ledger'],
  ['GET', '/events'],
  ['POST', '/jobs/job_a1_x/finish', {}],
  ['GET', '/nothing'],
  ['POST', '/health'],
  ['DELETE', '/'],
] as const;

/** All that a request without the right to could have changed. */
const stateOf = async (): Promise<string> =>
  JSON.stringify([
    await mock.money(),
    mock.control.clock(),
    mock.control.capacity(),
    await mock.control.jobs({ limit: 9 }),
    (await mock.steer('POST', '/accounts/a2/keys')).status,
  ]);

const noToken = { 'x-understudy-token': '' };

test.each(open)('%s is open (A4)', async (path) => {
  const answer = await mock.steer('GET', path, undefined, noToken);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toBeTruthy();
});

test.each(guarded)('%s %s needs the token, and a wrong one changes nothing (A4)', async (method, path, body?) => {
  const before = await stateOf();
  const { controlToken: token, apiKey } = mock;
  for (const wrong of [
    '',
    'x',
    `${token}x`,
    token.slice(1),
    token.toUpperCase(),
    apiKey,
    `Bearer ${token}`,
    'x'.repeat(9_000),
  ]) {
    const answer = await mock.steer(method, path, body, { 'x-understudy-token': wrong });
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
  }
  expect(await stateOf()).toBe(before);
});

test.each(guarded)(
  '%s %s takes no token from a query, a path, a cookie, a body or another header (A4)',
  async (method, path, body?) => {
    const before = await stateOf();
    const { controlToken: token } = mock;
    const queries = [
      `?token=${token}`,
      `?x-understudy-token=${token}`,
      `?X-Understudy-Token=${token}#${token}`,
      `#token=${token}`,
    ];
    for (const query of queries) {
      expect((await mock.steer(method, path + query, body, noToken)).status).toBe(401);
    }
    for (const header of ['authorization', 'cookie', 'x-token', 'x-api-key', 'x-understudy']) {
      const value =
        header === 'authorization' ? `Bearer ${token}` : header === 'cookie' ? `x-understudy-token=${token}` : token;
      expect((await mock.steer(method, path, body, { ...noToken, [header]: value })).status).toBe(401);
    }
    expect(await stateOf()).toBe(before);
  },
);

const foreign: readonly Record<string, string>[] = [
  ...[
    'https://evil.example',
    'null',
    'http://localhost',
    'http://understudy.localhost:4871',
    'http://evil.understudy.localhost',
  ].map((origin) => ({ origin })),
  ...[
    'https://understudy.localhost',
    'http://understudy.localhost.evil.example',
    'HTTP://UNDERSTUDY.LOCALHOST',
    '',
  ].map((origin) => ({ origin })),
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://understudy.localhost' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
];

test.each(guarded)('%s %s is closed to other sites, even with the token (A5)', async (method, path, body?) => {
  const before = await stateOf();
  for (const headers of foreign) {
    const answer = await mock.steer(method, path, body, headers);
    expect([answer.status, answer.code], JSON.stringify(headers)).toEqual([403, 'forbidden']);
  }
  expect(await stateOf()).toBe(before);
});

test.each([
  {},
  { origin: 'http://understudy.localhost' },
  { 'sec-fetch-site': 'same-origin', origin: 'http://understudy.localhost' },
  { 'sec-fetch-site': 'none' },
])('our own page, and a caller that is none, are let in (%j) (A5)', async (headers) => {
  expect((await mock.steer('GET', '/clock', undefined, headers)).status).toBe(200);
});

/** What a page of another site can make a browser send without asking first. */
const simpleTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=B', null];

test.each(guarded.filter(([method]) => method !== 'GET'))(
  '%s %s does nothing for a form, a beacon or an image of a page (A4)',
  async (method, path, body?) => {
    const before = await stateOf();
    for (const type of simpleTypes) {
      for (const send of ['POST', 'GET']) {
        for (const site of ['cross-site', 'same-site', undefined]) {
          const response = await mock.fetch(mock.controlUrl + path, {
            method: send,
            headers: {
              ...(type !== null && { 'content-type': type }),
              ...(site !== undefined && { 'sec-fetch-site': site }),
            },
            ...(send === 'POST' && { body: Buffer.from(JSON.stringify(body ?? {})) }),
          });
          // Health, and the page of the console, are for everyone.
          const isOpen = (path === '/health' || path === '/') && send === 'GET';
          if (!isOpen) expect([401, 403, 404]).toContain(response.status);
        }
      }
    }
    // A body that is not declared as JSON is not read either, token or not.
    if (body !== undefined) {
      expect((await mock.steer(method, path, body, { 'content-type': 'text/plain' })).code).toBe('invalid_input');
    }
    expect(await stateOf()).toBe(before);
  },
);

test('no answer opens the mock to other sites (A5)', async () => {
  const paths = [mock.url, mock.controlUrl].flatMap((base) =>
    ['/pricing', '/balance', '/health', '/clock', '/x'].map((path) => base + path),
  );
  for (const url of [
    ...paths,
    'http://understudy.localhost/files/a/b',
    'http://understudy.localhost/voices/voice_ember/preview.wav',
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const origin of ['https://evil.example', 'null', 'http://understudy.localhost']) {
        const headers = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-understudy-token',
        };
        const response = await mock.fetch(url, { method, headers });
        const names = [...response.headers.keys()];
        expect(names.filter((name) => name.startsWith('access-control-') || name === 'set-cookie')).toEqual([]);
        if (method === 'OPTIONS') expect(response.status).toBeGreaterThanOrEqual(400);
        await response.body?.cancel();
      }
    }
  }
});

test.each([
  '//__understudy/clock',
  '/__understudy//clock',
  '/__UNDERSTUDY/clock',
  '/__understudy%2Fclock',
  '/__understudy/%63lock',
  '/x/../__understudy/clock',
  '/__understudy/health/../clock',
  '/__understudy/clock/',
  '/__understudy;/clock',
  '/__understudy/console',
  '/__understudy/console/',
])('no spelling of a path leads past the token: %s (A4)', async (path) => {
  const response = await mock.fetch(`http://understudy.localhost${path}`);
  expect([401, 404]).toContain(response.status);
  await response.body?.cancel();
});
