/** Fault rules over the control API: made, shown, hit, taken away; and every body that is no rule. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestMock, openMock } from '../http/client.case.ts';
import { openTestService } from '../http/service.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

type Rule = { readonly id: string };

const rules = async (): Promise<Rule[]> => JSON.parse((await mock.steer('GET', '/faults')).text) as Rule[];
const add = (when: object, then: object = { fault: 'request-error' }, id?: string) =>
  mock.steer('POST', '/faults', { ...(id !== undefined && { id }), when, then });
/** The codes of so many equal calls. */
const codesOf = async (count: number, key?: string, path = '/balance'): Promise<(string | undefined)[]> => {
  const codes = [];
  for (let i = 0; i < count; i++) codes.push((await mock.get(path, key)).code);
  return codes;
};
const failed = 'internal_error';

test('a rule is shown as it was written, with an id of its own', async () => {
  const when = {
    on: 'request',
    operation: 'submitAvatar',
    account_id: 'a1',
    feature: 'avatar',
    nth: 1,
    every: 2,
    chance: 0.5,
    match: { script: 'Hello', output_resolution_p: 480 },
    from: '2026-01-01T00:00:00.000Z',
    to: '2027-01-01T00:00:00.000Z',
    times: 3,
  };
  const then = { fault: 'request-delay', ms: 300 };
  const answer = await add(when, then);
  expect([answer.status, answer.body]).toEqual([201, { id: 'fault-1', when, then }]);
  expect((await add({}, { fault: 'job-slow' }, 'slow')).body).toEqual({
    id: 'slow',
    when: {},
    then: { fault: 'job-slow' },
  });
  expect((await add({})).body.id).toBe('fault-2');
  expect((await rules()).map(({ id }) => id)).toEqual(['fault-1', 'slow', 'fault-2']);
});

test('rules of the same id replace each other, and count anew', async () => {
  await add({ nth: 1 }, undefined, 'r');
  expect(await codesOf(2)).toEqual([failed, undefined]);
  await add({ nth: 2 }, { fault: 'request-error', code: 'at_capacity' }, 'r');
  expect(await codesOf(2)).toEqual([undefined, 'at_capacity']);
  expect(await rules()).toHaveLength(1);
});

test('a rule meets what it says, and every account is counted by itself', async () => {
  const { api_key: other } = await mock.control.createAccount({ balance_usd: 1 });
  await add({ operation: 'getBalance', nth: 2 });
  expect([await codesOf(1), await codesOf(3, other), await codesOf(2)]).toEqual([
    [undefined],
    [undefined, failed, undefined],
    [failed, undefined],
  ]);
  expect(await codesOf(3, undefined, '/voices')).toEqual([undefined, undefined, undefined]);
});

test('a rule of one account leaves the others alone', async () => {
  const { account_id, api_key: other } = await mock.control.createAccount({ balance_usd: 1 });
  await add({ account_id });
  expect([await codesOf(1), await codesOf(1, other)]).toEqual([[undefined], [failed]]);
});

test('a rule may look at fields of the body, of the query and of the path', async () => {
  await add({ match: { limit: 7 } });
  await add({ match: { job_id: 'job_x' } });
  await add({ match: { duration_minutes: 3 } }, { fault: 'session-no-capacity' });
  expect((await mock.get('/usage?limit=7')).code).toBe(failed);
  expect((await mock.get('/usage?limit=8')).code).toBeUndefined();
  expect((await mock.get('/jobs/job_x')).code).toBe(failed);
  expect((await mock.get('/jobs/job_y')).code).toBe('not_found');
  expect((await mock.post('/voice/session', { duration_minutes: 3 })).code).toBe('capacity_unavailable');
  expect((await mock.post('/voice/session', { duration_minutes: 4 })).code).toBeUndefined();
});

test('a rule holds within its time', async () => {
  await add({ from: '2026-01-01T00:01:00Z', to: '2026-01-01T00:02:00Z' });
  const seen = [];
  for (const seconds of [0, 59, 1, 59, 1]) {
    await mock.clock.advance({ seconds });
    seen.push(...(await codesOf(1)));
  }
  expect(seen).toEqual([undefined, undefined, failed, failed, undefined]);
});

test('chance comes from the seed: the same calls meet the same faults again', async () => {
  const play = async (seed: number, others: boolean): Promise<unknown[]> => {
    const one = await openMock({ seed });
    await one.steer('POST', '/faults', { id: 'r', when: { chance: 0.5 }, then: { fault: 'request-error' } });
    const { api_key } = await one.control.createAccount({ balance_usd: 1 });
    const codes = [];
    for (let i = 0; i < 40; i++) {
      if (others) await one.get('/balance', api_key);
      codes.push((await one.get('/balance')).code);
    }
    await one.close();
    return codes;
  };
  const first = await play(5, false);
  expect(new Set(first)).toEqual(new Set([undefined, failed]));
  expect(await play(5, true)).toEqual(first);
  expect(await play(6, false)).not.toEqual(first);
});

test('a rule of jobs holds for the jobs that are submitted from then on', async () => {
  const image = await mock.upload('portrait.png');
  const submit = async (): Promise<string> =>
    (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body.id;
  const before = await submit();
  await add({ feature: 'face_swap_image', nth: 2 }, { fault: 'job-fails', code: 'content_rejected' });
  const ids = [before, await submit(), await submit(), await submit()];
  await mock.steer('DELETE', '/faults');
  await mock.clock.advance({ seconds: 60 });
  const codes = [];
  for (const id of ids) codes.push((await mock.get(`/jobs/${id}`)).body.error?.code);
  expect(codes).toEqual([undefined, undefined, 'content_rejected', undefined]);
});

test('faults of webhooks stay with the job and faults of sockets with the session, wherever they come from', async () => {
  const { app, engine, account, apiKey, upload, close } = await openTestService();
  await engine.changeFaults(() => [
    { id: 'w', when: {}, fault: { name: 'webhook-drop', params: { attempts: 2 } } },
    { id: 's', when: {}, fault: { name: 'socket-close', params: { code: 1013 } } },
    { id: 'd', when: { on: 'delivery' }, fault: { name: 'webhook-tampered' } },
    { id: 'c', when: { on: 'connect' }, fault: { name: 'socket-reset' } },
  ]);
  const form =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n';
  const { file_key } = (await (await upload(form, 'multipart/form-data; boundary=b')).json()) as { file_key: string };
  const post = (path: string, body: object, asked: string) =>
    app.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'x-understudy-fault': asked },
      body: JSON.stringify(body),
    });
  const script = 'magic_webhook_replay magic_socket_reset';
  const avatar = { image_key: file_key, script, callback_url: 'http://127.0.0.1:9/' };
  expect((await post('/avatar', avatar, 'webhook-duplicate; after_seconds=2, request-delay; ms=0')).status).toBe(202);
  expect((await post('/voice/session', { voice_profile_id: 'magic_socket_stall' }, 'socket-jitter')).status).toBe(201);
  const { jobs, sessions } = await account();
  expect([...jobs.values()].map(({ faults }) => faults)).toEqual([
    [
      { name: 'webhook-duplicate', params: { after_seconds: 2 } },
      { name: 'webhook-drop', params: { attempts: 2 } },
      { name: 'webhook-replay' },
    ],
  ]);
  expect([...sessions.values()].map(({ faults, voiceProfileId }) => [faults, voiceProfileId])).toEqual([
    [
      [{ name: 'socket-jitter' }, { name: 'socket-close', params: { code: 1013 } }, { name: 'socket-stall' }],
      undefined,
    ],
  ]);
  await close();
});

test('rules are taken away one by one, all at once, and by a reset', async () => {
  await add({}, undefined, 'a');
  await add({}, undefined, 'b');
  expect((await mock.steer('DELETE', '/faults/a')).status).toBe(200);
  expect(await rules()).toMatchObject([{ id: 'b' }]);
  expect((await mock.steer('DELETE', '/faults/a')).code).toBe('not_found');
  expect((await mock.steer('DELETE', '/faults')).status).toBe(200);
  expect([await rules(), await codesOf(1)]).toEqual([[], [undefined]]);
  await add({ nth: 2 });
  await codesOf(1);
  await mock.steer('POST', '/reset');
  expect([await rules(), await codesOf(2)]).toEqual([[], [undefined, undefined]]);
  // Its count began anew too.
  await add({ nth: 2 });
  expect(await codesOf(2)).toEqual([undefined, failed]);
});

test('after a thousand rules there is no room for another, but for one in the place of another', async () => {
  for (let i = 0; i < 1_000; i++) await mock.control.addFault({ when: { nth: 9 }, then: { fault: 'job-slow' } });
  expect((await add({})).code).toBe('invalid_input');
  expect((await add({}, { fault: 'job-slow' }, 'fault-7')).status).toBe(201);
  expect(await rules()).toHaveLength(1_000);
});

const then = { fault: 'request-error' };
test.each<[string, object]>([
  ['nothing', {}],
  ['no when', { then }],
  ['no then', { when: {} }],
  ['an unknown part', { when: {}, then, what: 1 }],
  ['an id with a blank', { id: 'a b', when: {}, then }],
  ['an empty id', { id: '', when: {}, then }],
  ['no fault', { when: {}, then: {} }],
  ['an unknown fault', { when: {}, then: { fault: 'request-eror' } }],
  ['an operation where it never hits', { when: { operation: 'getBalance' }, then: { fault: 'job-slow' } }],
  [
    'a session that cannot warm up',
    { when: { operation: 'createLiveSwapSession' }, then: { fault: 'session-warming' } },
  ],
  ['a feature that cannot warm up', { when: { feature: 'full_live_swap' }, then: { fault: 'session-warming' } }],
  [
    'an operation of a delivery',
    { when: { on: 'delivery', operation: 'submitAvatar' }, then: { fault: 'webhook-drop' } },
  ],
  ['fields of a connection', { when: { on: 'connect', match: { tier: 'pro' } }, then: { fault: 'socket-reset' } }],
  ['an unknown parameter', { when: {}, then: { fault: 'job-slow', speed: 1 } }],
  ['a parameter beyond its bounds', { when: {}, then: { fault: 'job-slow', factor: 0 } }],
  ['a parameter of another type', { when: {}, then: { fault: 'job-slow', factor: true } }],
  ['half an attempt', { when: {}, then: { fault: 'webhook-drop', attempts: 1.5 } }],
  ['a value that is not listed', { when: {}, then: { fault: 'socket-close', code: 1006 } }],
  ['an unknown word in when', { when: { never: true }, then }],
  ['an unknown operation', { when: { operation: 'submitNothing' }, then }],
  ['an unknown feature', { when: { feature: 'full_live_swap_standard' }, then }],
  ['nth 0', { when: { nth: 0 }, then }],
  ['every 1.5', { when: { every: 1.5 }, then }],
  ['chance 2', { when: { chance: 2 }, then }],
  ['times 0', { when: { times: 0 }, then }],
  ['a pattern', { when: { match: { script: { pattern: 'x' } } }, then }],
  ['null in match', { when: { match: { script: null } }, then }],
  ['a date that there is not', { when: { from: '2026-02-31' }, then }],
  ['a date in another form', { when: { to: 'tomorrow' }, then }],
  ['a fault of requests on deliveries', { when: { on: 'delivery' }, then }],
  ['a fault that comes before deliveries', { when: { on: 'delivery' }, then: { fault: 'webhook-delay' } }],
  ['a fault of webhooks on connections', { when: { on: 'connect' }, then: { fault: 'webhook-drop' } }],
])('%s makes no rule: %j', async (_, body) => {
  const answer = await mock.steer('POST', '/faults', body);
  expect([answer.status, answer.code, await rules()]).toEqual([400, 'invalid_input', []]);
});
