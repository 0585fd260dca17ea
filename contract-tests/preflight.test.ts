/** Whatever the judge is pointed at by mistake, one sentence says what it is and what to do. */
import { afterEach, expect, test } from 'vitest';
import { type BrokenTarget, answering, brokenTargets, deadOrigin } from './broken-targets.case.ts';
import { preflight } from './preflight.ts';
import { TargetFault, type TargetFaultKind } from './target-fault.ts';
import { openMockTarget } from './targets/mock.ts';

const key = 'sk_live_never_shown';
let opened: BrokenTarget | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const faultAt = async (baseUrl: string, ca?: string): Promise<TargetFault> => {
  const error: unknown = await preflight({ baseUrl, key, ca }, { timeoutMs: 300 }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TargetFault)) throw new Error(`no fault of the target: ${String(error)}`);
  return error;
};

test.each<[name: keyof typeof brokenTargets, kind: TargetFaultKind, next: string]>([
  ['a web page', 'web-page', 'look up the base URL'],
  ['a redirect', 'redirect', 'give the address it leads to as --url'],
  ['a path with nothing', 'wrong-path', 'see whether the path is right'],
  ['a server that fails at everything', 'server-error', 'Look at its log'],
  ['text instead of JSON', 'not-json', 'see whether it is the service'],
  ['packed bytes', 'not-json', 'bytes that are no text, encoded as gzip): see whether it is the service'],
  ['a protocol that nobody asked for', 'not-http', 'does not speak http'],
  ['a server that refuses the key', 'key', 'give the right one in UNDERSTUDY_API_KEY'],
  ['a clock that is an hour off', 'clock-skew', 'Set the clock that is wrong'],
  ['silence', 'hang', 'see whether the service behind it is up'],
  ['a connection that is cut', 'dead-host', 'cuts the connection'],
  ['another protocol', 'not-http', 'does not speak http'],
  ['a TLS handshake that nobody answers', 'hang', 'see whether the service behind it is up'],
  ['https where only http is spoken', 'tls', 'try http://127.0.0.1'],
  ['a certificate that nobody trusts', 'tls', 'give its authority in NODE_EXTRA_CA_CERTS'],
])('%s is told as %s (F70)', async (name, kind, next) => {
  opened = await brokenTargets[name]();
  const fault = await faultAt(`${opened.origin}/api/v1`);
  expect(fault.kind).toBe(kind);
  expect(fault.message).toContain(next);
  expect(fault.message).not.toContain(key);
  expect(fault.message).not.toContain('\n');
});

test('a port on which nobody listens is a dead host (F70)', async () => {
  const fault = await faultAt(`${await deadOrigin()}/api/v1`);
  expect([fault.kind, fault.message]).toEqual(['dead-host', expect.stringContaining('see whether the service is up')]);
});

test('a host that does not exist is a dead host', async () => {
  const fault = await faultAt('http://no-such-host.invalid/api/v1');
  expect([fault.kind, fault.message]).toEqual(['dead-host', expect.stringContaining('no-such-host.invalid')]);
});

test.each<[name: keyof typeof brokenTargets, next: string]>([
  ['a certificate that has expired', 'has expired: it has to be renewed'],
  ['a certificate for another name', 'give the address it is made out to as --url'],
])('%s is told as TLS, though it is trusted (F70)', async (name, next) => {
  opened = await brokenTargets[name]();
  const fault = await faultAt(`${opened.origin}/api/v1`, opened.ca);
  expect([fault.kind, fault.message]).toEqual(['tls', expect.stringContaining(next)]);
});

test('a base URL without /api/v1 is told, where the service is not found under it (F70)', async () => {
  opened = await brokenTargets['a path with nothing']();
  const fault = await faultAt(opened.origin);
  expect(fault.message).toContain(`try --url ${opened.origin}/api/v1`);
});

test('a key that is refused is told beside a base URL that is likely wrong', async () => {
  opened = await brokenTargets['a server that refuses the key']();
  const [under, beside] = [await faultAt(`${opened.origin}/api/v1`), await faultAt(`${opened.origin}/control`)];
  expect([under.kind, under.message]).toEqual(['key', expect.stringContaining(`belongs to ${opened.origin}/api/v1`)]);
  expect([beside.kind, beside.message]).toEqual(['key', expect.stringContaining(`try --url ${opened.origin}/api/v1`)]);
});

test('one answer that is wrong is left to the checks', async () => {
  opened = await answering((request, response) => {
    const isPricing = request.url?.endsWith('/pricing') === true;
    response.writeHead(isPricing ? 500 : 200).end(isPricing ? '' : '{"balance_usd":12.5}');
  });
  await expect(preflight({ baseUrl: `${opened.origin}/api/v1`, key })).resolves.toMatchObject({ balanceUsd: 12.5 });
});

test('a fault says how many requests it was found with', async () => {
  opened = await brokenTargets['a server that refuses the key']();
  expect((await faultAt(`${opened.origin}/api/v1`)).requests).toBe(2);
});

test('a mock is fine', async () => {
  const { target, close } = await openMockTarget();
  try {
    await expect(preflight(target)).resolves.toMatchObject({ balanceUsd: 100 });
  } finally {
    await close();
  }
});
