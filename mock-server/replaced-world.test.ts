/** A reset or a snapshot that does not come to its end: the world goes on as it was, for everybody and after a restart. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type TestMock, openMock, validBodies } from './http/client.case.ts';
import type { Ports } from './ports.ts';
import { BlobStore } from './store/blobs.ts';
import { MemoryStore } from './store/memory.ts';
import { SqliteEvents } from './store/sqlite/events.ts';
import { openReceiver } from './webhooks/receiver.case.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const one of open.splice(0).reverse()) await one.close();
});
const opened = <T extends { close: () => Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'replaced-'));
  open.unshift({ close: () => rm(folder, { recursive: true }) });
  return folder;
};

/** Decides nothing of a kind any more, once it is told so. */
const failingDecide = (type: string): { readonly ports: Ports; fail: boolean } => {
  const switched = {
    fail: false,
    ports: {
      decide: (next) => (account, world, command, moment) => {
        if (switched.fail && command.type === type) throw new Error('it is out of order');
        return next(account, world, command, moment);
      },
    } as Ports,
  };
  return switched;
};

const saved = async (mock: TestMock): Promise<string> =>
  (await mock.fetch(`${mock.controlUrl}/snapshot`, { headers: { 'x-understudy-token': mock.controlToken } })).text();

const load = async (mock: TestMock, text: string): Promise<{ readonly status: number; readonly text: string }> => {
  const answer = await mock.fetch(`${mock.controlUrl}/snapshot`, {
    method: 'PUT',
    headers: { 'x-understudy-token': mock.controlToken, 'content-type': 'application/x-ndjson' },
    body: text,
  });
  return { status: answer.status, text: await answer.text() };
};

/** With an upload and a job that runs; the clock was moved. */
const begun = async (mock: TestMock): Promise<string> => {
  const files = await mock.files();
  await mock.clock.advance({ seconds: 10 });
  return (await mock.post('/face-swap', validBodies(files)['face-swap'])).body.id;
};

/** The world in which a job was begun goes on: its job ends, its files are there, and the clock has not gone back. */
const expectToGoOn = async (mock: TestMock, job: string): Promise<void> => {
  expect(mock.control.clock().now).toBe('2026-01-01T00:00:10.000Z');
  const another = await mock.upload('portrait.png');
  expect((await mock.post('/face-swap-image', { image_key: another, face_key: another })).status).toBe(202);
  await mock.clock.advance({ seconds: 60 });
  const done = (await mock.get(`/jobs/${job}`)).body;
  expect(done.status).toBe('succeeded');
  expect((await mock.fetch(done.output_url ?? '')).status).toBe(200);
  expect((await mock.get('/usage')).body).toHaveLength(2);
};

test.each(['memory', 'data'])('a reset that fails half way leaves the world as it was (%s)', async (kind) => {
  const broken = failingDecide('create-account');
  const data = kind === 'data' ? { data: join(await newFolder(), 'world') } : {};
  const mock = opened(await openMock({ jobTime: 1, ...data }, broken.ports));
  const job = await begun(mock);
  broken.fail = true;
  await expect(mock.control.reset()).rejects.toThrow('it is out of order');
  broken.fail = false;
  await expectToGoOn(mock, job);
  await mock.control.reset();
  expect((await mock.get('/usage')).body).toEqual([]);
});

test('a reset that cannot be written down leaves the world as it was, also after a restart', async () => {
  const data = join(await newFolder(), 'world');
  const mock = await openMock({ jobTime: 1, data });
  const job = await begun(mock);
  const full = vi.spyOn(SqliteEvents.prototype, 'append').mockRejectedValue(new Error('the disk is full'));
  await expect(mock.control.reset()).rejects.toThrow('the disk is full');
  full.mockRestore();
  await mock.close();
  await expectToGoOn(opened(await openMock({ jobTime: 1, data })), job);
});

test('after a restart that fails the world goes on, by itself too, and the next restart goes on with it', async () => {
  const receiver = opened(await openReceiver(200));
  const mock = opened(await openMock({ jobTime: 1 }));
  const job = await begun(mock);
  const files = await mock.files();
  await mock.post('/face-swap', { ...validBodies(files)['face-swap'], callback_url: receiver.url });
  const broken = vi.spyOn(MemoryStore.prototype, 'follow').mockImplementation(() => {
    throw new Error('EIO');
  });
  await expect(mock.control.restart()).rejects.toThrow('EIO');
  broken.mockRestore();
  expect((await mock.get('/balance')).status).toBe(200);
  // Nobody asks for the job: its webhook comes by itself.
  await mock.steer('PUT', '/clock', { mode: '100x' });
  await receiver.until(1);
  await mock.control.restart();
  expect((await mock.get(`/jobs/${job}`)).body.status).toBe('succeeded');
  expect((await mock.get('/usage')).body).toHaveLength(2);
  expect(receiver.received).toHaveLength(1);
});

test('a snapshot that cannot be written down is a 500 and no more: nothing goes unhandled, and the world is as it was', async () => {
  const source = opened(await openMock({ seed: 2 }));
  await begun(source);
  const text = await saved(source);
  const mock = await openMock({ jobTime: 1 });
  const job = await begun(mock);
  const full = vi.spyOn(MemoryStore.prototype, 'append').mockRejectedValue(new Error('the disk is full'));
  expect((await load(mock, text)).status).toBe(500);
  full.mockRestore();
  expect(mock.failures.splice(0).map(String)).toEqual(['Error: the disk is full']);
  await expectToGoOn(opened(mock), job);
});

test('a snapshot whose uploads cannot be written leaves the world and its uploads, and nothing else', async () => {
  const source = opened(await openMock({ seed: 2 }));
  await begun(source);
  const text = await saved(source);
  const data = join(await newFolder(), 'world');
  const mock = await openMock({ jobTime: 1, data });
  const job = await begun(mock);
  const files = (): Promise<string[]> => readdir(join(data, 'blobs'), { recursive: true });
  const before = await files();
  const finish = vi.spyOn(BlobStore.prototype, 'finish').mockResolvedValueOnce().mockRejectedValue(new Error('EIO'));
  expect((await load(mock, text)).status).toBe(500);
  finish.mockRestore();
  expect(mock.failures.splice(0).map(String)).toEqual(['Error: EIO']);
  expect((await files()).toSorted()).toEqual(before.toSorted());
  await expectToGoOn(opened(mock), job);
});

test('the key of the loading mock is part of what is loaded: where it cannot be, nothing is', async () => {
  const source = opened(await openMock({ seed: 2 }));
  await begun(source);
  const text = await saved(source);
  const broken = failingDecide('create-key');
  const mock = await openMock({ jobTime: 1 }, broken.ports);
  const job = await begun(mock);
  broken.fail = true;
  expect((await load(mock, text)).status).toBe(500);
  expect(mock.failures.splice(0).map(String)).toEqual(['Error: it is out of order']);
  broken.fail = false;
  await expectToGoOn(opened(mock), job);
});

test('an upload that differs from the one of its name here is refused, and the one here stays', async () => {
  const mock = opened(await openMock({ jobTime: 1 }));
  const job = await begun(mock);
  const other = Buffer.from('something else').toString('base64');
  const text = (await saved(mock)).replace(/("blob":"[^"]+","data":")[^"]+/, `$1${other}`);
  const { status, text: refused } = await load(mock, text);
  expect([status, refused]).toEqual([400, expect.stringContaining('is not the one of that name here')]);
  await expectToGoOn(mock, job);
});

test('a snapshot that is loaded twice is loaded twice', async () => {
  const mock = opened(await openMock());
  await begun(mock);
  const text = await saved(mock);
  for (let time = 0; time < 2; time++) expect((await load(mock, text)).status).toBe(200);
  expect(await saved(mock)).toBe(text);
});

test('a snapshot that is being saved when its world is reset has no end', async () => {
  const mock = opened(await openMock());
  // More than what is read ahead.
  for (let count = 0; count < 800; count++) await mock.steer('POST', '/accounts', { balance_usd: 1 });
  const answer = await mock.fetch(`${mock.controlUrl}/snapshot`, {
    headers: { 'x-understudy-token': mock.controlToken },
  });
  const reader = (answer.body ?? new ReadableStream()).getReader();
  const first = await reader.read();
  await mock.control.reset();
  const rest = async (): Promise<string> => {
    let text = Buffer.from((first.value as Uint8Array | undefined) ?? []).toString();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += Buffer.from(read.value as Uint8Array).toString();
    }
    return text;
  };
  await expect(rest()).rejects.toThrow('another world has taken the place of this one');
});
