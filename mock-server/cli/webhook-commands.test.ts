/** The commands for webhooks as their users meet them: what is typed, what is printed, how it ends. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { constructEvent } from '../webhooks/construct-event.ts';
import { openMock } from '../http/client.case.ts';
import { openRawReceiver } from '../webhooks/raw-receiver.case.ts';
import { type Receiver, type ReceiverAnswer, openReceiver } from '../webhooks/receiver.case.ts';
import { blocksOf, textOf } from '../../scripts/documents.case.ts';
import { launch, pause, root } from './launch.case.ts';
import { resend } from './resend.ts';
import { launched, typed } from './typed.case.ts';

const secret = 'whsec_of_this_test';
const tsx = import.meta.resolve('tsx');
const env = { UNDERSTUDY_WEBHOOK_SECRET: secret };

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhook-commands-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const receiving = async (...answers: ReceiverAnswer[]): Promise<Receiver> => {
  const receiver = await openReceiver(...answers);
  open.push(receiver);
  return receiver;
};

const file = async (name: string, text: string | Buffer): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

test.each<[line: string, message: string]>([
  ['listen --port x', 'It must be a whole number from 0 to 65535'],
  ['listen --forward-to ftp://a', 'It must be an http or https address, such as http://localhost:3000/webhook'],
  ['listen --forward-to http://u:p@localhost', 'A URL must be without user name and password'],
  ['listen --answers 500,600', 'An answer is a status from 200 to 599, forward, redirect, timeout or reset'],
  ['listen --answers 500,,200', 'It must be words with commas between them'],
  ['listen --answers 500,forward', '--answers says forward, and there is no --forward-to'],
  ['listen --events job.succeded', 'The events are job.succeeded, job.failed: did you mean job.succeeded'],
  ['listen --headers X-Key', 'A header of --headers must be a name and a value'],
  ['listen -H Host:a', 'A header of --headers must not be one of the connection'],
  ['listen --format XML', 'Allowed choices are JSON'],
  ['listen --print-secret', 'there is no webhook secret: --secret or UNDERSTUDY_WEBHOOK_SECRET'],
  ['listen --count 0', 'It must be a whole number from 1'],
  ['listen --signature-header Content-Type', "It must be a header's name that nothing else has"],
  ['listen --host 203.0.113.1 --port 0', '203.0.113.1 is no address of this machine: choose another with --host'],
  ['trigger --to localhost:1', "missing required argument 'event'"],
  [
    'listen --port 48731 --forward-to localhost:48731',
    '--forward-to leads back here: it is where the receiver listens',
  ],
  ['trigger job.done --to localhost:1', 'Allowed choices are job.succeeded, job.failed'],
  ['trigger job.failed', "required option '--to <url>' not specified"],
  ['trigger job.failed --to localhost:1', 'there is no webhook secret: --secret or UNDERSTUDY_WEBHOOK_SECRET'],
  ['trigger job.failed --to localhost:1 --age 1 --signed-at 5', "cannot be used with option '--signed-at <time>'"],
  ['trigger job.failed --to localhost:1 --age x', 'It must be a whole number of seconds'],
  ['trigger job.failed --to localhost:1 --signed-at soon', 'It must be Unix seconds, or an ISO 8601 instant'],
  ['trigger job.failed --to localhost:1 --override data', 'It must be a path and its value'],
  ['trigger job.failed --to localhost:1 --forge --override event.x=1', 'there is no event.x: event is "job.failed"'],
  ['resend', "missing required argument 'delivery-id'"],
  ['resend dlv_1', 'say which mock: --control-url or UNDERSTUDY_CONTROL_URL'],
  ['sign package.json', 'there is no webhook secret'],
  ['sign none.json --secret s', 'the file none.json cannot be read (ENOENT)'],
  ['sign . --secret s', 'the file . cannot be read (EISDIR)'],
  ['verify package.json --secret s', "required option '--signature <value>' not specified"],
  ['verify package.json --signature t=1,v1=a', 'there is no webhook secret'],
  ['verify package.json --secret s --signature X-Other:t=1,v1=a', 'of the header X-Other, and Service-Signature'],
  ['verify package.json --secret s --signature t=1,v1=a --tolerance 0', 'It must be a number from 1 to'],
])('wrong usage ends with 2 and says what is wrong: %s', async (line, message) => {
  const { code, stdout, stderr } = await typed(line.split(' '));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('an empty secret is none, and is not shown', async () => {
  const { code, stderr } = await typed(['sign', 'package.json', '--secret=']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'The value of --secret must not be empty.\n' });
});

test('listen --print-secret prints the secret that it verifies with, and nothing else, and ends', async () => {
  const line = await typed(['listen', '--print-secret'], env);
  expect(line).toEqual({ code: 0, stdout: `${secret}\n`, stderr: '' });
  const json = await typed(['listen', '--print-secret', '--json', '--secret', 'whsec_typed'], env);
  expect(json).toEqual({ code: 0, stdout: '{"type":"secret","secret":"whsec_typed"}\n', stderr: '' });
});

test.each(['listen', 'trigger', 'resend', 'sign', 'verify'])('%s --help has examples and --json', async (command) => {
  const { code, stdout } = await typed([command, '--help'], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`Examples.*\\$ .*understudy ${command}`, 's'));
  expect(stdout).toContain('--json');
  expect(stdout).not.toContain(secret);
});

test('sign prints a header that verify takes, over every byte of a file', async () => {
  const body = await file('bytes', Buffer.from([0xff, 0x00, 0x0a, 0x0d, 0x0a]));
  const { code, stdout } = await typed(['sign', body], env);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Service-Signature: t=\d+,v1=[0-9a-f]{64}\n$/),
  });
  const verdict = await typed(['verify', body, '--signature', stdout], env);
  expect(verdict).toMatchObject({ code: 0, stderr: '' });
  expect(verdict.stdout).toMatch(/^valid\n +t +\d+ \(.* s ago\)\n +v1 +[0-9a-f]{64}\n +body +5 bytes\n$/);
});

test('the signature is that of the document', async () => {
  const body = await file('known.json', '{"a":1}');
  const flags = ['--timestamp', '2026-01-01T00:00:00Z', '--secret', 'whsec_known', '--json'];
  const { stdout } = await typed(['sign', body, '--signature-header', 'X-Brand', ...flags]);
  const { createHmac } = await import('node:crypto');
  const v1 = createHmac('sha256', 'whsec_known').update('1767225600.{"a":1}').digest('hex');
  const value = `t=1767225600,v1=${v1}`;
  expect(JSON.parse(stdout)).toEqual({ header: 'X-Brand', value, t: 1767225600, v1, bytes: 7 });
});

test.each<[what: string, args: string[], told: object, words: string]>([
  ['too old', ['--now', '1767226000'], { verdict: 'too_old', age_seconds: 400 }, 'not valid: too old by 100 s'],
  ['too new', ['--now', '1767225000'], { verdict: 'too_new', age_seconds: -600 }, 'in the future by 300 s'],
  ['of a narrow receiver', ['--now', '1767225611', '--tolerance', '10'], { verdict: 'too_old' }, 'too old by 1 s'],
  ['of another secret', ['--now', '1767225600', '--secret', 'whsec_2'], { verdict: 'mismatch' }, 'expected  '],
  ['no header', ['--signature', 'nonsense'], { verdict: 'malformed_header', expected: null }, 'no key=value'],
  ['without v1', ['--signature', 't=5'], { verdict: 'no_signature', t: 5 }, 'unreadable: it has no v1='],
])('verify ends with 1 for a signature that is %s, and says why', async (_, args, told, words) => {
  const body = await file('signed.json', '{"a":1}\n');
  const { stdout: header } = await typed(['sign', body, '--timestamp', '1767225600'], env);
  const line = ['verify', body, '--signature', header, ...args];
  const plain = await typed(line, env);
  expect(plain).toMatchObject({ code: 1, stderr: '' });
  expect(plain.stdout).toContain(words);
  expect(plain.stdout).not.toMatch(/whsec_/);
  const { code, stdout } = await typed([...line, '--json'], env);
  expect({ code, told: JSON.parse(stdout) }).toMatchObject({ code: 1, told: { valid: false, ...told } });
});

test('whatever its age a signature is valid with --tolerance off', async () => {
  const body = await file('old.json', '{}');
  const { stdout } = await typed(['sign', body, '--timestamp', '5'], env);
  expect(await typed(['verify', body, '--signature', stdout, '--tolerance', 'off'], env)).toMatchObject({ code: 0 });
});

test('verify says what was done to the body', async () => {
  const { stdout } = await typed(['sign', await file('compact.json', '{"a":1}')], env);
  const pretty = await file('pretty.json', '{ "a": 1 }');
  const told = await typed(['verify', pretty, '--signature', stdout], env);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain('It fits the same JSON without its white space');
});

test('trigger sends what a receiver that verifies takes', async () => {
  const receiver = await receiving(204);
  const { code, stdout } = await typed(['trigger', 'job.succeeded', '--to', receiver.url], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/--> job\.succeeded \[dlv_\w+\] POST http:.*\n.*<-- {2}\[204\] \d+ ms\n$/s);
  const [seen] = receiver.received;
  const event = constructEvent(seen?.raw ?? '', String(seen?.headers['service-signature']), secret);
  expect(event).toMatchObject({ event: 'job.succeeded', data: { status: 'succeeded', error: null } });
  expect(seen?.headers['content-type']).toBe('application/json');
});

test('overrides and removals change the body before it is signed; what the document does not know is told', async () => {
  const receiver = await receiving(200);
  const changes = ['--override', 'data.charged_usd=1.5', '--add', 'data.extra.deep=x', '--remove', 'data.output_url'];
  const { code, stderr } = await typed(['trigger', ...changes, 'job.succeeded', '--to', receiver.url], env);
  expect(code).toBe(0);
  const [seen] = receiver.received;
  constructEvent(seen?.raw ?? '', String(seen?.headers['service-signature']), secret);
  expect(seen?.body['data']).toMatchObject({ charged_usd: 1.5, extra: { deep: 'x' } });
  expect(seen?.body['data']).not.toHaveProperty('output_url');
  expect(stderr).toContain('the document knows no data.extra.deep in a webhook; it is sent all the same');
  expect(stderr).toContain('the body is not what the document promises: /data');
});

test('an override that the document knows is told nothing', async () => {
  const receiver = await receiving(200);
  const line = ['trigger', 'job.failed', '--to', receiver.url, '--override', 'data.error.code=content_rejected'];
  expect(await typed(line, env)).toMatchObject({ code: 0, stderr: '' });
  expect(receiver.received[0]?.body['data']).toMatchObject({ error: { code: 'content_rejected' } });
});

test('--attempts sends one delivery again; two triggers are two deliveries', async () => {
  const receiver = await receiving(500, 200);
  const line = ['trigger', 'job.failed', '--to', receiver.url];
  const { code, stdout } = await typed([...line, '--attempts', '2', '--json'], env);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ attempts: [{ status: 500, answer: 'seen' }, { status: 200 }] });
  await typed(line, env);
  const [one, two, three] = receiver.received.map(({ body }) => body['delivery_id']);
  expect(two).toBe(one);
  expect(three).not.toBe(one);
});

test.each<[args: string[], reason: string]>([
  [['--age', '400'], 'too_old'],
  [['--age', '-400'], 'too_new'],
  [['--signed-at', '2026-01-01'], 'too_old'],
  [['--forge'], 'mismatch'],
])('with %j a receiver has to refuse it; one that does not is told of', async (args, reason) => {
  const receiver = await receiving(200);
  const { code, stderr } = await typed(['trigger', 'job.failed', '--to', receiver.url, ...args], env);
  expect(code).toBe(1);
  expect(stderr).toContain('the receiver took a webhook that it has to refuse');
  const [seen] = receiver.received;
  const verify = (): unknown => constructEvent(seen?.raw ?? '', String(seen?.headers['service-signature']), secret);
  expect(verify).toThrow(expect.objectContaining({ reason }));
});

test.each([['--forge'], ['--age', '400']])(
  'a receiver that refuses what it has to refuse is right: %j',
  async (...args) => {
    const receiver = await receiving(400);
    const { code, stderr } = await typed(['trigger', 'job.failed', '--to', receiver.url, ...args], env);
    expect([code, stderr]).toEqual([0, '']);
  },
);

test.each<[answer: ReceiverAnswer, code: number, words: RegExp]>([
  [302, 1, /\[302\]/],
  [503, 1, /\[503\] \d+ ms: seen/],
  ['reset', 3, /\[ERROR\]/],
])('a receiver that answers %s ends trigger with %i', async (answer, code, words) => {
  const receiver = await receiving(answer);
  const told = await typed(['trigger', 'job.failed', '--to', receiver.url, '--secret', secret]);
  expect(told.code).toBe(code);
  expect(told.stdout).toMatch(words);
});

test('where nobody listens trigger ends with 3', async () => {
  const told = await typed(['trigger', 'job.failed', '--to', '127.0.0.1:1/hook?token=t0p', '--forge', '--json']);
  expect(told.code).toBe(3);
  expect(JSON.parse(told.stdout)).toMatchObject({
    attempts: [{ status: null, failure: expect.stringContaining('ECONNREFUSED') }],
  });
  expect(told.stdout + told.stderr).not.toContain('t0p');
});

test.each<[answer: ReceiverAnswer, code: number, words: RegExp]>([
  [200, 0, /--> \[dlv_\w+\] POST http.*<-- {2}\[200\] attempt 2,/s],
  [500, 1, /<-- {2}\[500\] attempt 2,/],
  ['reset', 1, /<-- {2}\[ERROR\] reset/],
])('resend of a delivery to a receiver that then answers %s ends with %i', async (answer, code, words) => {
  const mock = await openMock({ port: 0, jobTime: 1, settleMs: 10_000 });
  open.push(mock);
  const receiver = await receiving(200, answer);
  const key = await mock.upload('portrait.png');
  await mock.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
  await mock.clock.advance({ seconds: 60 });
  const id = String(receiver.received[0]?.body['delivery_id']);
  const where = { UNDERSTUDY_CONTROL_URL: mock.controlUrl, UNDERSTUDY_CONTROL_TOKEN: mock.controlToken };
  const told = await typed(['resend', id], where);
  expect({ code: told.code, stderr: told.stderr }).toEqual({ code, stderr: '' });
  expect(told.stdout).toMatch(words);
  expect(receiver.received[1]?.body['delivery_id']).toBe(id);
  const json = await typed(['resend', id, '--json'], where);
  expect(JSON.parse(json.stdout)).toMatchObject({ delivery_id: id, attempt: 3, extra: true });
  expect(json.stdout).not.toContain(mock.controlToken);

  expect(await typed(['resend', 'dlv_a1_nothing'], where)).toMatchObject({
    code: 2,
    stderr: 'no delivery dlv_a1_nothing\n',
  });
});

test('resend waits for a receiver that takes its time, and ends with 4 where the attempt is not over', async () => {
  const mock = await openMock({ port: 0, jobTime: 1, settleMs: 10_000 });
  open.push(mock);
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  const receiver = await openRawReceiver((socket, _, number) => {
    if (number === 1) socket.write(ok);
    else if (number === 2) setTimeout(() => socket.write(ok), 400);
  });
  open.push(receiver);
  const key = await mock.upload('portrait.png');
  await mock.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
  await mock.clock.advance({ seconds: 60 });
  const [, id = ''] = /"delivery_id":"([^"]+)"/.exec(receiver.requests[0] ?? '') ?? [];
  const where = { UNDERSTUDY_CONTROL_URL: mock.controlUrl, UNDERSTUDY_CONTROL_TOKEN: mock.controlToken };
  expect(await typed(['resend', id, '--json'], where)).toMatchObject({ code: 0 });

  // The third is never answered, and the clock of the mock stands still.
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const output = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const before = process.exitCode;
  await resend(id, { controlUrl: mock.controlUrl, controlToken: mock.controlToken, json: true }, 3);
  const code = process.exitCode;
  process.exitCode = before;
  expect(code).toBe(4);
  expect(error.mock.calls.join()).toContain('the attempt is not over');
  for (const spy of [error, output]) spy.mockRestore();
});

test('listen shows what comes, hands it on, and ends with 0 and a summary on Ctrl-C', async () => {
  const receiver = await receiving(200);
  const told = launched(
    ['listen', '--port', '0', '--forward-to', receiver.url, '-H', 'X-Tenant: blue, green,X-Of:me'],
    { env },
  );
  while (!told.stdout().includes('Ready!')) await pause(20);
  const [url = ''] = /http:\S+\/webhook/.exec(told.stdout()) ?? [];
  expect((await typed(['trigger', 'job.succeeded', '--to', url], env)).code).toBe(0);
  await receiver.until(1);
  while (!told.stdout().includes('<--')) await pause(20);
  told.child.kill('SIGINT');
  const { code, stdout, stderr } = await told.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(receiver.received[0]?.headers).toMatchObject({ 'x-tenant': 'blue, green', 'x-of': 'me' });
  expect(stdout).toMatch(/--> job\.succeeded \[dlv_\w+\] job_\w+, attempt 1, signature ok\n/);
  expect(stdout).toMatch(/<-- {2}\[200\] POST http:\S+ \[dlv_\w+\] \d+ ms\n/);
  expect(stdout).toMatch(/> 1 delivery in 1 attempt; signatures: 1 × ok; answered: 1 × 200\.\n$/);
});

test.each([[['--json']], [['--format', 'JSON']], [['--print-json']], [['-j']]])(
  'listen --count ends by itself, in lines of JSON (%j), with 1 for a signature that is wrong; the port is taken meanwhile',
  async (json) => {
    const told = launched(['listen', '--port', '0', '--count', '1', ...json], { env });
    while (!told.stdout().includes('"ready"')) await pause(20);
    const { url } = JSON.parse(told.stdout()) as { url: string };
    const { port } = new URL(url);
    expect(await typed(['listen', '--port', port])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`port ${port} on 127.0.0.1 is in use: choose another with --port`),
    });
    await typed(['trigger', 'job.failed', '--to', url, '--forge']);
    const { code, stdout } = await told.ended;
    expect(code).toBe(1);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(lines.map(({ type }) => type)).toEqual(['ready', 'delivery', 'answer', 'summary']);
    expect(lines[1]).toMatchObject({ event: 'job.failed', attempt: 1, signature: { verdict: 'mismatch' } });
    expect(stdout).not.toContain(secret);
  },
);

test('sign and verify read standard input, byte for byte, as the examples of their help do', async () => {
  const understudy = 'node --import tsx mock-server/cli/main.ts';
  const script = `header=$(printf '{"a":1}\\n' | ${understudy} sign -) && printf '{"a":1}\\n' | ${understudy} verify --signature "$header"`;
  const { code, stdout } = await launch('sh', ['-c', script], { env }).ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^valid\n[^]*8 bytes\n$/) });
});

test('the lines in the document on webhooks do what it says', { timeout: 60_000 }, async () => {
  const [block, ...more] = blocksOf(textOf('docs/webhooks.md')).filter(({ run }) => run);
  expect(more).toEqual([]);
  const run = `understudy() { node --import ${tsx} ${root}mock-server/cli/main.ts "$@"; }\n`;
  const { code, stdout, stderr } = await launch('sh', ['-c', run + (block?.code ?? '')], { cwd: folder }).ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(/^Service-Signature: t=\d+,v1=[0-9a-f]{64}\nvalid\n[^]*\nnot valid: too old by 1 s\n/);
});
