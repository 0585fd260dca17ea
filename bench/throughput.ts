/** Requests a second: a job that is read, and a job that is submitted, against servers that do nothing of the domain. */
import type { Figure } from './figure.ts';
import { type Load, type Measured, get, load, post } from './load.ts';
import { alternate, ofRounds } from './median.ts';
import { type Peer, startFloor, startMock, startPeer } from './peer.ts';
import { avatarBody, bearer, keys, rich, sendJob, uploadPortrait } from './requests.ts';

const rounds = 7;
const seconds = 1.5;
const connections = 32;

export const throughput = async (): Promise<Figure[]> => {
  const peers = {
    floor: await startFloor(),
    hono: await startPeer(['bench/peers/hono.mjs']),
    mock: await startMock(...rich),
  };
  const { mock } = peers;
  const body = avatarBody(await uploadPortrait(mock));
  const jobId = await sendJob(mock, body);
  const read = get(`/api/v1/jobs/${jobId}`, bearer(mock));
  const nextKey = keys('load');
  const reads = await race(peers, { next: () => read, status: 200 });
  const submits = await race(peers, {
    next: () => post('/api/v1/avatar', { ...bearer(mock), 'idempotency-key': nextKey() }, body),
    status: 202,
  });
  await Promise.all(Object.values(peers).map((peer) => peer.stop()));
  return [
    ...figures('GET /jobs/{id}', reads, 0.45),
    ...figures('POST /avatar', submits, 0.42),
    {
      what: 'POST /avatar, p99',
      unit: 'ms',
      ...ofRounds(all(submits.mock, 'p99'), all(submits.floor, 'p99')),
      peer: 'node:http',
      goal: { of: 'ratio', atMost: 4 },
    },
  ];
};

type Peers = { readonly floor: Peer; readonly hono: Peer; readonly mock: Peer };

const race = (peers: Peers, request: Pick<Load, 'next' | 'status'>) => {
  const run = ({ port }: Peer) => load({ ...request, port, connections, seconds });
  return alternate(rounds, {
    floor: () => run(peers.floor),
    hono: () => run(peers.hono),
    mock: () => run(peers.mock),
  });
};

const all = (measured: readonly Measured[], name: keyof Measured): number[] => measured.map((one) => one[name]);

const figures = (what: string, taken: { [name in keyof Peers]: Measured[] }, atLeast: number): Figure[] => [
  {
    what,
    unit: 'requests/s',
    ...ofRounds(all(taken.mock, 'perSecond'), all(taken.floor, 'perSecond')),
    peer: 'node:http',
    goal: { of: 'ratio', atLeast },
  },
  {
    what,
    unit: 'requests/s',
    ...ofRounds(all(taken.mock, 'perSecond'), all(taken.hono, 'perSecond')),
    peer: 'hono, constant',
  },
  {
    what: `${what}, p50`,
    unit: 'ms',
    ...ofRounds(all(taken.mock, 'p50'), all(taken.floor, 'p50')),
    peer: 'node:http',
  },
];
