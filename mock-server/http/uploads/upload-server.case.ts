/** A process that does nothing but receive: through the mock, or straight to the disk. It is asked for its memory by message. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openTestService } from '../service.case.ts';

export type Told = { readonly port: number; readonly apiKey: string };
export type Memory = { readonly now: number; readonly peak: number };

let peak = 0;
const look = (): void => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
setInterval(look, 10).unref();

const serveRaw = (): Server =>
  createServer((request, response) => {
    const path = join(tmpdir(), `understudy-raw-${process.pid}`);
    pipeline(request, createWriteStream(path))
      .then(() => rm(path))
      .then(() => response.end('{}'))
      .catch(() => response.destroy());
  });

const start = async (): Promise<Told> => {
  if (process.argv[2] === 'raw') {
    const server = serveRaw();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return { port: (server.address() as AddressInfo).port, apiKey: 'none' };
  }
  const mock = await openTestService();
  process.on('message', (message) => {
    if (message === 'clear') void mock.blobs.clear().then(() => process.send?.('cleared'));
    if (message === 'close') void mock.close().then(() => process.exit());
  });
  return { port: await mock.listen(), apiKey: mock.apiKey };
};

process.on('message', (message) => {
  if (message !== 'memory') return;
  look();
  const told: Memory = { now: process.memoryUsage.rss(), peak };
  peak = 0;
  process.send?.(told);
});
process.on('disconnect', () => process.exit());
process.send?.(await start());
