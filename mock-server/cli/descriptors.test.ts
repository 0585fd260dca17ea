/** A process that has no descriptor left: more connections come than it may hold, and it lives through that. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type Socket, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cliFile, serve } from './launch.case.ts';

/** Few above what the process itself holds. */
const limited = ['/bin/sh', '-c', 'ulimit -n 48; exec "$0" "$@"', process.execPath, cliFile] as const;

test('more connections than descriptors: those it has are served, it lives, and takes new ones when others are gone (F10)', async () => {
  const mock = await serve(['--quiet'], { command: limited });
  onTestFinished(async () => void (await mock.stop()));
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const status = (agent: Agent | false): Promise<number> =>
    new Promise((resolve) => {
      get(`${mock.ready.base_url}/pricing`, { agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      }).on('error', () => resolve(0));
    });
  expect(await status(kept)).toBe(200);
  const crowd = await Promise.all(
    Array.from({ length: 120 }, () => connected(Number(new URL(mock.ready.base_url).port))),
  );
  // What it cannot take it closes, or leaves waiting; what it has it answers.
  expect(await status(kept)).toBe(200);
  expect(mock.child.exitCode).toBeNull();
  for (const socket of crowd) socket.destroy();
  await expect.poll(() => status(false), { timeout: 10_000 }).toBe(200);
  kept.destroy();
  expect(await mock.stop()).toMatchObject({ code: 0 });
});

/** As far as the kernel is concerned. */
const connected = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
};
