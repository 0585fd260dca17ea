/** `understudy conduct` as its users meet it: whose client is judged, from a mock or a file, what is told, and how it ends. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConductReport } from '../../contract-tests/conduct-report/report.ts';
import { type Mock, createMock } from '../compose.ts';
import { type Ended, understudy } from './launch.case.ts';

let folder = '';
let mock: Mock;
/** Another account, whose client has sent nothing. */
let idle: string;
const everything = { limit: 1_000 } as const;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-conduct-'));
  mock = await createMock();
  const { account_id, api_key } = await mock.control.createAccount({ balance_usd: 1 });
  await mock.fetch(`${mock.url}/balance`, { headers: { authorization: `Bearer ${mock.apiKey}` } });
  await mock.fetch(`${mock.url}/balance?api_key=${api_key}`, { headers: { authorization: `Bearer ${api_key}` } });
  careless = account_id;
  idle = (await mock.control.createAccount({ balance_usd: 1 })).account_id;
  await writeFile(file('journal.json'), JSON.stringify(mock.control.journal(everything)));
  await writeFile(file('entries.json'), JSON.stringify(mock.control.journal(everything).entries.toReversed()));
  await writeFile(file('wrong.json'), JSON.stringify({ entries: [{ kind: 'request', seq: 1 }] }));
  await writeFile(file('text.json'), 'no JSON');
  await writeFile(file('list.json'), '{"jobs":[]}');
});
afterAll(async () => {
  await Promise.all([mock.close(), rm(folder, { recursive: true })]);
});

/** One whose key stands in an address. */
let careless: string;

const file = (name: string): string => join(folder, name);
const judged = (args: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  understudy(['conduct', ...args.split(' ').filter(Boolean)], {
    env: { UNDERSTUDY_CONTROL_URL: mock.controlUrl, UNDERSTUDY_CONTROL_TOKEN: mock.controlToken, ...env },
    cwd: folder,
  });

test.concurrent("the default account's client is fine, and what it had no occasion for is told", async () => {
  const { code, stdout, stderr } = await judged('');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^The client of account a1\n1 entry of the journal\n\nKept \d rule/);
  expect(stdout).toMatch(/No occasion \d+ rules/);
  expect(stdout).toMatch(/Kept, wherever there was occasion: \d rules?\.\n$/);
});

test.concurrent('a lapse ends with 1, and shows what was done, the clause, and what to do', async () => {
  const { code, stdout } = await judged(`--account ${careless}`);
  expect(code).toBe(1);
  expect(stdout).toContain('FAIL  keys.not-in-address');
  expect(stdout).toMatch(/ #2 20\d\d-\S+ \S+ GET \/api\/v1\/balance\?api_key=\[redacted\] → 200\n/);
  expect(stdout).toMatch(/ says .* authentication\.bearer-sent\n +do +\S/);
});

test.concurrent.each([
  ['--fail-on never', 0],
  ['--fail-on warn', 1],
])('%s: that lapse ends with %i', async (flag, expected) => {
  expect((await judged(`--account ${careless} ${flag}`)).code).toBe(expected);
});

test.concurrent('a client that has sent nothing is not called a good one', async () => {
  const { code, stdout } = await judged(`--account ${idle}`);
  expect(code).toBe(0);
  expect(stdout).toContain('There was nothing to judge.');
});

test.concurrent('calls of no known account have a card of their own beside the default one', async () => {
  const { apiKey, control, url, controlUrl, controlToken, fetch, close } = await createMock();
  try {
    await control.createAccount({ balance_usd: 1 });
    await fetch(`${url}/balance`, { headers: { authorization: `Bearer ${apiKey}` } });
    await fetch(`${url}/balance`);
    const env = { UNDERSTUDY_CONTROL_URL: controlUrl, UNDERSTUDY_CONTROL_TOKEN: controlToken };
    const [both, one] = await Promise.all([judged('', env), judged('--account a1', env)]);
    expect([both.code, one.code]).toEqual([1, 0]);
    expect(both.stdout).toMatch(/The client of account a1\n[^]*Calls of no known account\n[^]*FAIL {2}keys\.bearer/);
    expect(one.stdout).not.toContain('Calls of no known account');
  } finally {
    await close({ graceMs: 0 });
  }
});

test.concurrent('--json prints the scorecard, and it says the same as the one of the control API', async () => {
  const { code, stdout } = await judged(`--account ${careless} --json`);
  expect(code).toBe(1);
  const { tool, source, scorecards } = JSON.parse(stdout) as ConductReport;
  expect({ tool, source }).toEqual({ tool: 'understudy', source: mock.controlUrl });
  expect(scorecards).toEqual([await mock.control.conduct(careless)]);
});

test.concurrent('--ended holds against a client what it left undone', async () => {
  const { apiKey, control, url, controlUrl, controlToken, fetch, close } = await createMock({ jobTime: 600 });
  try {
    const headers = { authorization: `Bearer ${apiKey}` };
    const form = new FormData();
    form.set('file', new Blob([await readFile('fixtures/media/portrait.png')], { type: 'image/png' }), 'portrait.png');
    const { file_key } = (await (await fetch(`${url}/uploads`, { method: 'POST', headers, body: form })).json()) as {
      file_key: string;
    };
    await fetch(`${url}/face-swap-image`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ image_key: file_key, face_key: file_key }),
    });
    const env = { UNDERSTUDY_CONTROL_URL: controlUrl, UNDERSTUDY_CONTROL_TOKEN: controlToken };
    const [running, ended] = await Promise.all([judged('', env), judged('--ended', env)]);
    expect([running.code, ended.code]).toEqual([0, 1]);
    expect(ended.stdout).toContain('FAIL  jobs.followed');
    expect(await control.jobs({ limit: 1 })).toHaveLength(1);
  } finally {
    await close({ graceMs: 0 });
  }
});

test.concurrent.each(['journal.json', 'entries.json'])(
  '%s is judged without a mock, account by account',
  async (name) => {
    const { code, stdout } = await judged(`--journal ${name}`, { UNDERSTUDY_CONTROL_URL: '' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/The client of account a1\n[^]*The client of account a2\n[^]*FAIL {2}keys\.not-in-address/);
  },
);

test.concurrent('a file whose beginning is missing says so', async () => {
  const { entries, ...page } = mock.control.journal(everything);
  await writeFile(file('end.json'), JSON.stringify({ ...page, entries: entries.slice(1) }));
  const { stdout } = await judged(`--journal end.json --account ${careless}`);
  expect(stdout).toContain('1 entry of the journal; the oldest one was forgotten, of all accounts, and not judged');
});

test.concurrent('reports go to files, and one of them to standard output', async () => {
  const { code, stdout, stderr } = await judged(`--account ${careless} --report html=page.html --report md=-`);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^## 1 rule broken\n/);
  expect(stderr).toContain('The client of account');
  expect(await readFile(file('page.html'), 'utf8')).toContain('keys.not-in-address');
});

test.concurrent.each<[args: string, code: number, message: string, env?: NodeJS.ProcessEnv]>([
  ['', 2, 'say which mock: --control-url', { UNDERSTUDY_CONTROL_URL: '' }],
  ['', 2, 'the mock wants its token', { UNDERSTUDY_CONTROL_TOKEN: '' }],
  ['', 2, 'has another token', { UNDERSTUDY_CONTROL_TOKEN: 'none-of-its-own' }],
  ['--control-url http://127.0.0.1:9', 3, 'no mock answers at http://127.0.0.1:9/__understudy'],
  ['--account nobody', 2, 'no account nobody'],
  ['--account', 2, 'argument missing'],
  ['--fail-on all', 2, 'Allowed choices are warn, fail, never.'],
  ['--json --report json=-', 2, '--json and a report cannot both go to standard output'],
  ['--report html=none/a.html', 2, 'none/a.html cannot be written (ENOENT)'],
  ['--journal none.json', 2, 'the file none.json cannot be read (ENOENT)'],
  ['--journal text.json', 2, 'text.json is no JSON'],
  ['--journal list.json', 2, 'list.json is no journal: it must be what GET /__understudy/journal gives'],
  ['--journal wrong.json', 2, 'wrong.json is no journal: entry 1 of it is not as the mock writes them'],
  ['--journal journal.json --account a9', 2, 'journal.json has no entry of account a9: it has a1, a2'],
  ['--journal journal.json --ended', 2, "option '--journal <file>' cannot be used with option '--ended'"],
  ['extra', 2, 'too many arguments'],
])('%s ends with %i and one reason: %s', async (args, expected, message, env) => {
  const { code, stdout, stderr } = await judged(args, env);
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('none-of-its-own');
});
