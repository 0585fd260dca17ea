/** The control API as suites and commands reach it: each thing that goes wrong has a type of its own, and a silent mock is not waited for long. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { ControlRefused, MockFailed, NoMock, WrongToken } from '../testing.ts';
import { type Reach, openReach } from './reach.ts';

let servers: Server[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
});

/** Answers so; without a status it says nothing at all. */
const reachOf = async (status: number | undefined, body = ''): Promise<Reach> => {
  const server = createServer((_, response) => {
    if (status !== undefined) response.writeHead(status, { connection: 'close' }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const controlUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openReach({ controlUrl, controlToken: 'secret-token', fetch });
};

const refusal = (code: string): string => JSON.stringify({ error: { code, message: 'no job job_1' } });

test.each([
  ['a refusal', 404, refusal('not_found'), ControlRefused, 'no job job_1'],
  ['another token', 401, refusal('unauthorized'), WrongToken, 'its ready line has the right one'],
  ['a mock that fails', 500, refusal('internal_error'), MockFailed, 'failed: no job job_1'],
  ['a web page', 200, '<html>', NoMock, 'is no control API of a mock: it said 200'],
  ['another API', 404, '{"detail":"none"}', NoMock, 'is no control API of a mock: it said 404'],
] as const)('%s is an error of its own', async (_, status, body, type, message) => {
  const reach = await reachOf(status, body);
  const error: unknown = await reach('GET', '/jobs').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(type);
  expect(String(error)).toContain(message);
  expect(String(error)).not.toContain('secret-token');
});

test.each([
  ['GET', 10],
  ['POST', 60],
  ['PUT', 60],
  ['DELETE', 60],
] as const)('%s: a mock that says nothing for %i s is none', async (method, seconds) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const silence = new AbortController();
    setTimeout(() => silence.abort(new DOMException('too long', 'TimeoutError')), 20);
    return silence.signal;
  });
  const reach = await reachOf(undefined);
  const error: unknown = await reach(method, '/clock').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NoMock);
  expect(String(error)).toContain(`it said nothing for ${seconds} s. Is it running`);
  expect(timeout).toHaveBeenCalledWith(seconds * 1_000);
});
