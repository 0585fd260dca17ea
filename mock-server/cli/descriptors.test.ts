/** A process that has no descriptor left: more connections come than it may hold, and it lives through that. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type Socket, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cliFile, pause, serve } from './launch.case.ts';

/** Some above what the process itself holds, and what it opens at once while it loads its code. */
const limited = ['/bin/sh', '-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, cliFile] as const;

// It says nothing of that: where accept finds no descriptor left, libuv (uv__emfile_trick) takes what waits by a descriptor that it has
// kept for this, and closes it. No event of Node's server tells of it, neither 'error' nor 'drop'.
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
  const before = cpuMs(mock.child.pid);
  await pause(1_000);
  // Had it tried to accept without end, it would have used up all of that.
  expect(cpuMs(mock.child.pid) - before).toBeLessThan(300);
  for (const socket of crowd) socket.destroy();
  await expect.poll(() => status(false), { timeout: 10_000 }).toBe(200);
  kept.destroy();
  expect(await mock.stop()).toMatchObject({ code: 0, stderr: '' });
});

/** How long a process has had a core so far, by the ticks of a hundredth of a second that Linux counts; elsewhere 0. */
const cpuMs = (pid: number | undefined): number => {
  if (process.platform !== 'linux') return 0;
  // The name, which comes before these, may hold spaces.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return 10 * (user + system);
};

/** As far as the kernel is concerned. */
const connected = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
};
