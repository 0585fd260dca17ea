/** Submits that race: 200 keys of idempotency, each sent 100 times at once, must be 200 jobs. How long all of it takes. */
import type { Figure } from './figure.ts';
import { load, post } from './load.ts';
import { alternate, ofRounds } from './median.ts';
import { type Peer, startFloor, startMock } from './peer.ts';
import { avatarBody, bearer, jobsIn, uploadPortrait } from './requests.ts';

const rounds = 3;
const keys = 200;
const times = 100;

export const races = async (): Promise<Figure[]> => {
  const floor = await startFloor();
  const mock = await startMock('--queue', '1000000', '--balance', '1000000');
  const body = avatarBody(await uploadPortrait(mock));
  let round = 0;
  const taken = await alternate(rounds, {
    floor: () => race(floor, body, ++round),
    mock: () => race(mock, body, ++round),
  });
  const [jobs, expected] = [await jobsIn(mock), (taken.mock.length + 1) * keys];
  if (jobs !== expected) throw new Error(`${jobs} jobs from ${expected} keys`);
  await Promise.all([floor.stop(), mock.stop()]);
  return [
    {
      what: `${keys} keys x ${times} equal submits`,
      unit: 'ms',
      ...ofRounds(taken.mock, taken.floor),
      peer: 'node:http',
    },
  ];
};

/** The equal ones are sent one after another on as many connections, so that they are there at the same time. */
const race = async (peer: Peer, body: string, round: number): Promise<number> => {
  let sent = 0;
  const next = (): string => {
    const key = `race-${round}-${Math.floor(sent++ / times)}`;
    return post('/api/v1/avatar', { ...bearer(peer), 'idempotency-key': key }, body);
  };
  const { ms } = await load({ port: peer.port, next, status: 202, connections: times, requests: keys * times });
  return ms;
};
