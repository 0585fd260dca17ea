/** Every port from outside: what a wrap does is what a client sees. That nothing changes without one, all other tests hold. */
import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type TestMock, type Wire, openMock } from './http/client.case.ts';
import type { Asked, HttpAnswer } from './http/ports.ts';
import type { Caller } from './index.ts';
import type { MockOptions } from './options.ts';
import type { Ports } from './ports.ts';
import { openSocketMock, type SocketMock } from './sockets/client.case.ts';
import { type Receiver, type ReceiverAnswer, openReceiver } from './webhooks/receiver.case.ts';

const opened: { readonly close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const open = async (ports: Ports, options: MockOptions = {}): Promise<TestMock> => {
  const mock = await openMock({ jobTime: 1, ...options }, ports);
  opened.push(mock);
  return mock;
};

const openSockets = async (ports: Ports): Promise<SocketMock> => {
  const mock = await openSocketMock({}, {}, { ports });
  opened.push(mock);
  return mock;
};

/** A job of one image, whose webhooks come to a receiver that answers as told. */
const deliverOne = async (
  ports: Ports,
  ...answers: ReceiverAnswer[]
): Promise<{ mock: TestMock; receiver: Receiver }> => {
  const mock = await open(ports, { signatureTime: 'clock', settleMs: 10_000 });
  const receiver = await openReceiver(...answers);
  opened.push(receiver);
  const key = await mock.upload('portrait.png');
  await mock.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
  await mock.clock.advance({ seconds: 3_600 });
  return { mock, receiver };
};

/** A whole result, finished. */
const finishJob = async (mock: TestMock): Promise<Wire> => {
  const key = await mock.upload('portrait.png');
  const { id } = (await mock.post('/face-swap-image', { image_key: key, face_key: key })).body;
  await mock.clock.advance({ seconds: 60 });
  return (await mock.get(`/jobs/${id}`)).body;
};

const stamp = async (mock: TestMock): Promise<string> => (await mock.control.createAccount({ balance_usd: 1 })).api_key;

test('decide: a mock that forgets keys makes a second job of a repeated submit, and charges twice', async () => {
  const mock = await open({
    decide: (next) => (account, world, command, moment) => {
      if (command.type !== 'submit-job') return next(account, world, command, moment);
      const { idempotencyKey: _, ...submit } = command;
      return next(account, world, submit, moment);
    },
  });
  const key = await mock.upload('portrait.png');
  const submit = () =>
    mock.post('/face-swap-image', { image_key: key, face_key: key }, { headers: { 'idempotency-key': 'k' } });
  const [first, second] = [await submit(), await submit()];
  expect(first.body.id).not.toBe(second.body.id);
  await mock.clock.advance({ seconds: 60 });
  expect((await mock.get('/usage')).body).toHaveLength(2);
});

test('decide: what is due and decided without an event never happens, and holds nothing up', async () => {
  const mock = await open({
    decide: (next) => (account, world, command, moment) =>
      command.type === 'finish-job'
        ? { events: [], reply: { jobId: command.jobId } }
        : next(account, world, command, moment),
  });
  expect((await finishJob(mock)).status).toBe('processing');
  expect((await mock.get('/usage')).status).toBe(200);
});

test('decide: a stream without a hard stop goes on', async () => {
  const mock = await openSockets({
    decide: (next) => (account, world, command, moment) =>
      command.type === 'stop-session' ? { events: [], reply: {} } : next(account, world, command, moment),
  });
  const stream = await mock.connect(await mock.liveSwap({ duration_minutes: 1 }));
  await mock.clock.advance({ seconds: 3_600 });
  stream.send('still there?');
  expect(await stream.received(1)).toEqual(['still there?']);
  await stream.close();
});

test('price: jobs, sessions and streams cost what the wrap says', async () => {
  const ports: Ports = { price: (next) => (sale) => 3 * next({ ...sale, rate: sale.listRate }) };
  const [usual, dear] = [await open({}), await open(ports)];
  const jobs = [await finishJob(usual), await finishJob(dear)];
  expect(jobs[1]?.charged_usd).toBeCloseTo(3 * Number(jobs[0]?.charged_usd), 6);

  const sockets = await openSockets(ports);
  const session = await sockets.liveSwap({ duration_minutes: 1 });
  expect(session.max_cost_usd).toBeCloseTo(3 * 0.6, 6);
  const stream = await sockets.connect(session);
  await sockets.clock.advance({ seconds: 10 });
  await stream.close();
  expect(await sockets.usage()).toMatchObject([{ charged_usd: 0.3 }]);
});

test('authenticate: a revoked key goes on working', async () => {
  const mock = await open({
    authenticate: (next) => {
      const seen = new Map<string, Caller>();
      return async (claim) => {
        const caller = await next(claim);
        const { authorization = '' } = claim;
        if (caller !== undefined && caller !== 'public') seen.set(authorization, caller);
        return caller ?? seen.get(authorization);
      };
    },
  });
  const { api_key, key_id } = (await mock.steer('POST', '/accounts/a1/keys')).body as unknown as Record<string, string>;
  expect((await mock.get('/balance', api_key)).status).toBe(200);
  expect((await mock.steer('DELETE', `/accounts/a1/keys/${key_id}`)).status).toBeLessThan(300);
  expect((await mock.get('/balance', api_key)).status).toBe(200);
  expect((await mock.get('/balance', 'never seen')).status).toBe(401);
});

test('authenticate: strangers are let in as somebody, and /pricing asks for a key', async () => {
  const mock = await open({
    authenticate: (next) => async (claim) => {
      const caller = await next(claim);
      if (claim.operation === 'getPricing') return caller === 'public' ? undefined : caller;
      return caller ?? (await claim.callers())[0];
    },
  });
  expect((await mock.call('GET', '/balance', undefined, { key: null })).body.balance_usd).toBe(100);
  expect((await mock.call('GET', '/pricing', undefined, { key: null })).code).toBe('unauthorized');
  expect((await mock.get('/pricing')).status).toBe(200);
});

test('limit: all accounts share one limit', async () => {
  const mock = await open({ limit: (next) => (paced) => next({ ...paced, subject: 'everyone' }) }, { rateLimit: 2 });
  const other = await stamp(mock);
  const codes = [await mock.get('/balance'), await mock.get('/balance', other), await mock.get('/balance')];
  expect(codes.map(({ code }) => code)).toEqual([undefined, undefined, 'rate_limited']);
});

test('limit: it is asked where the limit is off, too', async () => {
  const mock = await open(
    { limit: () => () => ({ waitMs: 5_000 }) },
    { choices: { 'rate-limit-headers': 'retry-after' } },
  );
  const answer = await mock.get('/balance');
  expect([answer.code, answer.headers.get('retry-after')]).toEqual(['rate_limited', '5']);
});

test('validate: a script that is too long is cut, a missing field is made up, a lawful one is refused', async () => {
  const mock = await open({
    validate: (next) => (raw) => {
      if (raw.operation === 'createLiveSwapSession')
        return next({ ...raw, body: { duration_minutes: 1, ...raw.body } });
      const { script } = raw.body;
      if (script === 'no') return { ...next(raw), fault: { refusal: { code: 'invalid_input', message: 'no' } } };
      return next(typeof script === 'string' ? { ...raw, body: { ...raw.body, script: script.slice(0, 5_000) } } : raw);
    },
  });
  const image_key = await mock.upload('portrait.png');
  const submit = async (script: string) => (await mock.post('/avatar', { image_key, script })).code;
  expect(await submit('x'.repeat(5_001))).toBeUndefined();
  expect(await submit('no')).toBe('invalid_input');
  expect((await mock.post('/full-live-swap/session', {})).body.max_duration_sec).toBe(60);
});

test('validate: a query is changed, and a body of another type is taken', async () => {
  const mock = await open({
    validate: (next) => (raw) => {
      const { fault: _, ...rest } = raw;
      return next({ ...rest, query: { ...raw.query, ...(raw.operation === 'listUsage' && { limit: 1 }) } });
    },
  });
  const image_key = await mock.upload('portrait.png');
  const raw = JSON.stringify({ image_key, face_key: image_key });
  const submit = (): Promise<{ status: number }> =>
    mock.call('POST', '/face-swap-image', undefined, { raw, headers: { 'content-type': 'text/plain' } });
  expect([(await submit()).status, (await submit()).status]).toEqual([202, 202]);
  await mock.clock.advance({ seconds: 60 });
  expect((await mock.get('/usage?limit=1000')).body).toHaveLength(1);
});

test('validate: a wrap that changes nothing refuses what the mock refuses, in the same words', async () => {
  const [usual, wrapped] = [await open({}), await open({ validate: (next) => (raw) => next(raw) })];
  const say = async (mock: TestMock, raw: string, type: string): Promise<string> =>
    (await mock.call('POST', '/avatar', undefined, { raw, headers: { 'content-type': type } })).text;
  for (const type of ['application/json', 'text/plain']) {
    for (const raw of ['', ' ', 'no', '[]', '{}', '{"script":7}', '"\ud800"', 'x'.repeat(1_000_001)]) {
      expect(await say(wrapped, raw, type)).toBe(await say(usual, raw, type));
    }
  }
});

test('uploadBytes and uploadKind: other sizes and other kinds of files are taken', async () => {
  const mock = await open({
    uploadBytes: () => (kind) => (kind === 'image' ? 5 : 0),
    uploadKind: (next) => (part) =>
      part.contentType === 'application/pdf' ? { kind: 'image', contentType: 'image/png' } : next(part),
  });
  const send = async (bytes: number, type: string): Promise<string | undefined> => {
    const form = new FormData();
    form.set('file', new Blob(['x'.repeat(bytes)], { type }), 'file');
    return (await mock.call('POST', '/uploads', undefined, { raw: form })).code;
  };
  expect(await send(5, 'image/png')).toBeUndefined();
  expect(await send(6, 'image/png')).toBe('input_too_large');
  expect(await send(1, 'video/mp4')).toBe('input_too_large');
  expect(await send(5, 'application/pdf')).toBeUndefined();
  expect(await send(5, 'text/html')).toBe('unsupported_format');
});

test('present: an answer is another one after the check, and it is known what was asked', async () => {
  const asked: unknown[] = [];
  const mock = await open({
    present: (next) => (answer, about) => {
      asked.push(about);
      if (about.operation !== 'getBalance') return next(answer, about);
      const { balance_usd, ...rest } = answer.body as { readonly balance_usd: number };
      return next(
        {
          status: 203,
          headers: { ...answer.headers, 'x-port': 'yes' },
          body: { ...rest, balance_usd: String(balance_usd) },
        },
        about,
      );
    },
  });
  const answer = await mock.get('/balance?a=1&a=2');
  expect([answer.status, answer.headers.get('x-port'), answer.body.balance_usd]).toEqual([203, 'yes', '100']);
  await mock.post('/voice/session', { duration_minutes: 999 });
  await mock.call('GET', '/nothing', undefined, { key: null });
  expect(asked).toMatchObject([
    {
      operation: 'getBalance',
      method: 'GET',
      path: '/api/v1/balance',
      query: { a: '2' },
      headers: { authorization: `Bearer ${mock.apiKey}` },
      body: undefined,
      accountId: 'a1',
      now: mock.clock.now().getTime(),
      refused: undefined,
    },
    { operation: 'createVoiceSession', body: { duration_minutes: 999 }, refused: 'invalid_input' },
    { operation: null, path: '/api/v1/nothing', accountId: undefined, refused: 'not_found' },
  ]);
  const [entry] = (await mock.steer('GET', '/journal?limit=100')).text.match(/\\"balance_usd\\":\\"100\\"/) ?? [];
  expect(entry).toBeDefined();
});

test('present: refusals, too, over a connection as well, and what is no JSON', async () => {
  const mock = await open(
    {
      present:
        () =>
        (answer, { refused, operation }) =>
          refused === 'unauthorized'
            ? { ...answer, status: 403, headers: { 'content-type': 'text/html' }, text: '<h1>no</h1>' }
            : { ...answer, status: operation === 'listVoices' ? 204 : answer.status },
    },
    { port: 0 },
  );
  const refused = await fetch(`${mock.url}/balance`);
  expect([refused.status, refused.headers.get('content-type'), await refused.text()]).toEqual([
    403,
    'text/html',
    '<h1>no</h1>',
  ]);
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  const empty = await fetch(`${mock.url}/voices`, { headers });
  expect([empty.status, await empty.text()]).toEqual([204, '']);
  expect((await mock.get('/voices')).status).toBe(204);
});

test.each<[what: string, headers: { readonly [name: string]: string }, status: number]>([
  ['a letter that no header has', { 'x-name': 'Zoë €' }, 200],
  ['a line of its own', { 'x-name': '1\r\n2' }, 200],
  ['a name with a space', { 'x name': '1' }, 200],
  ['a letter that a connection would spell otherwise', { 'x-a': 'é' }, 200],
  ['a control character', { 'x-a': 'a\x01b' }, 200],
  ['a character to be deleted', { 'x-a': 'a\x7fb' }, 200],
  ['the length of a longer body', { 'content-length': '5000' }, 200],
  ['the length of a shorter body', { 'content-length': '5' }, 200],
  ['the length of a body, and none', { 'content-length': '5' }, 204],
  ['another end of its body', { 'transfer-encoding': 'chunked' }, 200],
  ['headers that come after it', { trailer: 'x-a' }, 200],
  ['a status that is none', {}, 999],
  ['a status that ends no request', {}, 100],
])('present: an answer with %s is a failure of its own, and told', async (_what, headers, status) => {
  const failures: unknown[] = [];
  const present =
    () =>
    (answer: HttpAnswer, { operation }: Asked) =>
      operation === 'getBalance' ? { ...answer, status, headers } : answer;
  const mock = await open({ present }, { port: 0, onFailure: (error) => void failures.push(error) });
  const key = { authorization: `Bearer ${mock.apiKey}` };
  for (const ask of [fetch, mock.fetch]) {
    for (const given of [key, {}]) {
      const answer = await ask(`${mock.url}/balance`, { headers: given });
      expect([answer.status, await answer.json()]).toMatchObject([500, { error: { code: 'internal_error' } }]);
    }
  }
  expect(failures.length).toBeGreaterThanOrEqual(4);
  expect((await fetch(`${mock.url}/voices`, { headers: key })).status).toBe(200);
});

test('present: an answer may say how long it is', async () => {
  const present =
    () =>
    (answer: HttpAnswer): HttpAnswer => {
      const text = JSON.stringify(answer.body);
      return { ...answer, text, headers: { ...answer.headers, 'content-length': String(Buffer.byteLength(text)) } };
    };
  const mock = await open({ present }, { port: 0 });
  const { text } = await mock.get('/pricing');
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${mock.url}/pricing`, { method });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(text.length)]);
    expect(await answer.text()).toBe(method === 'GET' ? text : '');
  }
});

test('present: an answer without a body that JSON knows is empty', async () => {
  const mock = await open({ present: () => (answer) => ({ ...answer, body: () => 1 }) });
  expect((await mock.get('/balance')).text).toBe('');
});

test('present: a refusal of a socket that cannot be sent is a failure of its own, and told', async () => {
  const failures: unknown[] = [];
  const ports: Ports = {
    present:
      () =>
      (answer, { operation }) =>
        operation === null ? { ...answer, headers: { 'x-a': '\x01' } } : answer,
  };
  const mock = await openSocketMock({}, { onFailure: (error) => void failures.push(error) }, { ports });
  opened.push(mock);
  const answer = await mock.refusal(`ws://127.0.0.1:${mock.port}/api/v1/stream/none`);
  expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
  expect(failures).toHaveLength(1);
});

test('present: stream_url, and the answer to a socket that is turned away', async () => {
  const mock = await openSockets({
    present: (next) => (answer, asked) => {
      if (asked.operation === null) return { ...answer, status: 418, body: { path: asked.path, why: asked.refused } };
      const body = answer.body as Record<string, unknown>;
      return next(
        'stream_url' in body ? { ...answer, body: { ...body, stream_url: 'ws://elsewhere' } } : answer,
        asked,
      );
    },
  });
  const session = await mock.voice();
  expect(session.stream_url).toBe('ws://elsewhere');
  const path = `/streams/${session.session_id}`;
  expect(await mock.refusal(`ws://127.0.0.1:${mock.port}${path}?session_token=x`)).toEqual({
    status: 418,
    body: { path, why: 'unauthorized' },
  });
});

test('serve: links that are forged or out of date are served, and a file is another one', async () => {
  const mock = await open({
    serve: (next) => async (asked) => {
      const response = await next({ ...asked, link: 'good', range: undefined });
      return asked.file.kind === 'upload' ? new Response('another', { status: response.status }) : response;
    },
  });
  const { output_url } = await finishJob(mock);
  const get = (url: string): Promise<Response> => mock.fetch(url, { headers: { range: 'bytes=0-3' } });
  await mock.clock.advance({ seconds: 8 * 86_400 });
  for (const url of [String(output_url), String(output_url).replace(/signature=\w+/, 'signature=none')]) {
    const response = await get(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
  const form = new FormData();
  form.set('file', new Blob(['bytes'], { type: 'image/png' }), 'file.png');
  const { url } = (await mock.call('POST', '/uploads', undefined, { raw: form })).body;
  expect(await (await get(url)).text()).toBe('another');
});

test('sign: the signature is the one that the wrap makes', async () => {
  const { mock, receiver } = await deliverOne({
    sign:
      () =>
      ({ secrets: [secret], t, body }) =>
        `t=${t},v1=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
  const [received] = receiver.received;
  const withoutTime = createHmac('sha256', mock.webhookSecret)
    .update(received?.raw ?? '')
    .digest('hex');
  expect(received?.headers['service-signature']).toMatch(new RegExp(`^t=\\d+,v1=${withoutTime}$`));
});

test('presentWebhook: the body is another one, and what is sent is signed', async () => {
  const { mock, receiver } = await deliverOne(
    {
      presentWebhook: (next) => (body, facts) =>
        next({ ...body, delivery_id: `${facts.deliveryId}-${facts.attempt}` }, facts),
    },
    500,
    200,
  );
  const ids = receiver.received.map(({ body }) => String(body['delivery_id']));
  expect(ids.map((id) => id.slice(-2))).toEqual(['-1', '-2']);
  for (const { headers, raw } of receiver.received) {
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['service-signature'])) ?? [];
    expect(createHmac('sha256', mock.webhookSecret).update(`${t}.`).update(raw).digest('hex')).toBe(v1);
  }
});

test('nextAttempt: the ladder is as long as the wrap says', async () => {
  const { receiver } = await deliverOne(
    { nextAttempt: (next) => (failed) => (failed.number === 3 ? undefined : next(failed)) },
    500,
  );
  expect(receiver.received).toHaveLength(3);
});

test('isSuccess: a 204 is no success', async () => {
  const { receiver } = await deliverOne(
    { isSuccess: () => (outcome) => outcome.kind === 'answered' && outcome.status === 200 },
    204,
    200,
  );
  expect(receiver.received).toHaveLength(2);
});

test('deliver: every webhook comes twice, altered, and is one attempt', async () => {
  const { mock, receiver } = await deliverOne({
    deliver: (next) => (attempt) => {
      const { requests } = next(attempt);
      const altered = requests.map((request) => ({ ...request, headers: { ...request.headers, 'x-attempt': '1' } }));
      return { requests: [...requests, ...altered] };
    },
  });
  expect(receiver.received.filter(({ headers }) => headers['x-attempt'] === '1')).toHaveLength(1);
  expect(receiver.received).toHaveLength(2);
  const [delivery] = (await mock.steer('GET', '/deliveries')).body as unknown as { attempts: unknown[] }[];
  expect(delivery?.attempts).toMatchObject([{ status: 200 }]);
});

test('deliver: an attempt that is not sent has failed, unless it is said to have arrived', async () => {
  const outcomes = async (ports: Ports): Promise<unknown> => {
    const { mock, receiver } = await deliverOne(ports);
    expect(receiver.received).toEqual([]);
    const [delivery] = (await mock.steer('GET', '/deliveries')).body as unknown as { status: string; attempts: [] }[];
    return [delivery?.status, delivery?.attempts.length];
  };
  expect(await outcomes({ deliver: () => () => ({ requests: [] }) })).toEqual(['abandoned', 6]);
  const outcome = { kind: 'answered', status: 200 } as const;
  expect(await outcomes({ deliver: () => () => ({ requests: [], outcome }) })).toEqual(['delivered', 1]);
});

test('admit: a token is not asked for', async () => {
  const mock = await openSockets({
    admit: (next) => async (knock) => {
      const session = await knock.session();
      return next({ ...knock, token: session?.token });
    },
  });
  const { session_id } = await mock.voice();
  const stream = await mock.connect(`ws://127.0.0.1:${mock.port}/streams/${session_id}`);
  expect(await stream.received(1)).toHaveLength(1);
  await stream.close();
  expect((await mock.refusal(`ws://127.0.0.1:${mock.port}/streams/sess_a1_none`)).status).toBe(401);
});

test('frame: there is no format frame, audio is big-endian, and the hard stop has another code', async () => {
  const mock = await openSockets({
    frame: (line) => ({
      send: (data, isBinary) => {
        if (isBinary) line.send(Buffer.from(data).swap16(), true);
      },
      close: (_code, reason) => line.close(4_000, reason),
      reset: () => line.reset(),
      silence: () => line.silence(),
      wait: (on) => line.wait(on),
      ended: () => line.ended(),
    }),
  });
  const stream = await mock.connect(await mock.voice({ duration_minutes: 1 }));
  stream.send(Buffer.from('abcd'));
  expect(await stream.received(1)).toEqual([Buffer.from('badc')]);
  await mock.clock.advance({ seconds: 60 });
  expect((await stream.closed).code).toBe(4_000);
});

test('a port is wrapped once, whatever happens after', async () => {
  let wrapped = 0;
  const once = <F>(next: F): F => {
    wrapped++;
    return next;
  };
  const mock = await open({
    decide: once,
    price: once,
    authenticate: once,
    limit: once,
    validate: once,
    uploadBytes: once,
    uploadKind: once,
    present: once,
    serve: once,
    sign: once,
    presentWebhook: once,
    nextAttempt: once,
    isSuccess: once,
    deliver: once,
  });
  await finishJob(mock);
  await mock.control.reset();
  await finishJob(mock);
  expect(wrapped).toBe(14);
});
