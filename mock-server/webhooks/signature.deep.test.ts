import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { crossCheck } from './cross-check.case.ts';
import { sign } from './signature.ts';

test('100,000 random bodies are signed as by two other ways, and verified', async () => {
  const checked = await crossCheck(100_000, 2);
  process.stdout.write(`${checked} random bodies signed and verified\n`);
  expect(checked).toBe(100_000);
});

test("100,000 random bodies of up to 300 bytes are signed as by OpenSSL's command", () => {
  const folder = mkdtempSync(join(tmpdir(), 'openssl-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let checked = 0;
  // It takes many files for one secret. Beyond 64 bytes that is another one, by HMAC's rule.
  for (let letters = 1; letters <= 100; letters++) {
    const secret = drawn(`secret ${letters}`, 50).toString('hex').slice(0, letters);
    const requests = Array.from({ length: 1_000 }, (_, index) => {
      const lot = drawn(`${secret} ${index}`, 6);
      return { t: lot.readUInt32BE(), body: drawn(`body ${secret} ${index}`, lot.readUInt16BE(4) % 301) };
    });
    for (const [index, { t, body }] of requests.entries())
      writeFileSync(join(folder, String(index)), Buffer.concat([Buffer.from(`${t}.`), body]));
    const theirs = digestsBy('openssl', folder, Object.keys(requests), secret);
    for (const [index, { t, body }] of requests.entries()) {
      expect(sign(body, secret, t)).toBe(`t=${t},v1=${theirs[index]}`);
      checked++;
    }
  }
  process.stdout.write(`${checked} random bodies signed as by OpenSSL's command\n`);
  expect(checked).toBe(100_000);
});

/** Bytes that look like chance, and are the same for the same name. */
const drawn = (name: string, bytes: number): Buffer =>
  bytes === 0 ? Buffer.alloc(0) : createHash('shake256', { outputLength: bytes }).update(name).digest();

/** HMAC-SHA256 of each file, in hexadecimal. */
const digestsBy = (openssl: string, cwd: string, files: readonly string[], secret: string): readonly string[] => {
  const key = `hexkey:${Buffer.from(secret).toString('hex')}`;
  const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key, '-r', ...files];
  return execFileSync(openssl, args, { cwd })
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(0, 64));
};
