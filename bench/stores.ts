/** What keeping costs: reads and submits with a world on the disk, and with one in a database, beside the one in memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPostgres, openCluster } from '../mock-server/store/postgres/cluster.case.ts';
import type { Figure } from './figure.ts';
import { type Load, get, load, post } from './load.ts';
import { alternate, ofRounds } from './median.ts';
import { type Peer, startMock } from './peer.ts';
import { avatarBody, bearer, keys, rich, sendJob, uploadPortrait } from './requests.ts';

const rounds = 5;
const seconds = 1.5;
const connections = 32;

export const stores = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-data-'));
  const cluster = noPostgres === undefined ? await openCluster() : undefined;
  if (cluster === undefined) process.stderr.write(`\nstores: without PostgreSQL, ${noPostgres}\n`);
  const memory = await startMock(...rich);
  try {
    const disk = await beside(memory, 'on the disk (--data)', '--data', join(folder, 'world'));
    if (cluster === undefined) return disk;
    const database = await cluster.database('bench');
    // Files are no part of the database.
    const flags = ['--database-url', database, '--data', join(folder, 'files')];
    return [...disk, ...(await beside(memory, 'in PostgreSQL (--database-url)', ...flags))];
  } finally {
    await memory.stop();
    await cluster?.close();
    await rm(folder, { recursive: true });
  }
};

const beside = async (memory: Peer, where: string, ...flags: string[]): Promise<Figure[]> => {
  const kept = await startMock(...rich, ...flags);
  const reads = await race(memory, kept, readsOf);
  const submits = await race(memory, kept, submitsOf);
  await kept.stop('SIGTERM');
  return [
    { what: `GET /jobs/{id}, ${where}`, unit: 'requests/s', peer: 'in memory', ...reads },
    { what: `POST /avatar, ${where}`, unit: 'requests/s', peer: 'in memory', ...submits },
  ];
};

type RequestsOf = (peer: Peer) => Promise<Pick<Load, 'next' | 'status'>>;

const race = async (memory: Peer, kept: Peer, requestsOf: RequestsOf) => {
  const run = async (peer: Peer) => {
    const requests = await requestsOf(peer);
    return () => load({ ...requests, port: peer.port, connections, seconds });
  };
  const taken = await alternate(rounds, { memory: await run(memory), kept: await run(kept) });
  return ofRounds(
    taken.kept.map(({ perSecond }) => perSecond),
    taken.memory.map(({ perSecond }) => perSecond),
  );
};

const readsOf: RequestsOf = async (peer) => {
  const jobId = await sendJob(peer, avatarBody(await uploadPortrait(peer)));
  const read = get(`/api/v1/jobs/${jobId}`, bearer(peer));
  return { next: () => read, status: 200 };
};

const submitsOf: RequestsOf = async (peer) => {
  const body = avatarBody(await uploadPortrait(peer));
  const nextKey = keys('stores');
  return {
    next: () => post('/api/v1/avatar', { ...bearer(peer), 'idempotency-key': nextKey() }, body),
    status: 202,
  };
};
