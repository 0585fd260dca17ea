/** The control API as commands call it: what goes wrong has a reason, a code to end with, and never the token in it. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestMock, openMock } from '../http/client.case.ts';
import { openControl } from './control-client.ts';
import { readControlToken, readControlUrl } from './control-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

let mock: TestMock;
let servers: Server[] = [];
beforeEach(async () => {
  mock = await openMock({ port: 0 });
});
afterEach(async () => {
  await mock.close();
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  servers = [];
});

/** Something else than a mock. @returns its address, and what it was asked */
const openOther = async (status: number, body: string, headers = {}): Promise<{ url: string; asked: string[] }> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { connection: 'close', ...headers }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
};

const control = (changed: object = {}) =>
  openControl({ controlUrl: mock.controlUrl, controlToken: mock.controlToken, ...changed });

const failureOf = async (call: () => unknown): Promise<Error> => {
  try {
    await call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing went wrong');
};

test('answers come as the control API gives them, and parameters that are undefined are left out', async () => {
  expect(await control().get('/clock')).toMatchObject({ mode: 'manual' });
  expect(await control().get('/jobs', { limit: 5, account_id: undefined })).toEqual([]);
  expect(await control().post('/clock/advance', { seconds: 1 })).toMatchObject({ mode: 'manual' });
  expect(await control().post('/reset')).toEqual({});
});

test('without an address or a token it says which flag and which variable', async () => {
  const noUrl = await failureOf(() => openControl({ controlToken: 'x' }));
  const noToken = await failureOf(() => openControl({ controlUrl: mock.controlUrl }));
  expect([noUrl, noToken]).toEqual([expect.any(WrongUsage), expect.any(WrongUsage)]);
  expect(noUrl.message).toContain('--control-url or UNDERSTUDY_CONTROL_URL');
  expect(noToken.message).toContain('--control-token or UNDERSTUDY_CONTROL_TOKEN');
});

test('a wrong token is wrong usage, and is not shown (K3)', async () => {
  const error = await failureOf(() => control({ controlToken: 'not-the-token' }).get('/clock'));
  expect(error).toBeInstanceOf(WrongUsage);
  expect(error.message).toContain('has another token');
  expect(error.message).not.toContain('not-the-token');
});

test('a request that the mock refuses is wrong usage, with what the mock says', async () => {
  const error = await failureOf(() => control().get('/journal', { limit: 0 }));
  expect(error).toBeInstanceOf(WrongUsage);
  expect(error).toMatchObject({
    message: 'limit must be 1 to 1000, got "0"',
    cause: expect.objectContaining({ code: 'invalid_input' }),
  });
});

test('no mock at all, or one that fails, is no fault of what was typed', async () => {
  const nobody = await failureOf(() => control({ controlUrl: 'http://127.0.0.1:1/__understudy' }).get('/clock'));
  const { url } = await openOther(500, '{"error":{"code":"internal_error","message":"broken"}}');
  const broken = await failureOf(() => control({ controlUrl: url }).get('/clock'));
  expect([nobody, broken]).not.toContainEqual(expect.any(WrongUsage));
  expect(nobody.message).toContain('no mock answers at http://127.0.0.1:1/__understudy: ');
  expect(broken.message).toContain('failed: broken');
});

test.each<[what: string, status: number, body: string]>([
  ['a page', 200, '<html>hello</html>'],
  ['another API', 404, '{"detail":"not found"}'],
  ['nothing', 200, ''],
])('what is no control API is told from one: %s', async (_what, status, body) => {
  const { url } = await openOther(status, body);
  const error = await failureOf(() => control({ controlUrl: url }).get('/clock'));
  expect(error.message).toContain('is no control API of a mock');
  expect(error).not.toBeInstanceOf(WrongUsage);
});

test('the token follows no redirect (A4)', async () => {
  const { url: elsewhere, asked } = await openOther(200, '{}');
  const { url } = await openOther(302, '', { location: elsewhere });
  const error = await failureOf(() => control({ controlUrl: url }).get('/clock'));
  expect([error.message, asked]).toEqual([expect.stringContaining('no mock answers'), []]);
  expect(error.message).not.toContain(mock.controlToken);
});

test.each([
  ['http://127.0.0.1:4870/__understudy', 'http://127.0.0.1:4870/__understudy'],
  ['http://127.0.0.1:4870/__understudy/', 'http://127.0.0.1:4870/__understudy'],
  ['http://127.0.0.1:4870', 'http://127.0.0.1:4870/__understudy'],
  ['https://mock.example/', 'https://mock.example/__understudy'],
  ['https://mock.example/below/__understudy//', 'https://mock.example/below/__understudy'],
])('the address %s is %s', (text, url) => {
  expect(readControlUrl(text)).toBe(url);
});

test.each([
  ['http://127.0.0.1:4870/api/v1', 'must end with /__understudy'],
  ['127.0.0.1:4870', 'must be an http or https address'],
  ['http://me:pw@h/__understudy', 'without user name and password'],
  ['http://h/__understudy?x=1', 'must be an http or https address'],
])('the address %s is refused: it %s', (text, why) => {
  expect(() => readControlUrl(text)).toThrow(why);
});

test('a token that no header can hold is refused without being shown', () => {
  expect(() => readControlToken('two words')).toThrow('1 to 256 visible ASCII characters');
  expect(() => readControlToken('two words')).not.toThrow('two words');
});
