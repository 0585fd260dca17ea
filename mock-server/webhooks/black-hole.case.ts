/** A port whose packets go nowhere, by Linux's rules: who listens takes nobody, and has no room for more that wait. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';

export type BlackHole = {
  readonly url: string;
  /** How many connections to it have sent their first packet, and had no answer. */
  readonly waiting: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** It listens with room for one that waits, and then does nothing for ever. */
const script = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

export const openBlackHole = async (): Promise<BlackHole> => {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(told.toString());
  // One more than it has room for is let in. From then on a first packet is dropped.
  const crowd = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all(crowd.map((socket) => once(socket, 'connect')));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    waiting: async () => {
      const to = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
      const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
      return lines.filter(([, , remote, state]) => remote === to && state === sent).length;
    },
    close: async () => {
      for (const socket of crowd) socket.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** SYN_SENT, as the kernel writes it. */
const sent = '02';
