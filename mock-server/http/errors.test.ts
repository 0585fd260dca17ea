/** Every HTTP code of the document, by doing what triggers it: its status, its layout, and that nothing is charged or logged. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpErrors } from '../../spec/errors.ts';
import { capabilities, jobEndpoints } from '../../spec/vocabulary.ts';
import { type Answer, type Files, type TestMock, openMock, validBodies } from './client.case.ts';

let mock: TestMock;
let files: Files;
const start = async (...options: Parameters<typeof openMock>): Promise<void> => {
  mock = await openMock(...options);
  files = await mock.files();
};
beforeEach(() => start());
afterEach(() => mock.close());

const reached = new Set<string>();

/** The documented status and layout; and the money, seen before and after, has not moved. */
const expectRefusal = async (
  code: keyof typeof httpErrors,
  act: () => Promise<Answer>,
  key?: string,
): Promise<void> => {
  const before = await mock.money(key);
  const answer = await act();
  expect([answer.status, answer.code]).toEqual([httpErrors[code].status, code]);
  expect(JSON.parse(answer.text)).toEqual({ error: { code, message: expect.stringMatching(/./) as string } });
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await mock.money(key)).toBe(before);
  reached.add(code);
};

const avatar = (script = 'Hello.') => mock.post('/avatar', { image_key: files.image, script });
const liveSwap = (fields: object = {}) => mock.post('/full-live-swap/session', { duration_minutes: 1, ...fields });
const voice = (fields: object = {}) => mock.post('/voice/session', fields);

test('insufficient_balance: a job, a live swap and a voice session that the balance does not cover, to the micro-USD', async () => {
  const prices = [
    ['/face-swap-image', { image_key: '', face_key: '' }, 0.03],
    ['/full-live-swap/session', { duration_minutes: 1 }, 0.6],
    ['/full-live-swap/session', { duration_minutes: 1, tier: 'standard' }, 0.3],
    ['/voice/session', { duration_minutes: 1 }, 0.09],
  ] as const;
  for (const [path, fields, usd] of prices) {
    for (const [balance_usd, suffices] of [
      [usd - 0.000001, false],
      [usd, true],
    ] as const) {
      const { api_key: key } = await mock.control.createAccount({ balance_usd });
      const { image } = await mock.files(key);
      const body = path === '/face-swap-image' ? { image_key: image, face_key: image } : fields;
      if (suffices) expect((await mock.post(path, body, { key })).status).toBeLessThan(300);
      else await expectRefusal('insufficient_balance', () => mock.post(path, body, { key }), key);
    }
  }
});

test.each(['/avatar', '/voice-clone', '/face-swap', '/full-live-swap/session', '/voice/session'])(
  'invalid_input: %s with a field of another type',
  async (path) =>
    expectRefusal('invalid_input', () => mock.post(path, { script: 1, video_key: 1, duration_minutes: 'x' })),
);

test('unsupported_format: a file that is no image, sound or video (F52)', async () => {
  const form = new FormData();
  form.set('file', new Blob(['%PDF'], { type: 'application/pdf' }), 'a.pdf');
  await expectRefusal('unsupported_format', () => mock.call('POST', '/uploads', undefined, { raw: form }));
});

test('input_too_large: a sound of 30 minutes is taken, one a second longer is not', async () => {
  for (const [seconds, refused] of [
    [1_800, false],
    [1_801, true],
  ] as const) {
    const form = new FormData();
    form.set('file', new Blob([silence(seconds)], { type: 'audio/wav' }), 'long.wav');
    const key = (await mock.call('POST', '/uploads', undefined, { raw: form })).body.file_key;
    const submit = () => mock.post('/voice-clone', { voice_key: key, script: 'Hello.' });
    if (refused) await expectRefusal('input_too_large', submit);
    else expect((await submit()).status).toBe(202);
  }
});

/** A WAV of 8-bit samples, few a second, so that half an hour is small. */
const silence = (seconds: number): Buffer<ArrayBuffer> => {
  const rate = 1_000;
  const wav = Buffer.alloc(44 + seconds * rate, 128);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(wav.length - 44, 40);
  return wav;
};

test.each(capabilities)('capability_unavailable: %s is switched off, and the others are not', async (capability) => {
  await mock.steer('PUT', '/capacity', { capabilities: { [capability]: false } });
  const bodies = validBodies(files);
  const calls: [string, () => Promise<Answer>][] = [
    ...jobEndpoints.map((endpoint): [string, () => Promise<Answer>] => [
      endpoint.replaceAll('-', '_'),
      () => mock.post(`/${endpoint}`, bodies[endpoint]),
    ]),
    ['full_live_swap', () => liveSwap()],
    ['voice_changer', () => voice()],
  ];
  for (const [name, act] of calls) {
    if (name === capability) await expectRefusal('capability_unavailable', act);
    else expect((await act()).code, name).toBeUndefined();
  }
});

test('not_found: a job that there is not and a job of another account are the same answers', async () => {
  const { id } = (await avatar()).body;
  const texts = new Set<string>();
  for (const path of [
    id,
    'job_a1_unknown',
    'job_a2_unknown',
    'x',
    '__proto__',
    'constructor',
    '%00',
    'x'.repeat(5_000),
  ]) {
    // The words change with the turn of the account, and with nothing else.
    const { api_key: key } = await mock.control.createAccount({ balance_usd: 1 });
    const told: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await expectRefusal('not_found', async () => {
        const answer = await mock.get(`/jobs/${path}`, key);
        told.push(answer.text);
        return answer;
      });
    }
    texts.add(told.join('\n'));
  }
  expect(texts.size).toBe(1);
});

test('rate_limited: a key that has sent its share; another key of the account sees that nothing moved (F44)', async () => {
  const { api_key: key } = await mock.control.createAccount({ balance_usd: 9, rate_limit: 6 });
  const { api_key: other } = (await mock.steer('POST', '/accounts/a2/keys')).body as unknown as { api_key: string };
  for (let sent = 0; sent < 6; sent++) expect((await mock.get('/voices', key)).status).toBe(200);
  await expectRefusal('rate_limited', () => mock.post('/voice/session', {}, { key }), other);
});

test('at_capacity: the platform is saturated (F44)', async () => {
  await mock.steer('PUT', '/capacity', { saturated: true });
  for (const endpoint of jobEndpoints) {
    await expectRefusal('at_capacity', () => mock.post(`/${endpoint}`, validBodies(files)[endpoint]));
  }
  await mock.steer('PUT', '/capacity', { saturated: false });
  expect((await avatar()).status).toBe(202);
});

test('at_capacity: the line is full, until a job of it has ended; other accounts have lines of their own (F44)', async () => {
  await mock.close();
  await start({ concurrency: 2, queue: 3, jobTime: 1 });
  for (let taken = 0; taken < 5; taken++) expect((await avatar()).status).toBe(202);
  await expectRefusal('at_capacity', avatar);
  const { api_key: key } = await mock.control.createAccount({ balance_usd: 1 });
  const { image } = await mock.files(key);
  expect((await mock.post('/avatar', { image_key: image, script: 'a' }, { key })).status).toBe(202);
  await mock.clock.advance({ to_next: true });
  await expectRefusal('at_capacity', avatar);
  await mock.clock.advance({ seconds: 1.1 });
  expect((await avatar()).status).toBe(202);
});

test.each([
  ['pro', [503, 201]],
  ['standard', [201, 503]],
] as const)(
  'capacity_unavailable: the %s tier is off, and no other is given for it (F66)',
  async (tier, [pro, standard]) => {
    await mock.steer('PUT', '/capacity', { tiers: { [tier]: false } });
    await expectRefusal('capacity_unavailable', () => liveSwap({ tier }));
    const statuses = [liveSwap(), liveSwap({ tier: 'pro' }), liveSwap({ tier: 'standard' }), voice()];
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([pro, pro, standard, 201]);
  },
);

test('capacity_unavailable: there is no voice capacity, and live swaps go on', async () => {
  await mock.steer('PUT', '/capacity', { voice: 'none' });
  await expectRefusal('capacity_unavailable', voice);
  expect((await liveSwap()).status).toBe(201);
});

test('capacity_warming: voice capacity is starting up, and is ready after a minute (F66)', async () => {
  await mock.steer('PUT', '/capacity', { voice: 'warming' });
  await expectRefusal('capacity_warming', voice);
  await mock.clock.advance({ seconds: 59.999 });
  await expectRefusal('capacity_warming', voice);
  await mock.clock.advance({ seconds: 0.001 });
  expect((await voice()).status).toBe(201);
  expect(mock.control.capacity().voice).toBe('ready');
});

// Last, when the others have run: unauthorized is in authentication.test.ts, internal_error in magic.test.ts.
test('no other code of the document was left out', () => {
  expect(Object.keys(httpErrors).filter((code) => !reached.has(code))).toEqual(['unauthorized', 'internal_error']);
});
