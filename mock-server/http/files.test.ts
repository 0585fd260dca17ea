/** Downloads: links that fit, links that do not, ranges, and headers under which a stranger's file is harmless. */
import { once } from 'node:events';
import { rename, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mediumBytes } from '../../fixtures/media.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { type TestService, openTestService } from './service.case.ts';

let mock: TestService;
beforeEach(async () => {
  mock = await openTestService();
});
afterEach(() => mock.close());

const restart = async (choices: Partial<GapChoices>): Promise<void> => {
  await mock.close();
  mock = await openTestService(choices);
};

/** Path of the hosted file. */
const put = async (content: string | Uint8Array<ArrayBuffer>, type: string): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([content], { type }), 'x.html');
  const { url } = (await (await mock.upload(form)).json()) as { url: string };
  return new URL(url).pathname;
};

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  mock.app.request(`http://localhost${path}`, { method, headers });

/** Path and query of the link to a fresh result. */
const finishJob = async (): Promise<string> => {
  const key = /\/files\/(\w+)\//.exec(await put((await mediumBytes('portrait.png')).slice(), 'image/png'))?.[1];
  const call = async (path: string, body?: object): Promise<{ id: string; output_url: string }> => {
    const headers = { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await mock.app.request(`http://localhost/api/v1${path}`, init)).json()) as {
      id: string;
      output_url: string;
    };
  };
  const { id } = await call('/face-swap-image', { image_key: key, face_key: key });
  await mock.engine.advanceTo(mock.engine.clock.now() + 60_000);
  const { output_url } = await call(`/jobs/${id}`);
  const url = new URL(output_url);
  return url.pathname + url.search;
};

test('an uploaded file comes back byte for byte, as a download (F54) (B7)', async () => {
  const bytes = await mediumBytes('speech.mp3');
  const path = await put(bytes.slice(), 'audio/mpeg');
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(bytes.length),
    'content-disposition': expect.stringMatching(/^attachment; filename="file_a1_[a-z0-9]+\.mp3"$/) as string,
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    'accept-ranges': 'bytes',
  });
  expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  expect((await mock.leftovers()).open).toBe(0);
});

test('a page in an image is not shown (F54) (B7)', async () => {
  const response = await get(await put('<svg onload="alert(1)"/>', 'image/svg+xml'));
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="file_a1_[a-z0-9]+"$/);
  expect(response.headers.get('content-security-policy')).toBe('sandbox');
});

test.each([
  ['bytes=2-4', 206, 'cde', 'bytes 2-4/10'],
  ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
  ['bytes=8-', 206, 'ij', 'bytes 8-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=0-1,4-5', 200, 'abcdefghij', null],
  ['nonsense', 200, 'abcdefghij', null],
])('Range: %s gives %i', async (range, status, text, contentRange) => {
  const path = await put('abcdefghij', 'image/png');
  const response = await get(path, { range });
  expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
    status,
    text,
    contentRange,
  ]);
  expect(response.headers.get('content-length')).toBe(String(text.length));
});

test('with If-Range a range is given of the same file only', async () => {
  const path = await put('abcdefghij', 'image/png');
  const tag = (await get(path)).headers.get('etag') ?? '';
  expect((await get(path, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206);
  expect((await get(path, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
});

test('HEAD answers like GET, without the bytes and without opening the file', async () => {
  const path = await put('abcdefghij', 'image/png');
  const opened = vi.spyOn(mock.blobs, 'openToRead');
  const [whole, part] = [await get(path, {}, 'HEAD'), await get(path, { range: 'bytes=0-1' }, 'HEAD')];
  expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '10', '']);
  expect([part.status, part.headers.get('content-length')]).toEqual([206, '2']);
  expect(opened).not.toHaveBeenCalled();
});

test.each([
  ['another tag', (path: string) => path.replace(/\w$/, (last) => (last === '0' ? '1' : '0'))],
  ['another key', (path: string) => path.replace('/file_a1_', '/file_a1_x')],
  ['another account', (path: string) => path.replace('/file_a1_', '/file_a2_')],
  ['no tag', (path: string) => path.replace(/\/\w+$/, '')],
  ['a way out', () => '/files/..%2f..%2fetc%2fpasswd/x'],
  ['nothing', () => '/files/'],
])('a hosted file under %s is not found (B7)', async (_what, change) => {
  const response = await get(change(await put('a', 'image/png')));
  expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
    404,
    'not_found',
  ]);
});

test('a link that was planted in place of a file is not followed (B6)', async () => {
  const path = await put('abc', 'image/png');
  const [upload] = (await mock.account()).uploads.values();
  const blob = join(mock.folder, upload?.blob ?? '');
  await rename(blob, `${blob}.moved`);
  await symlink('/etc/passwd', blob);
  expect((await get(path)).status).toBe(404);
  await expect(mock.blobs.openToRead(upload?.blob ?? '')).rejects.toThrow('ELOOP');
});

test('a result can be fetched with its link, for as long as the link works (B7)', async () => {
  const link = await finishJob();
  const response = await get(link);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="job_a1_[a-z0-9]+\.png"$/);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await mock.engine.advanceTo(mock.engine.clock.now() + 24 * 3_600_000 - 1_000);
  expect((await get(link)).status).toBe(200);
  await mock.engine.advanceTo(mock.engine.clock.now() + 1_000);
  const expired = await get(link);
  expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining('expired')]);
});

test.each([
  ['another signature', (link: string) => link.replace(/\w$/, (last) => (last === '0' ? '1' : '0')), 403],
  ['a shorter signature', (link: string) => link.slice(0, -1), 403],
  ['a later end', (link: string) => link.replace(/expires=\d/, 'expires=9'), 403],
  ['another job', (link: string) => link.replace('job_a1_', 'job_a1_x'), 403],
  ['no query', (link: string) => link.replace(/\?.*/, ''), 403],
  ['no signature', (link: string) => link.replace(/&signature.*/, ''), 403],
  ['another ending', (link: string) => link.replace('.png', '.mp4'), 404],
  ['no ending', (link: string) => link.replace('.png', ''), 403],
])('an output link with %s is refused (B7)', async (_what, change, status) => {
  expect((await get(change(await finishJob()))).status).toBe(status);
});

test.each(['401', '404', '410'] as const)('with link-expired %s that is the status', async (status) => {
  await restart({ 'link-expired': status });
  const link = await finishJob();
  await mock.engine.advanceTo(mock.engine.clock.now() + 25 * 3_600_000);
  expect((await get(link)).status).toBe(Number(status));
});

test('a voice preview is a sound; of a voice that there is not, there is none', async () => {
  const response = await get('/voices/voice_ember/preview.wav', { range: 'bytes=0-3' });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    206,
    'audio/wav',
    'RIFF',
  ]);
  expect((await get('/voices/voice_none/preview.wav')).status).toBe(404);
});

test('a client that goes away while it downloads leaves no file open', async () => {
  const path = await put(Buffer.alloc(40_000_000), 'image/png');
  const port = await mock.listen();
  for (let round = 0; round < 20; round++) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
  }
  await vi.waitFor(async () => expect((await mock.leftovers()).open).toBe(0), { timeout: 5_000 });
  expect(mock.failures).toEqual([]);
});
