import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { crossCheck } from './cross-check.case.ts';
import { sign } from './signature.ts';

test('100,000 random bodies are signed as by two other ways, and verified', async () => {
  const checked = await crossCheck(100_000, 2);
  process.stdout.write(`${checked} random bodies signed and verified\n`);
  expect(checked).toBe(100_000);
});

const openssl = 'openssl';

test("200 bodies of many lengths are signed as by OpenSSL's command", () => {
  const secret = 'whsec_test_0123456789';
  for (let index = 0; index < 200; index++) {
    const block = createHash('sha512').update(String(index)).digest();
    const body = Buffer.concat(Array.from({ length: 40 }, () => block)).subarray(0, index * 11);
    const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${Buffer.from(secret).toString('hex')}`, '-r'];
    const output = execFileSync(openssl, args, { input: Buffer.concat([Buffer.from(`${index}.`), body]) });
    expect(sign(body, secret, index)).toBe(`t=${index},v1=${output.toString().slice(0, 64)}`);
  }
});
