/** What the console's page is before it runs: files that anyone may have, without any data, and nothing from elsewhere. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MediumName, mediumBytes } from '../../fixtures/media.ts';
import { type TestMock, openMock } from '../http/client.case.ts';

let folder: string;
let mock: TestMock;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-serve-'));
  await writeFile(join(folder, 'console.js'), 'export {};');
  await writeFile(join(folder, 'console.css'), 'body {}');
  mock = await openMock({}, {}, { consoleFolder: pathToFileURL(`${folder}/`) });
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

const get = (path: string): Promise<Response> => mock.fetch(mock.controlUrl + path);

test('the page is open, and holds no data and no token (A4)', async () => {
  const response = await get('/');
  const text = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const secret of [mock.controlToken, mock.apiKey, mock.webhookSecret]) expect(text).not.toContain(secret);
});

test('its policy lets in what the mock serves, and nothing else', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:|wss?:/);
  expect(await (await get('/')).text()).not.toMatch(
    /<script(?! type="module" src="console\/)|<style|style=|https?:\/\/(?!www\.w3\.org)/,
  );
});

test.each([
  ['/console/console.js', 'text/javascript; charset=utf-8'],
  ['/console/console.css', 'text/css; charset=utf-8'],
])('%s is served as what it is', async (path, type) => {
  const { status, headers } = await get(path);
  expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([200, type, 'nosniff']);
});

test.each([
  ['clip.mp4', 'video/mp4'],
  ['portrait.png', 'image/png'],
  ['voice.wav', 'audio/wav'],
])('%s is there to try the service with', async (name, type) => {
  const response = await get(`/console/samples/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(await mediumBytes(name as MediumName));
});

test.each(['nothing.mp4', '..%2fmedia.ts', '__proto__'])('no other file is a sample: %s', async (name) => {
  expect((await get(`/console/samples/${name}`)).status).toBe(404);
});

test('the page may ask for the microphone, and for nothing else of a device', async () => {
  const policy = (await get('/')).headers.get('permissions-policy');
  expect(policy).toContain('microphone=(self)');
  expect(policy).toContain('camera=()');
});

test('the address without its last slash leads to the page', async () => {
  const response = await mock.fetch(mock.controlUrl, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, '/__understudy/']);
});

test.each(['/console/', '/console/nothing.js', '/console/..%2fpackage.json', '/console/console.js.map'])(
  'nothing else of the folder is there: %s',
  async (path) => {
    expect((await get(path)).status).toBe(401);
  },
);

test('a mock whose page was not built says how it is built', async () => {
  const bare = await openMock({}, {}, { consoleFolder: pathToFileURL(join(folder, 'none/')) });
  const response = await bare.fetch(`${bare.controlUrl}/`);
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run build:js')]);
  await bare.close();
});
