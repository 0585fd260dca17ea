/** `--long`: how long a mock takes to come back to a world of a million events on the disk, and how large that is. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advance } from './deliveries.ts';
import type { Figure } from './figure.ts';
import { get, load, post } from './load.ts';
import { isQuick, ofRounds } from './median.ts';
import { type Peer, startMock } from './peer.ts';
import { avatarBody, bearer, rich, uploadPortrait } from './requests.ts';

/** Submitted, started and succeeded are an event each. */
const events = isQuick ? 60_000 : 1_000_000;
const eventsOfJob = 3;
const batch = 10_000;
const rounds = 3;

export const restart = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-restart-'));
  const long = join(folder, 'long');
  const short = join(folder, 'short');
  try {
    await live(long, events / eventsOfJob);
    await live(short, 1);
    const [times, timesOfShort, memories]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const { ms, mebibytes } = await comeBack(long);
      times?.push(ms);
      memories?.push(mebibytes);
      timesOfShort?.push((await comeBack(short)).ms);
    }
    const past = `after ${events.toLocaleString('en')} events`;
    return [
      { what: `restart ${past}`, unit: 'ms', peer: 'after one job', ...ofRounds(times ?? [], timesOfShort) },
      { what: `memory when it is back ${past}`, unit: 'MiB', ...ofRounds(memories ?? []) },
      { what: `data folder ${past}`, unit: 'MiB', ours: (await bytesIn(long)) / 2 ** 20 },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
};

const startIn = (folder: string): Promise<Peer> =>
  startMock(...rich, '--concurrency', String(batch), '--job-time', '1', '--clock', 'manual', '--data', folder);

/** Has so many jobs come and end. */
const live = async (folder: string, jobs: number): Promise<void> => {
  const mock = await startIn(folder);
  const submit = post('/api/v1/avatar', bearer(mock), avatarBody(await uploadPortrait(mock)));
  for (let left = jobs; left > 0; left -= batch) {
    const requests = Math.ceil(Math.min(left, batch));
    await load({ port: mock.port, next: () => submit, status: 202, connections: 64, requests });
    await advance(mock);
  }
  await mock.stop('SIGTERM');
};

const comeBack = async (folder: string): Promise<{ readonly ms: number; readonly mebibytes: number }> => {
  const from = performance.now();
  const mock = await startIn(folder);
  const next = (): string => get('/api/v1/balance', bearer(mock));
  await load({ port: mock.port, next, status: 200, connections: 1, requests: 1 });
  const ms = performance.now() - from;
  const { now } = mock.memory();
  await mock.stop('SIGTERM');
  return { ms, mebibytes: now };
};

const bytesIn = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => stat(join(parentPath, name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
};
