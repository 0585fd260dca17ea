/** `npm run bench -- --profile`: where the time goes, of a GET, a POST and the sending of webhooks. A CPU profile by area. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { advance, submitWithCallback } from './deliveries.ts';
import { type Load, get, load, post } from './load.ts';
import { type Peer, floorProgram, mockWith, startPeer, startProfiled } from './peer.ts';
import { type Profile, areas, createAreaOf, hottest, timesOf } from './profile-areas.ts';
import { avatarBody, bearer, keys, resetMock, rich, sendJob, uploadPortrait } from './requests.ts';

const connections = 32;
/** Not for some time: so a busy machine takes longer, and finds the same. */
const requests = 40_000;
const jobs = 10_000;

export const profile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-profile-'));
  const file = join(folder, 'profile');
  try {
    const mock = (work: Work, ...flags: string[]) =>
      profileOf(file, () => startProfiled(file, ...mockWith(...rich, ...flags)), work);
    const floor = (work: Work) => profileOf(file, () => startProfiled(file, floorProgram), work);
    const taken: Taken[] = [
      { what: 'GET of node:http', ...(await floor(readsOfFloor)) },
      { what: 'GET /jobs/{id}', ...(await mock(reads)) },
      { what: 'POST of node:http', ...(await floor(submitsToFloor)) },
      { what: 'POST /avatar', ...(await mock(submits)) },
      {
        what: 'a webhook',
        ...(await mock(webhooks, '--clock', 'manual', '--job-time', '1', '--concurrency', String(jobs))),
      },
    ];
    return textOf(taken);
  } finally {
    await rm(folder, { recursive: true });
  }
};

type Taken = { readonly what: string; readonly profile: Profile; readonly count: number };

/** What is done twice, first to warm up; `prepare` is not part of the profile. */
type Work = (peer: Peer) => Promise<{
  readonly prepare?: () => Promise<void>;
  /** @returns how often it was done */
  readonly run: () => Promise<number>;
  readonly end?: () => Promise<void>;
}>;

const loadOn = async (plan: Pick<Load, 'port' | 'next' | 'status'>): Promise<number> => {
  await load({ ...plan, connections, requests });
  return requests;
};

const reads: Work = async (mock) => {
  const jobId = await sendJob(mock, avatarBody(await uploadPortrait(mock)));
  const read = get(`/api/v1/jobs/${jobId}`, bearer(mock));
  // Until it has ended: what is read then has a link.
  await wait(3_000);
  return { run: () => loadOn({ port: mock.port, next: () => read, status: 200 }) };
};

const readsOfFloor: Work = async ({ port }) => {
  const read = get('/api/v1/jobs/job_1', bearer({ apiKey: 'test_a1_bcdefghijkmnpqrstuvwxyz23456789' }));
  return { run: () => loadOn({ port, next: () => read, status: 200 }) };
};

const submits: Work = async (mock) => submitting(mock, await uploadPortrait(mock));

const submitsToFloor: Work = async (floor) => submitting(floor, 'file_a1_bcdefghijkmn');

const submitting = (peer: Peer, imageKey: string): Awaited<ReturnType<Work>> => {
  const body = avatarBody(imageKey);
  const nextKey = keys('profile');
  const next = (): string => post('/api/v1/avatar', { ...bearer(peer), 'idempotency-key': nextKey() }, body);
  return { run: () => loadOn({ port: peer.port, next, status: 202 }) };
};

const webhooks: Work = async (mock) => {
  const receiver = await startPeer(['bench/peers/receiver.mjs']);
  return {
    prepare: async () => {
      await resetMock(mock);
      await submitWithCallback(mock, receiver, jobs);
    },
    run: () => advance(mock).then(() => jobs),
    end: receiver.stop,
  };
};

const profileOf = async (file: string, start: () => Promise<Peer>, work: Work): Promise<Omit<Taken, 'what'>> => {
  await rm(file, { force: true });
  const peer = await start();
  const { prepare, run, end } = await work(peer);
  await prepare?.();
  await run();
  await prepare?.();
  peer.signal('SIGUSR2');
  await wait(200);
  const count = await run();
  peer.signal('SIGUSR2');
  const text = await written(file);
  await Promise.all([peer.stop(), end?.()]);
  return { profile: JSON.parse(text) as Profile, count };
};

const written = async (file: string): Promise<string> => {
  for (let tries = 0; tries < 600; tries++) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
    await wait(50);
  }
  throw new Error(`no profile came to ${file} within 30 s: does the peer still run?`);
};

const textOf = (taken: readonly Taken[]): string => {
  const areaOf = createAreaOf();
  const spent = taken.map(({ profile: one, count }) => ({ ...timesOf(one, areaOf), count }));
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['share of the processor, %', ...taken.map(({ what }) => what)]),
    row(['---', ...taken.map(() => '--:')]),
    ...areas.map((area) =>
      row([area, ...spent.map(({ times, all }) => (((times.get(area) ?? 0) / all) * 100).toFixed(1))]),
    ),
    row(['µs each, with the profiler', ...spent.map(({ all, count }) => (all / count).toFixed(1))]),
    ...taken.flatMap((one) => ['', `${one.what}, the functions with the most of it:`, ...hottest(one.profile, areaOf)]),
  ].join('\n');
};
