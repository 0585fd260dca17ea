/** The whole ladder on a clock that runs, against real receivers that fail in every way: six attempts each, on time, and nobody else waits. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openMock } from '../http/client.case.ts';
import { constructEvent } from './construct-event.ts';
import { type Answer, ok, openRawReceiver } from './raw-receiver.case.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

type Delivery = {
  readonly job_id: string;
  readonly status: string;
  readonly attempts: readonly {
    readonly started_at: string;
    readonly ended_at: string | null;
    readonly status: number | null;
    readonly failure: string | null;
  }[];
};

const failures: Readonly<Record<string, { readonly answer: Answer | 'closed'; readonly seen: RegExp }>> = {
  refuses: { answer: 'closed', seen: /^refused/ },
  hangs: { answer: () => undefined, seen: /^timeout/ },
  drips: {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-drops: ');
      const timer = setInterval(() => socket.write('.'), 10);
      socket.on('close', () => clearInterval(timer));
    },
    seen: /^timeout/,
  },
  resets: { answer: (socket) => socket.resetAndDestroy(), seen: /^reset/ },
  'says nothing and goes': { answer: (socket) => socket.end(), seen: /^reset/ },
  'speaks something else': { answer: (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), seen: /^garbage/ },
  'fails by itself': { answer: (socket) => socket.end('HTTP/1.1 500 No\r\n\r\n'), seen: /^500$/ },
  redirects: { answer: (socket) => socket.end('HTTP/1.1 302 No\r\nlocation: /hook\r\n\r\n'), seen: /^302$/ },
};

/** A quarter of a minute of ours is a quarter of an hour. */
const clock = '60x';
const ladderMs = [29, 58, 116, 232, 464].map((seconds) => seconds * 1000);
/** A second of ours: receivers are no faster than usual. */
const responseWaitMs = 60_000;
/** Another one, in which a machine must have got to it; one that is busy is late by as much as its own timers are. */
const lateMs = 60_000;
const clockRatio = 60;

test('six attempts each, spaced by the ladder, and a healthy receiver is served meanwhile (F20, F24)', async () => {
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const mock = await openMock({ clock, jobTime: 0 });
  open.push(mock);
  const key = await mock.upload('portrait.png');
  const submit = async (url: string): Promise<string> =>
    (await mock.post('/face-swap-image', { image_key: key, face_key: key, callback_url: url })).body.id;
  const deliveries = async (): Promise<Delivery[]> =>
    (await mock.steer('GET', '/deliveries')).body as unknown as Delivery[];

  const bad = await Promise.all(
    Object.entries(failures).map(async ([name, { answer, seen }]) => {
      const receiver = await openRawReceiver(answer === 'closed' ? () => undefined : answer);
      if (answer === 'closed') await receiver.close();
      else open.push(receiver);
      return { name, seen, receiver, heard: answer === 'closed' ? 0 : 6, job: await submit(receiver.url) };
    }),
  );
  const good = await openRawReceiver((socket) => socket.write(ok));
  open.push(good);
  const served = await submit(good.url);
  await good.until(1);
  const early = await deliveries();
  expect(early.filter(({ status }) => status === 'abandoned')).toEqual([]);

  let settled: Delivery[] = [];
  do {
    await wait(250);
    settled = await deliveries();
  } while (settled.some(({ status }) => status === 'scheduled' || status === 'running'));
  const of = (job: string): Delivery | undefined => settled.find(({ job_id }) => job_id === job);
  expect(of(served)).toMatchObject({ status: 'delivered' });
  lag.disable();
  const mostLateMs = lateMs + (2 * clockRatio * lag.max) / 1e6;

  for (const { name, job, seen, receiver, heard } of bad) {
    const { status, attempts } = of(job) ?? { status: 'none', attempts: [] };
    expect({ name, status, attempts: attempts.length }).toEqual({ name, status: 'abandoned', attempts: 6 });
    const times = attempts.map(({ started_at, ended_at }) => [Date.parse(started_at), Date.parse(ended_at ?? '')]);
    for (const [index, { failure, status: answered }] of attempts.entries()) {
      expect(failure ?? String(answered), name).toMatch(seen);
      const [began = 0, ended = 0] = times[index] ?? [];
      const least = seen.test('timeout') ? responseWaitMs : 0;
      expect(ended - began, `${name}: attempt ${index + 1} lasts`).toBeGreaterThanOrEqual(least);
      expect(ended - began, `${name}: attempt ${index + 1} lasts`).toBeLessThan(responseWaitMs + mostLateMs);
      const [next] = times[index + 1] ?? [];
      const pause = ladderMs[index];
      if (next === undefined || pause === undefined) continue;
      expect(next - ended, `${name}: the wait after attempt ${index + 1}`).toBeGreaterThanOrEqual(pause);
      expect(next - ended, `${name}: the wait after attempt ${index + 1}`).toBeLessThan(pause + mostLateMs);
    }
    expect({ name, heard: receiver.requests.length }).toEqual({ name, heard });
    const events = receiver.requests.map((request) => {
      const [head = '', body = ''] = request.split('\r\n\r\n');
      const [, signature] = /^service-signature: (.*)$/im.exec(head) ?? [];
      return constructEvent(Buffer.from(body, 'latin1'), signature, mock.webhookSecret);
    });
    expect(new Set(events.map(({ delivery_id }) => delivery_id)).size).toBe(Math.min(1, heard));
  }
});
