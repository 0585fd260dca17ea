/** `understudy test` pointed at what is no service, or cannot be reached: exit code 3 and one line, whatever it is, and never a hang. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BrokenTarget, brokenTargets, deadOrigin } from '../../contract-tests/broken-targets.case.ts';
import { understudy } from './launch.case.ts';

// Processes of their own, of which two wait for answers that never come: 10 seconds for each of two requests.
vi.setConfig({ testTimeout: 120_000 });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-broken-'));
});
afterAll(() => rm(folder, { recursive: true }));

const secret = 'sk_live_secret';

const expectTold = async (origin: string, message: string, env: NodeJS.ProcessEnv = {}): Promise<void> => {
  const { code, stdout, stderr } = await understudy(['test'], {
    env: { UNDERSTUDY_URL: `${origin}/api/v1`, UNDERSTUDY_API_KEY: secret, ...env },
    cwd: folder,
  });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).not.toContain(secret);
};

/** What each of them is told as. Written out, so that a new one is not forgotten. */
const told: { readonly [name in Exclude<keyof typeof brokenTargets, keyof typeof toldOfTrusted>]: string } = {
  'a web page': 'answers with a web page (200)',
  'a redirect': 'leads elsewhere (302 to https://elsewhere.example/)',
  'a path with nothing': 'there is neither /pricing nor /balance under',
  'a server that fails at everything': 'fails at everything (503',
  'text instead of JSON': 'answers without JSON (200, ok)',
  'a server that refuses the key': 'the API key is refused with 401 (unauthorized)',
  'a clock that is an hour off': "the target's clock is 60 minutes ahead of this machine's",
  'packed bytes': 'bytes that are no text, encoded as gzip',
  'a protocol that nobody asked for': 'does not speak http',
  silence: 'takes the connection and does not answer',
  'a connection that is cut': 'cuts the connection',
  'another protocol': 'does not speak http',
  'https where only http is spoken': 'does not speak https',
  'a TLS handshake that nobody answers': 'takes the connection and does not answer',
  'a certificate that nobody trusts': 'is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
};
/** Those whose certificate is trusted. */
const toldOfTrusted = {
  'a certificate that has expired': 'has expired: it has to be renewed',
  'a certificate for another name': 'is made out to another name (ERR_TLS_CERT_ALTNAME_INVALID)',
} as const satisfies { readonly [name in keyof typeof brokenTargets]?: string };

test.concurrent.each(Object.entries(told))('%s ends with 3 and one line (F70)', async (name, message) => {
  const target: BrokenTarget = await brokenTargets[name as keyof typeof told]();
  try {
    await expectTold(target.origin, message);
  } finally {
    await target.close();
  }
});

test.each(Object.entries(toldOfTrusted))('%s ends with 3 and one line, though it is trusted', async (name, message) => {
  const target: BrokenTarget = await brokenTargets[name as keyof typeof toldOfTrusted]();
  const file = join(folder, 'authority.pem');
  await writeFile(file, target.ca ?? '');
  try {
    await expectTold(target.origin, message, { NODE_EXTRA_CA_CERTS: file });
  } finally {
    await target.close();
  }
});

test('a dead host ends with 3', async () => {
  await expectTold(await deadOrigin(), 'nobody answers at 127.0.0.1:');
});
