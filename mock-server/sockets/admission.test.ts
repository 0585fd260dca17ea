/** Who is let in on a socket, who is turned away and how, and what that leaves behind. */
import { connect } from 'node:net';
import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { exchange } from '../http/wire.case.ts';
import { handshake, openSocketMock } from './client.case.ts';

test('a token that is missing, wrong, of another session, there twice, or of no session is 401, and changes nothing (F56) (K5)', async () => {
  const mock = await openSocketMock();
  const [one, other] = [await mock.voice(), await mock.voice()];
  const { stream_url: url, session_token: token, address } = one;
  for (const bad of [
    url,
    `${url}?session_token=`,
    `${url}?session_token=${token}x`,
    `${url}?session_token=${token.toUpperCase()}`,
    `${url}?session_token=${other.session_token}`,
    `${url}?session_token=${token}&session_token=${token}`,
    `${url}?token=${token}`,
    `${url}x?session_token=${token}`,
    address.replace('_a1_', '_a999_'),
  ]) {
    expect(await mock.refusal(bad), bad).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  }
  // The key of the account opens no socket.
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  expect((await mock.refusal(url, { headers })).status).toBe(401);
  expect(await mock.usage()).toEqual([]);
  await (await mock.connect(one)).close();
  await mock.close();
});

test('ids that are UUIDs lead to their sessions just as well', async () => {
  const mock = await openSocketMock({ 'id-form': 'uuid' });
  await (await mock.connect(await mock.voice())).close();
  expect(await mock.usage()).toHaveLength(1);
  await mock.close();
});

test('a refusal has the layout that errors have elsewhere', async () => {
  const mock = await openSocketMock({ 'error-body': 'problem', 'authenticate-header': 'bearer' });
  const { text } = await exchange(mock.port, handshake('/streams/sess_a1_x'));
  expect(text).toMatch(/^content-type: application\/problem\+json/m);
  expect(text).toMatch(/^www-authenticate: Bearer/m);
  expect(text).toContain('"title":"unauthorized"');
  await mock.close();
});

test('why a socket is turned away is said in three ways, in turns of its address', async () => {
  const mock = await openSocketMock();
  const { stream_url: url } = await mock.voice();
  const messagesFor = async (token: string): Promise<string[]> => {
    const messages: string[] = [];
    for (let tries = 0; tries < 4; tries++) {
      const { body } = await mock.refusal(`${url}?session_token=${token}`);
      messages.push((body as { readonly error: { readonly message: string } }).error.message);
    }
    return messages;
  };
  const first = await messagesFor('rt_wrong');
  for (const message of first) expect(message).toContain('send the session_token of this session');
  expect(new Set(first).size).toBe(3);
  expect(first[3]).toBe(first[0]);
  expect(await messagesFor('rt_other')).toEqual(first);
  await mock.close();
});

test('no refusal repeats the token', async () => {
  const mock = await openSocketMock();
  const session = await mock.voice();
  await (await mock.connect(session)).close();
  expect(JSON.stringify(await mock.refusal(session))).not.toContain(session.session_token);
  await mock.close();
});

test('a session is good for one stream: a second socket, and one after the end, are turned away (F56)', async () => {
  const mock = await openSocketMock();
  const session = await mock.voice();
  const stream = await mock.connect(session);
  expect((await mock.refusal(session)).status).toBe(401);
  stream.send(Buffer.from('ab'));
  await stream.received(2);
  await stream.close();
  expect((await mock.refusal(session)).status).toBe(401);
  expect(await mock.usage()).toHaveLength(1);
  await mock.close();
});

test('of many sockets that connect at once with one token, one is let in', async () => {
  const mock = await openSocketMock();
  const session = await mock.voice();
  const attempts = await Promise.allSettled(Array.from({ length: 40 }, () => mock.refusal(session)));
  expect(attempts.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(await mock.usage()).toHaveLength(1);
  await mock.close();
});

test('a token is good until it expires, and is then turned away (F56)', async () => {
  const mock = await openSocketMock();
  const [early, late] = [await mock.voice(), await mock.voice()];
  await mock.clock.advance({ seconds: 599 });
  const stream = await mock.connect(early);
  await mock.clock.advance({ seconds: 1 });
  expect((await mock.refusal(late)).status).toBe(401);
  stream.send(Buffer.from('ab'));
  await stream.received(2);
  await stream.close();
  await mock.close();
});

test('with too little left to fund it a session is 402 at the upgrade, and can connect after a top-up', async () => {
  const mock = await openSocketMock({}, { balance: 1 });
  const [one, other] = [await mock.liveSwap(), await mock.liveSwap()];
  const stream = await mock.connect(one);
  expect(await mock.refusal(other)).toMatchObject({ status: 402, body: { error: { code: 'insufficient_balance' } } });
  await mock.control.topUp('a1', 1);
  const second = await mock.connect(other);
  await Promise.all([stream.close(), second.close()]);
  await mock.close();
});

test.each(['https://evil.example', 'chrome-extension://abcdefgh', 'null'])(
  'a socket may come from any page, here %s: the token is the guard (A6)',
  async (origin) => {
    const mock = await openSocketMock();
    const session = await mock.liveSwap();
    expect((await mock.refusal(session.stream_url, { origin })).status).toBe(401);
    await (await mock.connect(session, { origin })).close();
    await mock.close();
  },
);

test('under another name than its own the mock answers no upgrade (A2)', async () => {
  const mock = await openSocketMock();
  const { session_id, session_token } = await mock.voice();
  const path = `/streams/${session_id}?session_token=${session_token}`;
  const foreign = await exchange(mock.port, handshake(path, { Host: 'evil.example' }));
  expect([foreign.statuses, foreign.closed]).toEqual([[403], true]);
  const twice = await exchange(mock.port, handshake(path, { host: 'localhost' }));
  expect([twice.statuses, twice.closed]).toEqual([[400], true]);
  expect(await mock.usage()).toEqual([]);
  await mock.close();
});

test.each([
  ['/', 404],
  ['/streams', 404],
  ['/streams/', 404],
  ['/streams/x/y', 404],
  ['/streams/../streams/x', 404],
  ['//streams/x', 404],
  ['/api/v1/balance', 404],
  ['/__understudy/events', 404],
  [`/streams/${'x'.repeat(81)}`, 404],
  ['/streams/__proto__', 401],
  ['http://localhost/streams/x', 401],
])('an upgrade at %s is answered %i in the documented layout, and closed (A6)', async (path, status) => {
  const mock = await openSocketMock();
  const { statuses, text, closed } = await exchange(mock.port, handshake(path));
  expect([statuses, closed]).toEqual([[status], true]);
  expect(text).toMatch(/\r\n\r\n\{"error":\{"code":"(?:not_found|unauthorized)","message":"[^"]+"\}\}$/);
  await mock.close();
});

const badHandshakes: Record<string, string>[] = [
  { 'Sec-WebSocket-Key': '' },
  { 'Sec-WebSocket-Key': 'short' },
  { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ' },
  { 'Sec-WebSocket-Key': '"; drop' },
  { 'Sec-WebSocket-Version': '' },
  { 'Sec-WebSocket-Version': '7' },
  { 'Sec-WebSocket-Protocol': 'a,,b' },
  { 'Sec-WebSocket-Protocol': 'a, a' },
];

test.each(badHandshakes)('a handshake with %o is 400 and connects no session (F65) (K6)', async (headers) => {
  const mock = await openSocketMock();
  const session = await mock.voice();
  const path = `/streams/${session.session_id}?session_token=${session.session_token}`;
  const { statuses, text, closed } = await exchange(mock.port, handshake(path, headers));
  expect([statuses, closed]).toEqual([[400], true]);
  expect(text).toContain('"invalid_input"');
  expect(await mock.usage()).toEqual([]);
  await (await mock.connect(session)).close();
  await mock.close();
});

test('a handshake in HTTP/1.0 is 400 and connects no session', async () => {
  const mock = await openSocketMock();
  const session = await mock.voice();
  const path = `/streams/${session.session_id}?session_token=${session.session_token}`;
  const { text, closed } = await exchange(mock.port, handshake(path).replace('HTTP/1.1', 'HTTP/1.0'));
  expect(text).toMatch(/^HTTP\/1\.1 400 .*"a WebSocket needs HTTP\/1\.1"/s);
  expect(closed).toBe(true);
  await (await mock.connect(session)).close();
  await mock.close();
});

/** Connections and timers of this thread. */
const handles = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^(?:Timeout|TCPSocketWrap)$/.test(name)).length;

test('a thousand handshakes that are bad, cut off or left alone leave no connection and no timer (F65) (K6)', async () => {
  const mock = await openSocketMock({}, {}, { socketTimes: { handshake: 100 } });
  const session = await mock.voice();
  await (await mock.connect(await mock.voice())).close();
  await vi.waitFor(() => expect(handles()).toBeLessThanOrEqual(1));
  const before = handles();
  const path = `/streams/${session.session_id}?session_token=`;
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        i % 3 === 0
          ? leaveAlone(mock.port, handshake(path + 'x'))
          : exchange(mock.port, handshake(path, badHandshakes[i % 8]), { waitMs: i % 3 === 1 ? 0 : 1_000, pauseMs: 0 }),
      ),
    );
  }
  await vi.waitFor(() => expect(handles()).toBeLessThanOrEqual(before), { timeout: 3_000 });
  await (await mock.connect(session)).close();
  await mock.close();
});

/** Sends a handshake and never closes by itself: resolves when the mock has. */
const leaveAlone = (port: number, bytes: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(bytes));
    socket.resume().on('error', () => undefined);
    // Half of the connection is still open: only a write finds out that the other half has gone.
    const probe = setInterval(() => socket.write('more'), 20);
    socket.on('close', () => {
      clearInterval(probe);
      resolve();
    });
  });

test('a client that is gone before its upgrade is answered is billed nothing', async () => {
  const gone: { now?: () => void } = {};
  const mock = await openSocketMock(
    {},
    {},
    {
      ports: {
        // Between the session's connect and the answer.
        admit: (admit) => async (ticket) => {
          const admitted = await admit(ticket);
          gone.now?.();
          await new Promise((resolve) => setTimeout(resolve, 50));
          return admitted;
        },
      },
    },
  );
  const session = await mock.voice();
  const socket = connect(mock.port, '127.0.0.1');
  gone.now = () => socket.resetAndDestroy();
  socket.write(handshake(`/streams/${session.session_id}?session_token=${session.session_token}`));
  await vi.waitFor(async () => expect(await mock.usage()).toMatchObject([{ charged_usd: 0 }]), { timeout: 3_000 });
  await mock.close();
});

test('a request that would rather speak another protocol is answered as it is', async () => {
  const mock = await openSocketMock();
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const body = '{"duration_minutes":3}';
    const sent = request(`${mock.url}/voice/session`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.apiKey}`,
        'content-type': 'application/json',
        'content-length': body.length,
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAEAAEAAAAIAAAAB',
      },
    });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.end(body);
  });
  expect(answer.status).toBe(201);
  expect(answer.text).toContain('"max_duration_sec":180');
  await mock.close();
});
