/** Fourteen ways to fail, fifty deliveries to each, all six attempts of them on real sockets, by a clock that is moved. */
import { afterEach, expect, test } from 'vitest';
import { openMock } from '../http/client.case.ts';
import { type Answer, ok, openRawReceiver } from './raw-receiver.case.ts';

const deliveriesEach = 50;
const attemptsMax = 6;

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const says =
  (text: string): Answer =>
  (socket) =>
    socket.end(text);
const answers = (status: number, header = ''): Answer => says(`HTTP/1.1 ${status} Said\r\n${header}\r\n`);

const receivers: Readonly<Record<string, { readonly answer: Answer | 'closed'; readonly seen: RegExp }>> = {
  refuses: { answer: 'closed', seen: /^refused/ },
  hangs: { answer: () => undefined, seen: /^timeout/ },
  'begins to answer and hangs': { answer: (socket) => socket.write('HTTP/1.1 200 OK\r\nx: '), seen: /^timeout/ },
  resets: { answer: (socket) => socket.resetAndDestroy(), seen: /^reset/ },
  'closes without a word': { answer: (socket) => socket.end(), seen: /^reset/ },
  'hangs up in the status line': { answer: says('HTTP/1.1 20'), seen: /^reset/ },
  'speaks SSH': { answer: says('SSH-2.0-OpenSSH_9.6\r\n'), seen: /^garbage/ },
  'has a header without a colon': { answer: says('HTTP/1.1 200 OK\r\nno\r\n\r\n'), seen: /^garbage/ },
  'has a header of 100 KB': { answer: says(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n\r\n`), seen: /^garbage/ },
  'answers 302': { answer: answers(302, 'location: /hook\r\n'), seen: /^302$/ },
  'answers 410': { answer: answers(410), seen: /^410$/ },
  'answers 429': { answer: answers(429, 'retry-after: 3600\r\n'), seen: /^429$/ },
  'answers 500': { answer: answers(500), seen: /^500$/ },
  'answers 503': { answer: answers(503), seen: /^503$/ },
};

type Delivery = {
  readonly job_id: string;
  readonly status: string;
  readonly attempts: readonly { readonly status: number | null; readonly failure: string | null }[];
};

test('each attempt is made and its outcome known, whatever the receiver does, and who is well gets all at the first (F19, F20, F21, F23, F24, F25)', async () => {
  const mock = await openMock({ jobTime: 1, concurrency: 1_000, settleMs: 5_000 });
  open.push(mock);
  const key = await mock.upload('portrait.png');
  const submitAll = (url: string): Promise<string[]> =>
    Promise.all(
      Array.from({ length: deliveriesEach }, async () => {
        const body = { image_key: key, face_key: key, callback_url: url };
        return (await mock.post('/face-swap-image', body)).body.id;
      }),
    );
  const well = await openRawReceiver((socket) => socket.write(ok));
  open.push(well);
  const served = await submitAll(well.url);
  const failing = [];
  for (const [name, { answer, seen }] of Object.entries(receivers)) {
    const receiver = await openRawReceiver(answer === 'closed' ? () => undefined : answer);
    if (answer === 'closed') await receiver.close();
    else open.push(receiver);
    failing.push({
      name,
      seen,
      receiver,
      heard: answer === 'closed' ? 0 : attemptsMax,
      jobs: await submitAll(receiver.url),
    });
  }
  await mock.clock.advance({ seconds: 86_400 });

  const settled = new Map<string, Delivery>();
  for (const delivery of await deliveriesOf(mock)) settled.set(delivery.job_id, delivery);
  for (const job of served) expect(settled.get(job)).toMatchObject({ status: 'delivered', attempts: { length: 1 } });
  let attempts = 0;
  for (const { name, seen, receiver, heard, jobs } of failing) {
    for (const job of jobs) {
      const delivery = settled.get(job);
      expect({ name, status: delivery?.status, attempts: delivery?.attempts.length }).toEqual({
        name,
        status: 'abandoned',
        attempts: attemptsMax,
      });
      for (const { failure, status } of delivery?.attempts ?? []) expect(failure ?? String(status), name).toMatch(seen);
      attempts += attemptsMax;
    }
    const ids = receiver.requests.map((request) => /"delivery_id":"([^"]+)"/.exec(request)?.[1]);
    expect({ name, heard: ids.length }).toEqual({ name, heard: heard * deliveriesEach });
    expect({ name, deliveries: new Set(ids).size }).toEqual({ name, deliveries: heard === 0 ? 0 : deliveriesEach });
  }
  expect(mock.failures).toEqual([]);
  process.stdout.write(
    `${failing.length} failing receivers, ${settled.size} deliveries, ${attempts} failed attempts\n`,
  );
});

const deliveriesOf = async (mock: Awaited<ReturnType<typeof openMock>>): Promise<Delivery[]> =>
  (await mock.steer('GET', '/deliveries?limit=1000')).body as unknown as Delivery[];
