/**
 * Three processes over one database, of which one after the other is killed while the database goes away and comes back: nothing that
 * any of them acknowledged is lost, and nothing is done twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { mediumBytes } from '../../fixtures/media.ts';
import { createChance } from '../engine/random.ts';
import { seedOr, withSeed } from '../engine/simulation/replay.case.ts';
import { noPostgres, openCluster } from '../store/postgres/cluster.case.ts';
import { openReceiver } from '../webhooks/receiver.case.ts';
import type { EngineEvent } from '../engine/streams.ts';
import { type Kept, keptBy } from './kept-world.case.ts';
import { type Stream, expectNothingLost } from './kill-judge.case.ts';
import { type Serving, pause, serve } from './launch.case.ts';
import { type Wire, callServed, listServed } from './served-call.case.ts';

const rounds = 20;
/** The clock runs sixty times as fast, so that ladders go on between two kills. */
const speed = 60;
const seed = seedOr(5);

type Submit = { readonly key: string; id: string | undefined };

/** What stands in the database of the account that all calls are made for. */
const readKept = async (connectionString: string): Promise<Kept> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ readonly event: string }>(
    "SELECT event FROM understudy_events WHERE stream = 'account:a1' ORDER BY version",
  );
  await client.end();
  return keptBy(rows.map(({ event }) => JSON.parse(event) as EngineEvent));
};

describe.skipIf(noPostgres !== undefined)(`over a real PostgreSQL (${noPostgres ?? 'as it is installed'})`, () => {
  test(`three processes of which one is killed ${rounds} times, and a database that flaps, lose nothing and do nothing twice`, () =>
    withSeed(seed, async () => {
      const cluster = await openCluster();
      const folder = await mkdtemp(join(tmpdir(), 'many-'));
      const receiver = await openReceiver(200, 500, 200, 'reset', 200);
      const databaseUrl = await cluster.database('many');
      const env = { UNDERSTUDY_DATABASE_URL: databaseUrl };
      const flags = ['--data', folder, '--clock', `${speed}x`, '--job-time', '5', '--rate-limit', 'off'];
      const start = (): Promise<Serving> => serve([...flags, '--balance', '1000000'], { env });
      const mocks = await Promise.all([start(), start(), start()]);
      const { draw } = createChance(seed, 'seed').moment('a1', 0, 0);
      const submits: Submit[] = [];
      let answered500 = 0;

      const call = (which: number, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
        callServed(mocks[which % mocks.length] ?? mocks[0], method, path, body, headers);
      const form = new FormData();
      form.set('file', new Blob([(await mediumBytes('portrait.png')).slice()], { type: 'image/png' }), 'portrait.png');
      const { file_key: file } = (await call(0, 'POST', '/uploads', form)).body;
      const body = { image_key: file, face_key: file, callback_url: receiver.url };

      /** Says whether it was acknowledged. */
      const submit = async (which: number, one: Submit): Promise<boolean> => {
        const answer = await call(which, 'POST', '/face-swap-image', body, { 'idempotency-key': one.key });
        if (answer.status === 500) {
          answered500++;
          return false;
        }
        expect([200, 202]).toContain(answer.status);
        const id = String(answer.body['id']);
        // Whoever is asked, and however often: the same key is the same job.
        if (one.id !== undefined) expect(id).toBe(one.id);
        one.id = id;
        return true;
      };
      /** What fails because of a kill or of the database is tried again, later and elsewhere. */
      const keepSubmitting = async (which: number, until: AbortSignal): Promise<void> => {
        for (let number = 0; !until.aborted; number++) {
          const isRetry = number % 3 === 2 && submits.length > 0;
          const known = submits[Math.floor(draw(`${which}/${number}/${submits.length}`) * submits.length)];
          const one: Submit =
            isRetry && known !== undefined ? known : { key: `${which}-${submits.length}-${number}`, id: undefined };
          if (!isRetry) submits.push(one);
          await submit(which + number, one).catch((error: unknown) => {
            if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return;
            throw error;
          });
        }
      };

      const streams: Stream[] = [];
      // Some would have their hard stop a second later, before anybody notices that their process is gone.
      const openStream = async (which: number): Promise<boolean> => {
        const minutes = streams.length % 2 === 0 ? 1 : 120;
        const { body: session, status } = await call(which, 'POST', '/voice/session', { duration_minutes: minutes });
        if (status >= 400) return false;
        const stream: Stream = {
          id: String(session['session_id']),
          maxCostUsd: Number(session['max_cost_usd']),
          openedAt: Date.now(),
          cutAt: undefined,
          aliveSeconds: undefined,
        };
        streams.push(stream);
        const socket = new WebSocket(
          `${String(session['stream_url'])}?session_token=${String(session['session_token'])}`,
        );
        socket.on('error', () => undefined).on('close', () => (stream.cutAt = Date.now()));
        const seconds = async (): Promise<number> =>
          (await readKept(databaseUrl)).streams.get(stream.id)?.aliveSeconds ?? 0;
        await expect.poll(seconds, { timeout: 20_000 }).toBeGreaterThan(0);
        return true;
      };

      const over = new AbortController();
      const working = [0, 1, 2].map((which) => keepSubmitting(which, over.signal));
      for (let round = 0; round < rounds; round++) {
        const which = Math.floor(draw(`which/${round}`) * 3);
        if (round % 3 === 0) await expect.poll(() => openStream(which), { timeout: 20_000 }).toBe(true);
        await pause(50 + 300 * draw(`wait/${round}`));
        if (round % 6 === 5) {
          await cluster.stop();
          // Whoever is asked while it is away says so, and makes nothing.
          for (const asked of [0, 1, 2]) {
            const one: Submit = { key: `away-${round}-${asked}`, id: undefined };
            submits.push(one);
            expect(await submit(asked, one)).toBe(false);
          }
          await pause(300);
          await cluster.start();
        }
        const mock = mocks[which];
        if (mock === undefined) continue;
        mock.child.kill('SIGKILL');
        const { stderr } = await mock.ended;
        expect(stderr.split('\n').filter((line) => line !== '' && !/cannot be reached|^ {4}at /.test(line))).toEqual(
          [],
        );
        await rm(mock.folder, { recursive: true });
        mocks[which] = await start();
      }
      over.abort();
      await Promise.all(working);

      for (const [index, one] of submits.entries()) {
        await expect.poll(() => submit(index, one), { timeout: 20_000 }).toBe(true);
      }
      const jobsDelivered = (): Set<unknown> =>
        new Set(receiver.received.map((request) => (request.body['data'] as { readonly id: string }).id));
      await expect
        .poll(() => submits.filter(({ id }) => !jobsDelivered().has(id)).length, { timeout: 120_000, interval: 500 })
        .toBe(0);

      // Streams of killed processes are settled by the others, for no longer than they lived.
      const sessions = (): Promise<Wire[]> => listServed(mocks[0], '/sessions?limit=1000');
      const cut = streams.filter(({ cutAt }) => cutAt !== undefined);
      const settled = async (): Promise<number> => {
        const list = await sessions();
        return cut.filter(({ id }) => list.find((one) => one['id'] === id)?.['status'] === 'ended').length;
      };
      await expect.poll(settled, { timeout: 20_000 }).toBe(cut.length);
      const kept = await readKept(databaseUrl);
      for (const stream of streams) stream.aliveSeconds = kept.streams.get(stream.id)?.aliveSeconds;
      // Those of two hours cannot have ended before their process did.
      const lost = streams.filter(({ id }) => kept.streams.get(id)?.endedBy === 'lost');
      expect(lost.length).toBeGreaterThanOrEqual(Math.floor(rounds / 6));
      const ids = new Set(submits.map(({ id }) => id));
      const jobs = [];
      for (const id of ids) jobs.push((await call(1, 'GET', `/jobs/${id}`)).body);
      const received = receiver.received.map((request) => request.body);
      const { body: balance } = await call(2, 'GET', '/balance');
      expectNothingLost({
        submits,
        jobs,
        sessions: await sessions(),
        balance,
        openingUsd: 1_000_000,
        received,
        streams,
        speed,
      });
      expect(answered500).toBeGreaterThan(0);
      for (const mock of mocks) expect((await mock.stop()).code).toBe(0);
      console.log(
        `${rounds} kills: ${ids.size} jobs, ${receiver.received.length} attempts for ${new Set(received.map((one) => one['delivery_id'])).size} deliveries, ` +
          `${streams.length} streams, all of them billed, ${lost.length} as of their last sign of life, ${answered500} answers with 500`,
      );
      await receiver.close();
      await cluster.close();
      await rm(folder, { recursive: true });
    }));
});
