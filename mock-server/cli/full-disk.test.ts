/**
 * A disk that is full, as the whole mock meets it: no file of the process may grow beyond a limit, and then it may again. What has no room
 * is 500 `internal_error` and costs nothing, what needs none goes on, and nothing has to be started anew.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { mediumBytes } from '../../fixtures/media.ts';
import { type Serving, cliFile, serve } from './launch.case.ts';

/** Of util-linux: it changes the limits of a process that runs. */
const prlimit = 'prlimit';

const hasTool = (): boolean => {
  try {
    execFileSync(prlimit, ['--version']);
    return true;
  } catch {
    return false;
  }
};
const reason = hasTool() ? '' : ': skipped, for prlimit changes the limit, and it is not here';

/** The limit holds for each file: the log of the events and each upload. A process that Node has begun gets an error for it, not a signal. */
const kilobytesMax = 512;
const limited = ['/bin/bash', '-c', `ulimit -S -f ${kilobytesMax}; exec "$0" "$@"`, process.execPath, cliFile] as const;

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

const call = async ({ ready }: Serving, path: string, body?: object | FormData): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const response = await fetch(ready.base_url + path, {
    headers: {
      authorization: `Bearer ${ready.api_key}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

const upload = (mock: Serving, bytes: Uint8Array<ArrayBuffer>): Promise<Answer> => {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'image/png' }), 'portrait.png');
  return call(mock, '/uploads', form);
};

const noRoom = { status: 500, body: { error: { code: 'internal_error' } } };

test.skipIf(reason !== '')(
  `a full disk costs nobody anything: no room is 500, the rest goes on, and all does when there is room (F07, F08)${reason}`,
  { timeout: 60_000 },
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'full-disk-'));
    onTestFinished(() => rm(parent, { recursive: true }));
    const data = join(parent, 'world');
    const flags = ['--quiet', '--data', data, '--rate-limit', 'off', '--job-time', '0', '--queue', '100000'];
    const mock = await serve(flags, { command: limited });
    onTestFinished(async () => void (await mock.stop()));
    const small = (await mediumBytes('portrait.png')).slice();
    const large = new Uint8Array((kilobytesMax + 1) * 1024);
    const blobs = async (): Promise<string[]> => [
      ...(await readdir(join(data, 'blobs'))),
      ...(await readdir(join(data, 'blobs', 'partial'))),
    ];

    const { body: file } = await upload(mock, small);
    const before = await blobs();
    expect(await upload(mock, large)).toMatchObject(noRoom);
    expect(await blobs()).toEqual(before);
    expect((await upload(mock, small)).status).toBe(201);

    const job = { image_key: file['file_key'], face_key: file['file_key'] };
    let last: Answer = { status: 0, body: {} };
    let paid = 0;
    do {
      last = await call(mock, '/face-swap-image', job);
      if (last.status === 202) paid++;
    } while (last.status === 202 && paid < 10_000);
    expect(last).toMatchObject(noRoom);
    expect(paid).toBeGreaterThan(0);
    for (const path of ['/balance', '/usage', '/voices', '/usage/summary']) {
      expect([path, (await call(mock, path)).status]).toEqual([path, 200]);
    }
    const { body: full } = await call(mock, '/balance');
    expect(await call(mock, '/face-swap-image', job)).toMatchObject(noRoom);
    expect((await call(mock, '/balance')).body).toEqual(full);

    await promisify(execFile)(prlimit, ['--pid', String(mock.child.pid), '--fsize=unlimited']);
    const after = await call(mock, '/face-swap-image', job);
    expect(after.status).toBe(202);
    expect((await upload(mock, large)).status).toBe(201);
    const done = async (): Promise<unknown> => (await call(mock, `/jobs/${String(after.body['id'])}`)).body['status'];
    await expect.poll(done, { timeout: 20_000 }).toBe('succeeded');
    const summary = await call(mock, '/usage/summary');
    const { body: money } = await call(mock, '/balance');
    expect(Number(money['balance_usd']) + Number(money['total_spent_usd'])).toBeCloseTo(100, 6);
    process.stdout.write(`${paid} jobs until the disk was full; ${JSON.stringify(summary.body)}\n`);

    expect((await mock.stop()).code).toBe(0);
    const again = await serve(flags);
    onTestFinished(async () => void (await again.stop()));
    expect((await call(again, '/balance')).body).toEqual(money);
  },
);
