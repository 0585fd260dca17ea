/** What a question costs an account with a short past and one with a long past, over the same path; and what a finished job holds. */
import type { Figure } from './figure.ts';
import { type Measured, get, load } from './load.ts';
import { alternate, ofRounds } from './median.ts';
import { type Peer, startPeer } from './peer.ts';
import { bearer } from './requests.ts';

const rounds = 9;
const seconds = 0.6;
const connections = 8;

/** Records of the two accounts. */
export const sizes = { few: 10_000, many: 1_000_000 } as const;

const questions = ['/usage?limit=100', '/usage/summary', '/balance', '/jobs/{id}'] as const;

export const growth = async (): Promise<Figure[]> => {
  const few = await startGrown(sizes.few);
  const many = await startGrown(sizes.many);
  const figures: Figure[] = [];
  for (const question of questions) {
    const times = await alternate(rounds, { few: () => ask(few, question), many: () => ask(many, question) });
    figures.push({
      what: `GET ${question} at ${sizes.many.toLocaleString('en')} records`,
      unit: 'µs',
      ...ofRounds(times.many.map(microseconds), times.few.map(microseconds)),
      peer: `at ${sizes.few.toLocaleString('en')}`,
      goal: { of: 'ratio', atMost: 1.3 },
    });
  }
  figures.push({
    what: 'a finished job on the heap',
    unit: 'bytes',
    ours: Number(many.told['bytes_per_job']),
    goal: { of: 'ours', atMost: 2_000 },
  });
  await Promise.all([few.stop(), many.stop()]);
  return figures;
};

const startGrown = (jobs: number): Promise<Peer> =>
  startPeer(['--expose-gc', '--max-old-space-size=8192', '--import', 'tsx', 'bench/peers/grown.ts', String(jobs)]);

/** Jobs are asked for all over the past, not one again and again. */
const ask = (peer: Peer, question: (typeof questions)[number]): Promise<Measured> => {
  const ids = peer.told['job_ids'] as string[];
  const requests = ids.map((id) => get(`/api/v1${question.replace('{id}', id)}`, bearer(peer)));
  let turn = 0;
  const next = (): string => requests[turn++ % requests.length] ?? '';
  return load({ port: peer.port, next, status: 200, connections, seconds });
};

/** Time of the server for one answer: it is never idle. */
const microseconds = ({ perSecond }: Measured): number => 1e6 / perSecond;
