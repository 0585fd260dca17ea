import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { parseAllowed } from './allowed-entry.ts';
import { BlockedTarget, type Resolve, allowTargets } from './where.ts';

const refusal = (url: string, allowed: readonly string[] = []): string | undefined =>
  allowTargets(allowed).refuseUrl(new URL(url));

test.each([
  'http://127.0.0.1/',
  'http://127.0.0.1:25/',
  'http://127.0.0.1:6666/',
  'https://127.0.0.1:8443/hook?x=1',
  'http://127.255.255.254/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://%31%32%37.0.0.1/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
])('by default loopback is open, however it is spelled: %s (O1)', (url) => {
  expect(refusal(url)).toBeUndefined();
});

test.each([
  'http://0/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://1.1.1.1/',
  'http://8.8.8.8/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://126.255.255.255/',
  'http://128.0.0.0/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.0.2.1/',
  'http://192.168.0.1/',
  'http://198.18.0.1/',
  'http://203.0.113.9/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://167772161/',
  'http://0x0a.0.0.1/',
  'http://012.0.0.1/',
  'http://192.168.257/',
  'http://①⓪.⓪.⓪.①/',
  'http://[::]/',
  'http://[::2]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[::ffff:0.0.0.0]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[64:ff9b:1::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a00:1::1]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[2001:db8::1]/',
  'http://[2606:4700::1111]/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
])('by default everything else is closed: %s (F28) (O1)', (url) => {
  expect(refusal(url)).toMatch(/is not on this machine: --callback-allow|is a link-local or metadata address/);
});

const everything = ['0.0.0.0/0', '::/0', 'metadata.internal'];

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://169.254.0.1/',
  'http://169.254.255.255/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://169.254.169.254./',
  'http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::169.254.169.254]/',
  'http://[::ffff:0:169.254.169.254]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001:0:a9fe:a9fe::1]/',
  'http://[fe80::1]/',
  'http://[febf:ffff::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:0ec2:0:0:0:0:0:254]/',
  'http://[fd20:ce::254]/',
])('link-local and metadata are closed even where everything is open: %s (F28) (O1)', (url) => {
  expect(refusal(url, everything)).toMatch(/link-local or metadata address: nothing is ever sent there/);
});

test.each([
  ['http://10.9.8.7/', ['10.0.0.0/8'], true],
  ['http://11.0.0.0/', ['10.0.0.0/8'], false],
  ['http://10.1.2.3/', ['10.1.2.3'], true],
  ['http://10.1.2.4/', ['10.1.2.3'], false],
  ['http://10.1.2.4/', ['10.1.2.9/24'], true],
  ['http://8.8.8.8/', ['0.0.0.0/0'], true],
  ['http://[fd00::1]/', ['0.0.0.0/0'], false],
  ['http://8.8.8.8/', ['::/0'], false],
  ['http://[::ffff:8.8.8.8]/', ['::/0'], false],
  ['http://[::ffff:8.8.8.8]/', ['8.8.8.8'], true],
  ['http://[fd00::1]/', ['fd00::/8'], true],
  ['http://[fd00::1]/', ['[fd00::1]'], true],
  ['http://[fe00::1]/', ['fd00::/8'], false],
  ['http://[64:ff9b::808:808]/', ['8.8.8.8'], false],
  ['http://[64:ff9b::808:808]/', ['64:ff9b::/96'], true],
  ['http://[2002:808:808::1]/', ['2002::/16'], true],
])('%s with %j is open: %s (O1)', (url, allowed, isOpen) => {
  expect(refusal(url, allowed) === undefined).toBe(isOpen);
});

test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'gopher://127.0.0.1/', 'data:text/plain,x', 'ws://127.0.0.1/'])(
  'only http and https are spoken: %s (O3)',
  (url) => expect(refusal(url)).toMatch(/neither http: nor https:/),
);

test.each(['http://user@127.0.0.1/', 'http://user:pw@127.0.0.1/', 'http://:pw@127.0.0.1/'])(
  'credentials are not carried: %s (O3)',
  (url) => expect(refusal(url)).toMatch(/user name or a password/),
);

/** A resolver with an answer for each time it is asked. */
const answers =
  (...rounds: readonly (readonly string[])[]): Resolve =>
  (_, done) => {
    const round = rounds[Math.min(asked++, rounds.length - 1)] ?? [];
    process.nextTick(
      done,
      null,
      round.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
let asked = 0;

const lookedUp = (resolve: Resolve, name: string, allowed: readonly string[] = []): Promise<string[] | Error> => {
  asked = 0;
  return lookUpAgain(allowTargets(allowed, resolve), name);
};

const lookUpAgain = (allowed: ReturnType<typeof allowTargets>, name: string): Promise<string[] | Error> =>
  new Promise((resolve) => {
    allowed.lookup(name, { all: true }, (error, found) =>
      resolve(error ?? (Array.isArray(found) ? found.map(({ address }) => address) : [found])),
    );
  });

test('a name that leads to loopback first and to metadata then is blocked the second time (F28) (O2)', async () => {
  asked = 0;
  const allowed = allowTargets(['rebinding.example'], answers(['127.0.0.1'], ['169.254.169.254']));
  expect(await lookUpAgain(allowed, 'rebinding.example')).toEqual(['127.0.0.1']);
  expect(await lookUpAgain(allowed, 'rebinding.example')).toBeInstanceOf(BlockedTarget);
});

test('one closed address among those of a name closes it (O2)', async () => {
  expect(await lookedUp(answers(['127.0.0.1', '::1']), 'both.example')).toEqual(['127.0.0.1', '::1']);
  for (const other of [
    '10.0.0.1',
    '169.254.169.254',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '0.0.0.0',
    'nonsense',
  ]) {
    expect(await lookedUp(answers(['127.0.0.1', other]), 'mixed.example'), other).toBeInstanceOf(BlockedTarget);
  }
});

test('a name that spells an address is judged by what it resolves to (O2)', async () => {
  expect(await lookedUp(answers(['127.0.0.1']), '127.0.0.1.nip.io')).toEqual(['127.0.0.1']);
  expect(await lookedUp(answers(['169.254.169.254']), '169-254-169-254.nip.io', everything)).toBeInstanceOf(
    BlockedTarget,
  );
  expect(await lookedUp(answers(['10.0.0.1']), '127.0.0.1.nip.io')).toBeInstanceOf(BlockedTarget);
});

test('an opened name may lead anywhere but to link-local and metadata addresses', async () => {
  const names = ['Receiver.Example.'];
  expect(await lookedUp(answers(['10.0.0.1']), 'receiver.example', names)).toEqual(['10.0.0.1']);
  expect(await lookedUp(answers(['10.0.0.1']), 'receiver.example.', names)).toEqual(['10.0.0.1']);
  expect(await lookedUp(answers(['10.0.0.1']), 'other.receiver.example', names)).toBeInstanceOf(BlockedTarget);
  for (const address of ['169.254.169.254', 'fd00:ec2::254', '64:ff9b::a9fe:a9fe']) {
    expect(await lookedUp(answers([address]), 'receiver.example', names), address).toBeInstanceOf(BlockedTarget);
  }
});

test('localhost needs no resolver', async () => {
  const never: Resolve = () => expect.unreachable('nobody is asked');
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'hooks.localhost']) {
    expect(await lookedUp(never, name)).toEqual(['127.0.0.1', '::1']);
  }
});

test('a name without an address, and a resolver that fails, are errors of the name', async () => {
  expect(await lookedUp(answers([]), 'empty.example')).toMatchObject({ code: 'ENOTFOUND' });
  const failing: Resolve = (_, done) => done(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }), undefined);
  expect(await lookedUp(failing, 'dead.example')).toMatchObject({ code: 'EAI_AGAIN' });
});

test('while a name is being looked up, it is not asked for again', async () => {
  const waiting: (() => void)[] = [];
  const slow: Resolve = (_, done) => void waiting.push(() => done(null, [{ address: '127.0.0.1', family: 4 }]));
  const allowed = allowTargets([], slow);
  const both = [lookUpAgain(allowed, 'slow.example'), lookUpAgain(allowed, 'slow.example')];
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  expect(await Promise.all(both)).toEqual([['127.0.0.1'], ['127.0.0.1']]);
  void lookUpAgain(allowed, 'slow.example');
  expect(waiting).toHaveLength(2);
});

test('a socket asks this lookup, and gets an address of the one form it asks for (O2)', async () => {
  const { lookup } = allowTargets([], answers(['10.0.0.1']));
  const error = await new Promise((resolve) => {
    connect({ host: 'elsewhere.example', port: 9, lookup }).on('error', resolve);
  });
  expect(error).toBeInstanceOf(BlockedTarget);
  const single = await new Promise((resolve) => {
    allowTargets().lookup('localhost', {}, (_, address, family) => resolve([address, family]));
  });
  expect(single).toEqual(['127.0.0.1', 4]);
});

test.each([
  ['10.0.0.0/8', { kind: 'range', range: { address: '10.0.0.0', bits: 8, family: 'ipv4' } }],
  ['10.1.2.3', { kind: 'range', range: { address: '10.1.2.3', bits: 32, family: 'ipv4' } }],
  ['0.0.0.0/0', { kind: 'range', range: { address: '0.0.0.0', bits: 0, family: 'ipv4' } }],
  ['fd00::/8', { kind: 'range', range: { address: 'fd00::', bits: 8, family: 'ipv6' } }],
  ['[fd00::1]', { kind: 'range', range: { address: 'fd00::1', bits: 128, family: 'ipv6' } }],
  ['168.63.129.16/8', { kind: 'range', range: { address: '168.63.129.16', bits: 8, family: 'ipv4' } }],
  ['host.docker.internal', { kind: 'host', name: 'host.docker.internal' }],
  ['Receiver.Example.', { kind: 'host', name: 'receiver.example' }],
  ['my_service', { kind: 'host', name: 'my_service' }],
  ['bücher.example', { kind: 'host', name: 'xn--bcher-kva.example' }],
])('what --callback-allow reads: %s', (text, entry) => {
  expect(parseAllowed(text)).toEqual(entry);
});

test.each([
  ['10.0.0.0/33', /the length after the slash must be 0 to 32/],
  ['10.0.0.0/', /the length after the slash must be 0 to 32/],
  ['10.0.0.0/8/8', /the length after the slash/],
  ['10.0.0.0/-1', /the length after the slash/],
  ['fd00::/129', /the length after the slash must be 0 to 128/],
  ['169.254.169.254', /can not be opened/],
  ['169.254.0.0/16', /can not be opened/],
  ['fe80::/10', /can not be opened/],
  ['fd00:ec2::254', /can not be opened/],
  ['::ffff:10.0.0.1', /IPv4 address written as IPv6: write it as 10\.0\.0\.1/],
  ['10.1', /stands for the address 10\.0\.0\.1/],
  ['0x7f000001', /stands for the address 127\.0\.0\.1/],
  ['http://receiver.example', /is no address, range or host name/],
  ['receiver.example:8080', /without scheme and port/],
  ['*.example.com', /is no address, range or host name/],
  ['', /is no address, range or host name/],
  ['.', /is no address, range or host name/],
  ['a..b', /is no address, range or host name/],
  ['two words', /is no address, range or host name/],
  ['fe80::1%eth0', /is no address, range or host name/],
])('what it does not read, and why: %s', (text, why) => {
  expect(parseAllowed(text)).toEqual({ fault: expect.stringMatching(why) as string });
  expect(() => allowTargets([text])).toThrow(TypeError);
});
