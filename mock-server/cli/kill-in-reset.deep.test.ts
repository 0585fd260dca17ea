/**
 * A mock with a data folder that is killed while another world is to take the place of the one in it, by a reset or a snapshot: what is
 * there after the next start is one of both, and whole.
 */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mediumBytes } from '../../fixtures/media.ts';
import { createChance } from '../engine/random.ts';
import { seedOr, withSeed } from '../engine/simulation/replay.case.ts';
import { expectOneWorld } from './kill-in-reset.case.ts';
import { type Serving, pause, serve } from './launch.case.ts';
import { callServed } from './served-call.case.ts';

const kills = 24;
const seed = seedOr(7);
/** Of the world that is loaded. */
const loaded = { accounts: 300, uploads: 40 };

const parent = await mkdtemp(join(tmpdir(), 'kill-in-reset-'));
afterAll(() => rm(parent, { recursive: true }));

const steer = (
  { ready }: Serving,
  method: string,
  path: string,
  body?: string,
  type = 'application/json',
): Promise<Response> =>
  fetch(ready.control_url + path, {
    method,
    headers: { 'x-understudy-token': ready.control_token, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });

const upload = async (mock: Serving): Promise<void> => {
  const form = new FormData();
  form.set('file', new Blob([(await mediumBytes('portrait.png')).slice()], { type: 'image/png' }), 'portrait.png');
  expect((await callServed(mock, 'POST', '/uploads', form)).status).toBe(201);
};

const newAccount = async (mock: Serving): Promise<string> => {
  const answer = await steer(mock, 'POST', '/accounts', JSON.stringify({ balance_usd: 1 }));
  return ((await answer.json()) as { readonly api_key: string }).api_key;
};

/** A world with a mark of its own: the keys of its accounts, by which it is known again. */
const snapshotOfLarge = async (): Promise<{ readonly text: string; readonly keys: readonly string[] }> => {
  const mock = await serve(['--rate-limit', 'off', '--seed', '2']);
  const keys: string[] = [];
  for (let count = 0; count < loaded.accounts; count++) keys.push(await newAccount(mock));
  for (let count = 0; count < loaded.uploads; count++) await upload(mock);
  const text = await (await steer(mock, 'GET', '/snapshot')).text();
  await mock.stop();
  return { text, keys };
};

const isKnown = async (mock: Serving, key: string): Promise<boolean> => {
  const { status } = await callServed(mock, 'GET', '/balance', undefined, { authorization: `Bearer ${key}` });
  expect([200, 401]).toContain(status);
  return status === 200;
};

test(`a world is replaced or it is not, at ${kills} kills while it is`, { timeout: 300_000 }, () =>
  withSeed(seed, killInReset),
);

const killInReset = async (): Promise<void> => {
  const { text, keys } = await snapshotOfLarge();
  const data = join(parent, 'world');
  const start = (): Promise<Serving> => serve(['--data', data, '--rate-limit', 'off']);
  const { draw } = createChance(seed, 'seed').moment('a1', 0, 0);
  const seen = { old: 0, new: 0 };
  let mock = await start();
  for (let round = 0; round < kills; round++) {
    // What is there before: an account and an upload.
    const mark = await newAccount(mock);
    await upload(mock);
    const isLoad = round % 2 === 0;
    let acknowledged = false;
    const replacing = (
      isLoad ? steer(mock, 'PUT', '/snapshot', text, 'application/x-ndjson') : steer(mock, 'POST', '/reset', '{}')
    ).then(
      ({ status }) => (acknowledged = status === 200),
      () => false,
    );
    await pause((isLoad ? 400 : 30) * draw(`wait/${round}`));
    mock.child.kill('SIGKILL');
    expect((await mock.ended).stderr).toBe('');
    await rm(mock.folder, { recursive: true });
    await replacing;
    mock = await start();

    const blobs = (await readdir(join(data, 'blobs'))).filter((name) => name !== 'partial');
    const good = await Promise.all(
      blobs.map(async (name) => (await readFile(join(data, 'blobs', name))).equals(await mediumBytes('portrait.png'))),
    );
    const { status } = await callServed(mock, 'GET', '/balance');
    const known = await Promise.all([keys[0], keys.at(-1)].map((key = '') => isKnown(mock, key)));
    const isOld = await isKnown(mock, mark);
    expectOneWorld({ replacing: isLoad ? 'load' : 'reset', acknowledged, isOld, status, known, good }, loaded.uploads);
    seen[isOld ? 'old' : 'new']++;
    expect((await steer(mock, 'POST', '/reset', '{}')).status).toBe(200);
  }
  expect((await mock.stop()).code).toBe(0);
  expect(Math.min(seen.old, seen.new)).toBeGreaterThan(0);
  console.log(`${kills} kills: the world was still the old one ${seen.old} times, and the new one ${seen.new} times`);
};
