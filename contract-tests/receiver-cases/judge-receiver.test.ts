/** What comes of receivers that cannot be judged, that fall while they are judged, or of which little can be seen. */
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { receiverCases } from './cases.ts';
import { ReceiverFault } from './receiver-fault.ts';
import { openReceiver } from './receivers/frame.case.ts';
import { findingsOf, judged } from './try.case.ts';

const only = (...ids: string[]) =>
  receiverCases.filter(({ id }) => ids.some((one) => id === one || id.startsWith(`${one}.`)));

test('where nobody listens nothing is judged, and the error says so', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const judgement = judged({ url: `http://127.0.0.1:${port}/hook` });
  await expect(judgement).rejects.toThrow(ReceiverFault);
  await expect(judgement).rejects.toThrow(`ECONNREFUSED, nobody listens there`);
});

test('what does not speak HTTP is no receiver', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined).end('220 mail.example ready\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(judged({ url: `http://127.0.0.1:${port}/` })).rejects.toThrow('does not speak HTTP');
  server.close();
});

test('https where http is spoken is a fault of the address', async () => {
  const receiver = await openReceiver();
  await expect(judged({ url: receiver.url.replace('http:', 'https:') })).rejects.toThrow(
    /nothing can be sent to https:.*TLS handshake/,
  );
  await receiver.close();
});

test('of one that refuses the plain delivery only that is found, and what it rejects shows nothing', async () => {
  const receiver = await openReceiver(() => ({ verify: () => false }));
  const { outcomes } = await judged(receiver);
  await receiver.close();
  const [first, ...rest] = outcomes;
  expect([first?.case.id, first?.verdict, first?.clause]).toEqual([
    'valid.succeeded',
    'fail',
    'events.signature.valid-accepted',
  ]);
  expect(new Set(rest.map(({ verdict }) => verdict))).toEqual(new Set(['not_testable']));
  expect(outcomes.find(({ case: { id } }) => id === 'signature.zeros')?.message).toContain('shows nothing');
});

test('one that never answers is waited for once, and nothing else is judged', async () => {
  const receiver = await openReceiver(() => ({ take: () => new Promise(() => undefined) }));
  const { outcomes, deliveries } = await judged(receiver, { waitMs: 100 });
  await receiver.close();
  expect(deliveries).toBe(1);
  expect(outcomes[0]?.clause).toBe('events.delivery.answered-in-time');
  expect(outcomes.slice(1).every(({ verdict }) => verdict === 'not_testable')).toBe(true);
});

test('one that falls is found in the case that made it fall, and what follows is not judged', async () => {
  const receiver = await openReceiver((running, right) => ({
    take: async (webhook, key) => {
      if (webhook.event === 'job.cancelled') running.die();
      return right.take(webhook, key);
    },
  }));
  const { outcomes } = await judged(receiver, { cases: only('valid.succeeded', 'unknown') });
  await receiver.close();
  expect(outcomes.map(({ case: { id }, verdict }) => [id, verdict])).toEqual([
    ['valid.succeeded', 'pass'],
    ['unknown.event', 'fail'],
    ['unknown.member', 'not_testable'],
    ['unknown.job-member', 'not_testable'],
    ['unknown.error-code', 'not_testable'],
    ['unknown.scheme-beside', 'not_testable'],
  ]);
  expect(outcomes[2]?.message).toContain('since the case unknown.event');
});

test('one that hangs up and is there again has no finding', async () => {
  const receiver = await openReceiver((_, right) => ({
    take: async (webhook, key) => {
      if (webhook.event === 'job.cancelled') throw new Error('unknown');
      return right.take(webhook, key);
    },
    handle: async (request, response) => {
      try {
        await right.handle(request, response);
      } catch {
        request.socket.destroy();
      }
    },
  }));
  const judgement = await judged(receiver, { cases: only('unknown.event', 'unknown.member') });
  await receiver.close();
  expect(findingsOf(judgement)).toEqual([]);
  expect(judgement.outcomes.map(({ verdict, gap }) => [verdict, gap])).toEqual([
    ['undecidable', 'change-policy'],
    ['pass', undefined],
  ]);
});

test('without a look at the effects, repeats are not testable, and what is missing is named', async () => {
  const receiver = await openReceiver();
  const { outcomes } = await judged({ url: receiver.url }, { cases: only('repeat') });
  await receiver.close();
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['pass', ...Array.from({ length: 12 }, () => 'not_testable')]);
  expect(outcomes[1]?.message).toBe(
    'it needs to see whether the receiver acted: pass --effect-url or --effect-command',
  );
});

test('what it did without saying so is found as an answer that is missing, and as a refusal where it cannot be seen', async () => {
  const receiver = await openReceiver((_, right) => ({ take: async (...told) => (await right.take(...told), 500) }));
  const cases = only('valid.succeeded');
  const [seen, unseen] = [await judged(receiver, { cases }), await judged({ url: receiver.url }, { cases })];
  await receiver.close();
  expect(seen.outcomes[0]?.clause).toBe('events.delivery.answered-in-time');
  expect(unseen.outcomes[0]?.clause).toBe('events.signature.valid-accepted');
});

test('near the edge, a clock that differs explains what would be a finding elsewhere', async () => {
  const ahead = 20;
  const server = createHttp((request, response) => {
    const t = Number(/t=(\d+)/.exec(String(request.headers['service-signature']))?.[1]);
    const now = Math.floor(Date.now() / 1_000) + ahead;
    response.sendDate = false;
    response.setHeader('Date', new Date(now * 1_000).toUTCString());
    request.resume().on('end', () => response.writeHead(Math.abs(now - t) <= 300 ? 200 : 400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const { outcomes, plain } = await judged(
    { url },
    { cases: only('age.past-290', 'age.past-200', 'age.future-310', 'age.future-400') },
  );
  server.close();
  expect(plain.skewSeconds).toBeGreaterThanOrEqual(ahead - 1);
  expect(plain.skewSeconds).toBeLessThanOrEqual(ahead + 1);
  expect(Object.fromEntries(outcomes.map(({ case: { id }, verdict }) => [id, verdict]))).toEqual({
    'age.past-200': 'pass',
    'age.past-290': 'undecidable',
    'age.future-310': 'undecidable',
    'age.future-400': 'pass',
  });
});

test('a run that is interrupted says what it did not come to (F71)', async () => {
  const receiver = await openReceiver();
  const controller = new AbortController();
  const judgement = await judged(receiver, {
    signal: controller.signal,
    onCase: (done) => void (done === 2 && controller.abort()),
  });
  await receiver.close();
  expect(judgement.isStopped).toBe(true);
  expect(judgement.outcomes).toHaveLength(receiverCases.length);
  expect(judgement.outcomes.slice(2).every(({ message }) => message === 'it was interrupted')).toBe(true);
});

test('what is answered with 429 is sent again, and is no rejection', async () => {
  let forged = 0;
  const receiver = await openReceiver((_, right) => ({
    handle: async (request, response) => {
      const isForged = String(request.headers['service-signature']).includes('v1=0000');
      // The first one is let through at the second try, and is taken then.
      if (isForged && (forged += 1) === 1) return void response.writeHead(429).end();
      if (isForged) return void response.writeHead(200).end();
      await right.handle(request, response);
    },
  }));
  const { outcomes, deliveries } = await judged(receiver, { cases: only('signature.zeros') });
  await receiver.close();
  expect([outcomes[0]?.verdict, deliveries]).toEqual(['fail', 3]);
});

test('a retry that is acted on again warns, and the same bytes again do not', async () => {
  const receiver = await openReceiver(() => ({ key: (_, { headers }) => String(headers['service-signature']) }));
  const { outcomes } = await judged(receiver, { cases: only('repeat.same-bytes', 'repeat.signed-anew') });
  await receiver.close();
  expect(outcomes.map(({ verdict, clause, effects }) => [verdict, clause, effects])).toEqual([
    ['pass', undefined, 1],
    ['warn', 'events.content.delivery-id-deduplicated', 2],
  ]);
});

test('what is rejected and acted on all the same fails, where the effects are seen', async () => {
  const receiver = await openReceiver((running, right) => ({
    verify: (request, body) => {
      const isRight = right.verify(request, body);
      if (!isRight) running.acted += 1;
      return isRight;
    },
  }));
  const cases = only('signature.zeros');
  const [seen, unseen] = [await judged(receiver, { cases }), await judged({ url: receiver.url }, { cases })];
  await receiver.close();
  expect(seen.outcomes.map(({ verdict, message }) => [verdict, message])).toEqual([
    ['fail', 'the receiver acted once on what it must reject, though it answered with a refusal'],
  ]);
  expect(unseen.outcomes.map(({ verdict }) => verdict)).toEqual(['pass']);
});
