/** Every field of every body, held against what its schema says: missing, null, of another type, not listed, empty, and beside fields that nobody knows. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import { type Files, type TestMock, openMock, validBodies } from './client.case.ts';

type Field = { readonly type?: string; readonly enum?: readonly unknown[]; readonly maxLength?: number };

/** The operations with a JSON body, with their fields. */
const withBody = Object.entries(operations as Record<string, Operation>).flatMap(([id, { path, body, job }]) => {
  if (body === undefined) return [];
  const { properties, required = [] } = body as unknown as { properties: Record<string, Field>; required?: string[] };
  return [{ id: id as OperationId, path, job, required, properties }];
});

const fields = withBody.flatMap(({ properties, required, ...operation }) =>
  Object.entries(properties).map(([name, field]) => ({
    ...operation,
    name,
    field,
    isRequired: required.includes(name),
    isKey: name in (operation.job?.inputs ?? {}),
  })),
);

let mock: TestMock;
let files: Files;
let foreign: Files;
beforeAll(async () => {
  mock = await openMock({ balance: 1_000_000 });
  files = await mock.files();
  const { api_key } = await mock.control.createAccount({ balance_usd: 1 });
  foreign = await mock.files(api_key);
});
afterAll(() => mock.close());

const validBody = ({ job }: Pick<(typeof withBody)[number], 'job'>): Record<string, unknown> =>
  job === undefined ? { duration_minutes: 1 } : validBodies(files)[job.endpoint];

/** Refused as `invalid_input`, with a message that names the field, and nothing moves. */
const expectInvalid = async (path: string, body: object, name: string): Promise<void> => {
  const before = await mock.money();
  const answer = await mock.post(path, body);
  expect([answer.status, answer.code], JSON.stringify(body)).toEqual([400, 'invalid_input']);
  expect(answer.body.error.message).toContain(name);
  expect(await mock.money()).toBe(before);
};

test.each(fields)('$path: $name is required or not, as documented', async ({ path, job, name, isRequired }) => {
  const { [name]: _left, ...rest } = validBody({ job });
  if (isRequired) await expectInvalid(path, rest, name);
  else expect((await mock.post(path, rest)).code).toBeUndefined();
});

test.each(fields)('$path: $name takes no null and no other type (F37)', async ({ path, job, name, field }) => {
  const isText = field.type === 'string' || (field.type === undefined && typeof field.enum?.[0] === 'string');
  const others = isText ? [0, 1, true, false, [], ['a'], {}, { a: 1 }] : ['10', '720', 1.5, true, [], [480], {}];
  for (const value of [null, ...others]) await expectInvalid(path, { ...validBody({ job }), [name]: value }, name);
});

test.each(fields.filter(({ field }) => field.enum !== undefined))(
  '$path: $name takes each listed value and no other',
  async ({ path, job, name, field: { enum: listed = [] } }) => {
    for (const value of listed) {
      expect((await mock.post(path, { ...validBody({ job }), [name]: value })).code, String(value)).toBeUndefined();
    }
    const unlisted =
      typeof listed[0] === 'number' ? [0, -480, 481, 2160] : ['', '1K', 'PRO', 'pro ', '4k', '__proto__'];
    for (const value of unlisted) await expectInvalid(path, { ...validBody({ job }), [name]: value }, name);
  },
);

test.each(fields.filter(({ isKey }) => isKey))(
  '$path: $name must be the key of a file of this account, and of its kind',
  async ({ path, job, name }) => {
    const kind = job?.inputs[name] ?? 'image';
    const wrongKind = { video: files.image, image: files.audio, audio: files.video }[kind];
    const odd = ['', ' ', 'file_a1_none', '__proto__', '../x', `${files[kind]} `, files[kind].toUpperCase()];
    for (const key of [...odd, wrongKind, foreign[kind], '\0', 'k'.repeat(100_000)]) {
      await expectInvalid(path, { ...validBody({ job }), [name]: key }, name);
    }
  },
);

test.each(withBody)('$path: fields that nobody knows have no effect (F38)', async ({ path, job }) => {
  const money = { price_usd: 0, charged_usd: 0, priceMicros: 0, account_id: 'a2', status: 'succeeded', id: 'job_a2_x' };
  const odd = { constructor: { prototype: { polluted: 1 } }, toString: 1, hasOwnProperty: null, length: -1, '': '' };
  const answer = await mock.post(path, { ...validBody({ job }), ...money, ...odd });
  expect(answer.code).toBeUndefined();
  expect(JSON.stringify(answer.body)).not.toMatch(/a2|polluted/);
});

test.each([
  ['', false],
  ['x', false],
  ['/hook', false],
  ['//example.com/', false],
  ['ftp://example.com/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['data:text/plain,x', false],
  ['http://', false],
  ['http://user@example.com/', false],
  ['http://user:word@example.com/', false],
  [`https://example.com/${'x'.repeat(2_029)}`, false],
  [`https://example.com/${'x'.repeat(2_028)}`, true],
  ['https://example.com/hook?a=b#c', true],
  ['http://127.0.0.1:9/hook', true],
  ['HTTPS://EXAMPLE.COM', true],
])('callback_url %j: taken %s (F27)', async (callback_url, taken) => {
  const body = { image_key: files.image, face_key: files.image, callback_url };
  if (taken) expect((await mock.post('/face-swap-image', body)).status).toBe(202);
  else await expectInvalid('/face-swap-image', body, 'callback_url');
});

test.each([
  ['script', '/avatar', ''],
  ['script', '/avatar', ' \n\t\u00a0'],
  ['script', '/voice-clone', ''],
  ['voice_id', '/avatar', 'voice_none'],
  ['voice_id', '/avatar', ''],
  ['prompt', '/full-live-swap/session', ''],
  ['voice_profile_id', '/voice/session', 'voice_none'],
  ['voice_profile_id', '/voice/session', ''],
])('%s of %s may not be %j', async (name, path, value) => {
  const job = withBody.find((operation) => operation.path === path)?.job;
  await expectInvalid(path, { ...validBody({ job }), [name]: value }, name);
});

test('a URL where a key is due is refused and never fetched', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  for (const { path, job, name } of fields.filter(({ isKey }) => isKey)) {
    for (const url of [`http://127.0.0.1:${port}/a.mp4`, `https://localhost:${port}/`, `ftp://127.0.0.1:${port}/a`]) {
      await expectInvalid(path, { ...validBody({ job }), [name]: url }, name);
    }
  }
  await mock.clock.advance({ seconds: 3_600 });
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  server.close();
  expect(connections).toBe(0);
});
