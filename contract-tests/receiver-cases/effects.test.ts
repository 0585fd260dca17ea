/** How what a receiver did is seen from outside. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type Look, lookAt, lookBy, openEffects, readLook } from './effects.ts';

test.each<[text: string, count: number | undefined]>([
  ['3\n', 3],
  ['0', 0],
  ['{"count": 12, "of": "orders"}', 12],
  ['{"total": 12}', undefined],
  ['[1]', undefined],
  ['order 3 was shipped', undefined],
  ['', undefined],
  ['"3"', undefined],
])('a number, or JSON with one as count, is counted; other text only changes: %j', (text, count) => {
  expect(readLook(text).count).toBe(count);
});

/** Acts after so many looks. */
const later = (looks: number, text: (count: number) => string): (() => Promise<Look>) => {
  let seen = 0;
  return async () => readLook(text((seen += 1) > looks ? 1 : 0));
};

test('an effect that comes some looks after the answer is waited for', async () => {
  const effects = await openEffects(later(5, String), 2_000);
  expect(await effects.since(1)).toBe(1);
  expect(await effects.since(0)).toBe(0);
});

test('what is no number is seen to change', async () => {
  const effects = await openEffects(
    later(3, (count) => `${count} shipped`),
    2_000,
  );
  expect(effects.kind).toBe('change');
  expect(await effects.since(1)).toBe(1);
});

test('effects that change by themselves are no measure', async () => {
  let now = 0;
  await expect(openEffects(async () => readLook(`at ${(now += 1)} o'clock`), 10)).rejects.toThrow(
    "change although nothing was sent (at 1 o'clock, then at 2 o'clock)",
  );
});

test('an address that does not answer with 200, and a command that fails, end it', async () => {
  const server = createServer((_, response) => response.writeHead(401).end('secret page'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/count`;
  await expect(lookAt(url)()).rejects.toThrow(`cannot be seen at ${url}: it answers 401, and 200 is needed`);
  server.close();
  await expect(lookBy('echo hunter2 >&2; exit 3')()).rejects.toThrow(/ended with 3: it must print a number/);
  expect(await lookBy('echo 7')()).toEqual({ text: '7', count: 7 });
});

test.each<[what: string, piece: string, everyMs: number, message: string]>([
  ['drips for ever', '1', 20, 'no whole answer within 0.3 s'],
  ['pours for ever', 'x'.repeat(300_000), 1, 'its answer is longer than 1048576 bytes'],
])('an address that %s is not looked at for ever', async (_, piece, everyMs, message) => {
  const server = createServer((__, response) => {
    const timer = setInterval(() => response.write(piece), everyMs);
    response.on('close', () => clearInterval(timer)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const waitMs = message.includes('0.3') ? 300 : 10_000;
  await expect(lookAt(`http://127.0.0.1:${port}/count`, waitMs)()).rejects.toThrow(message);
  server.closeAllConnections();
  server.close();
});

test('a command that is deaf to a signal is not waited for, nor what it leaves behind with its output', async () => {
  const deaf = "trap '' TERM; for n in 1 2 3 4 5 6 7 8 9; do sleep 0.2; done; echo 7";
  await expect(lookBy(deaf, 300)()).rejects.toThrow('did not end within 0.3 s');
  expect(await lookBy('sleep 3 & echo 7', 300)()).toEqual({ text: '7', count: 7 });
});
