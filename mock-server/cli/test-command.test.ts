/** `understudy test` as its users meet it: exit codes, what it says of targets that are none, reports, money, and secrets that stay secret. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deadOrigin } from '../../contract-tests/broken-targets.case.ts';
import { allChecks } from '../../contract-tests/checks.ts';
import { mediumPath } from '../../fixtures/media.ts';
import { type Mock, createMock } from '../compose.ts';
import { type Ended, understudy } from './launch.case.ts';

// Each judges in processes of its own, some of them several: a slow machine is no failure.
vi.setConfig({ testTimeout: 120_000 });

let folder = '';
let mock: Mock;
/** It answers `GET /balance` without `balance_usd`. */
let broken: Mock;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-test-'));
  mock = await createMock({ rateLimit: 'off', balance: 1_000, jobTime: 0.05, choices: { 'error-body': 'flat' } });
  broken = await createMock(
    { rateLimit: 'off' },
    {
      ports: {
        present: (next) => (answer, asked) => {
          const told = next(answer, asked);
          if (asked.operation !== 'getBalance' || typeof told.body !== 'object' || told.body === null) return told;
          const { balance_usd: _, ...rest } = told.body as { readonly balance_usd?: unknown };
          return { ...told, body: rest };
        },
      },
    },
  );
});
afterAll(async () => {
  await Promise.all([mock.close(), broken.close(), rm(folder, { recursive: true })]);
});

const file = (name: string): string => join(folder, name);
const at = ({ url, apiKey }: Pick<Mock, 'url' | 'apiKey'>): NodeJS.ProcessEnv => ({
  UNDERSTUDY_URL: url,
  UNDERSTUDY_API_KEY: apiKey,
});
const controlling = ({ controlUrl, controlToken, apiKey }: Mock): NodeJS.ProcessEnv => ({
  UNDERSTUDY_CONTROL_URL: controlUrl,
  UNDERSTUDY_CONTROL_TOKEN: controlToken,
  UNDERSTUDY_API_KEY: apiKey,
});
const judged = (args: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  understudy(['test', ...args.split(' ').filter(Boolean)], { env, cwd: folder });

const missing = 'balance.balance-usd-present';

test('without a target the mock in process is judged, and is fine', async () => {
  const { code, stdout } = await judged('--only balance');
  expect(code).toBe(0);
  expect(stdout).toContain('The mock, in this process');
  expect(stdout).toContain('13 pass');
});

test('a finding ends with 1, and says clause, exchange and how to see it again', async () => {
  const { code, stdout } = await judged('--only balance', controlling(broken));
  expect(code).toBe(1);
  expect(stdout).toContain(`FAIL  ${missing}`);
  expect(stdout).toContain('resources.balance.balance-usd-present: The balance object carries `balance_usd`.');
  expect(stdout).toContain('GET /api/v1/balance → 200');
  expect(stdout).toContain(`--replay ${missing}@1`);
});

test('the token of a finding repeats it', async () => {
  const { code, stdout } = await judged(`--replay ${missing}@7`, controlling(broken));
  expect(code).toBe(1);
  expect(stdout).toContain('seed 7: 1 check,');
});

test('a token with a path repeats one random case, with few requests', async () => {
  const report = file('repeated.json');
  const { code } = await judged(`--replay full-live-swap.prompt-too-long@1:0 --report json=${report}`);
  const { checks } = JSON.parse(await readFile(report, 'utf8')) as {
    checks: readonly { readonly verdict: string; readonly replay: string; readonly requests: number }[];
  };
  expect(code).toBe(0);
  expect(checks).toMatchObject([
    { verdict: 'pass', replay: 'full-live-swap.prompt-too-long@1:0', requests: 1, vacuous: false },
  ]);
});

test.concurrent.each<[args: string, env: NodeJS.ProcessEnv, message: string]>([
  ['--url ftp://a/api/v1 --api-key k', {}, 'It must be an http or https address'],
  ['--url http://a/api/v1', {}, 'there is no key for it: give it in UNDERSTUDY_API_KEY'],
  ['--control-url http://a/__understudy', {}, 'there is no token for its control API'],
  ['--url http://a/api/v1 --api-key k --allow-spend', {}, '--allow-spend needs a limit: --budget-usd'],
  ['--only balanse', {}, 'there is no check, clause or section balanse: did you mean balance'],
  ['--skip balance.nothing-such', {}, 'there is no check, clause or section balance.nothing-such'],
  ['--only balance --skip balance', {}, '--only and --skip leave no check'],
  ['--profile quick', {}, 'Allowed choices are smoke, standard, deep.'],
  ['--replay nonsense', {}, '--replay takes a token of a report'],
  ['--replay balance.returns-balance@1:x', {}, '--replay takes a token of a report'],
  ['--replay balance.returns-balance@1:3', {}, 'balance.returns-balance has no random case 3'],
  ['--replay full-live-swap.prompt-too-long@1:0:999', {}, 'full-live-swap.prompt-too-long has no random case 0:999'],
  ['--replay histories.one-job-per-key@1:0:4-99', {}, 'histories.one-job-per-key has no random case 0:4-99'],
  [
    '--replay balanse.returns-balance@1',
    {},
    'there is no check balanse.returns-balance: did you mean balance.returns-balance',
  ],
  ['--report xml=a', {}, 'A format is one of json, junit, html, md.'],
  ['--report json', {}, 'It must be such as json=report.json.'],
  ['--rate-limit fast', {}, 'It must be a rate, such as 60/m or 2/s, or off.'],
  ['--input sound=a.mp3', {}, 'A role is one of video, image, face, audio, voice'],
  ['--input video=none.mp4', {}, 'the file none.mp4 for video cannot be read (ENOENT)'],
  [
    `--input video=${mediumPath('portrait.png')}`,
    {},
    `the file ${mediumPath('portrait.png')} for video must be of kind video, and its ending says image/png`,
  ],
  ['--profile smoke --only endpoints.voice-clone.script-spoken', {}, 'leave no check of the profile smoke'],
  ['--price avatar=1/hour', {}, 'A unit is one of call, second'],
  [
    '--url http://a/api/v1 --api-key k --allow-spend --budget-usd 1 --price avatarr=1',
    {},
    '--price: there is no feature avatarr: did you mean avatar?',
  ],
  ['--variants-from none.json', {}, 'the file none.json cannot be read (ENOENT)'],
  ['--expected-failures none.yaml', {}, 'the file none.yaml cannot be read (ENOENT)'],
  ...[
    '--second-api-key k',
    '--webhook-secret s',
    '--time-scale 2',
    '--rate-limit 10/m',
    '--allow-spend',
    '--price avatar=1',
  ].map((flag): [string, NodeJS.ProcessEnv, string] => [
    `--control-url http://a/__understudy ${flag}`,
    { UNDERSTUDY_CONTROL_TOKEN: 't' },
    `${flag.split(' ', 1)[0] ?? ''} has no effect on a mock that runs already`,
  ]),
  ['--control-url http://a/__understudy --variants-from a.json', { UNDERSTUDY_CONTROL_TOKEN: 't' }, 'add --drift'],
  ...[
    '--api-key k',
    '--second-api-key k',
    '--revoked-api-key k',
    '--low-balance-api-key k',
    '--webhook-secret s',
    '--webhook-receiver loopback',
    '--webhook-port 0',
    '--time-scale 1',
    '--rate-limit 60/m',
    '--allow-spend',
    '--budget-usd 5',
    '--price avatar=1',
  ].map((flag): [string, NodeJS.ProcessEnv, string] => [
    flag,
    {},
    `${flag.split(' ', 1)[0] ?? ''} has no effect on a mock in this process: say which server is meant with --url`,
  ]),
  ...['--webhook-secret s', '--webhook-port 0', '--signature-header X-Signature', '--time-scale 1'].map(
    (flag): [string, NodeJS.ProcessEnv, string] => [
      `--url http://a/api/v1 --api-key k ${flag}`,
      {},
      `${flag.split(' ', 1)[0] ?? ''} has no effect without webhooks: add --webhook-receiver`,
    ],
  ),
  ['--url http://a/api/v1 --api-key k --price avatar=1', {}, '--price has no effect where nothing is paid'],
  ['--url http://a/api/v1 --api-key k --control-token t', {}, '--control-token goes with --control-url'],
  ['--dry-run --drift', {}, '--dry-run judges nothing'],
  ['--url http://a/api/v1 --api-key k --budget-usd 5', {}, '--budget-usd spends nothing by itself: add --allow-spend'],
  ['--replay balance.returns-balance@1 --only balance', {}, '--replay repeats one check: leave out --only and --skip'],
  ['--report json=none/a.json', {}, 'none/a.json cannot be written (ENOENT): nothing was sent yet'],
  ['--report json=.', {}, '. cannot be written (it is a folder)'],
  ['--report json=a,md=./a', {}, 'two reports cannot go to ./a'],
  ['--report json=- --report md=-', {}, 'two reports cannot go to standard output'],
  ['--report json=a --report json=b', {}, 'A format goes to one file'],
  ['extra', {}, 'too many arguments'],
])('wrong usage ends with 2 and says what is wrong: %s', async (args, env, message) => {
  const { code, stdout, stderr } = await judged(args, env);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('a base URL without /api/v1 under which nothing is found ends with 3, and says what to try', async () => {
  const report = file('elsewhere.json');
  const { code, stderr } = await judged(`--report json=${report}`, {
    ...at(mock),
    UNDERSTUDY_URL: new URL(mock.url).origin,
  });
  expect([code, stderr]).toEqual([3, expect.stringContaining(`try --url ${mock.url}`)]);
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ exit_code: 3 });
});

test('a control API that refuses the token ends with 3, and shows no token', async () => {
  const { code, stderr } = await judged('--control-token wrong-token-0001', {
    UNDERSTUDY_CONTROL_URL: mock.controlUrl,
  });
  expect(code).toBe(3);
  expect(stderr).toContain('see whether --control-url and --control-token are those that the mock printed');
  expect(stderr).not.toContain('wrong-token-0001');
});

test('a target that cannot be judged is told in the reports as well', async () => {
  const report = file('dead.json');
  const { code } = await judged(
    `--url ${await deadOrigin()}/api/v1 --api-key k --only balance --report json=${report}`,
  );
  const {
    exit_code,
    broken: why,
    summary,
  } = JSON.parse(await readFile(report, 'utf8')) as {
    exit_code: number;
    broken: string[];
    summary: { not_testable: number };
  };
  expect([code, exit_code, why, summary.not_testable]).toEqual([3, 3, [expect.stringContaining('nobody answers')], 13]);
});

test('a dry run prints the plan, sends nothing that is paid and ends with 0', async () => {
  const before = await balanceOf(mock);
  const { code, stdout } = await judged('--dry-run --allow-spend --budget-usd 1', at(mock));
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Plan: [\d,]+ checks, [\d,]+ requests, about .* at 60 requests a minute; [\d,]+ paid calls?, about .* USD; up to .* USD if/,
  );
  expect(await balanceOf(mock)).toBe(before);
});

test('a dry run whose file has an expired expectation ends with 1, and says why', async () => {
  const name = file('old.yaml');
  const entry = (id: string, year: number): string => `- check: ${id}\n  reason: r\n  expires: ${year}-12-31\n`;
  await writeFile(name, entry(missing, 2001) + entry('balance.total-spent-usd-present', 2999));
  const { code, stderr } = await judged(`--dry-run --only balance --expected-failures ${name}`);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `understudy: the expected failure ${missing} has expired (2001-12-31): mend it, or give it a new day\n`,
  );
  expect(stderr).not.toContain('balance.total-spent-usd-present');
});

test('a budget that is used up ends with 4, and the report names what was left out', async () => {
  const paying = allChecks.find(({ needs }) => needs.length === 1 && needs[0] === 'spend');
  if (paying === undefined) throw new Error('some check pays');
  const report = file('stopped.json');
  const { code, stdout } = await judged(
    `--only ${paying.id} --allow-spend --budget-usd 0.000001 --rate-limit off --report json=${report}`,
    at(mock),
  );
  expect(code).toBe(4);
  expect(stdout).toContain('Stopped: the budget of 0.000001 USD does not cover');
  const { stopped, checks } = JSON.parse(await readFile(report, 'utf8')) as {
    stopped: string;
    checks: { message: string }[];
  };
  expect(stopped).toContain('the budget of 0.000001 USD');
  expect(checks[0]?.message).toContain('left out: the budget');
});

test('no secret is in anything that it prints or writes (K3)', async () => {
  const { apiKey, webhookSecret, controlToken } = broken;
  const names = ['json', 'junit', 'html', 'md'];
  const { code, stdout, stderr } = await judged(
    `--only balance,endpoints --report ${names.map((name) => `${name}=${file(`all.${name}`)}`).join(',')}`,
    { ...controlling(broken), UNDERSTUDY_WEBHOOK_SECRET: webhookSecret, GITHUB_STEP_SUMMARY: file('summary.md') },
  );
  expect(code).toBe(1);
  const texts = await Promise.all(
    [...names.map((name) => file(`all.${name}`)), file('summary.md')].map((name) => readFile(name, 'utf8')),
  );
  for (const text of [stdout, stderr, ...texts]) {
    expect(text.length).toBeGreaterThan(10);
    for (const secret of [apiKey, webhookSecret, controlToken]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\brt_[a-z0-9]{4}|Bearer (?!&?l?t?;?<?key)/);
  }
});

test('a failure that is expected ends with 0, and one that is stale or expired with 1', async () => {
  const expecting = async (entries: string): Promise<Ended> => {
    const name = file('expected.yaml');
    await writeFile(name, entries);
    return judged(`--only ${missing},balance.total-spent-usd-present --expected-failures ${name}`, controlling(broken));
  };
  const known = `- check: ${missing}\n  reason: it is being mended\n  expires: 2999-12-31\n`;
  const met = await expecting(known);
  expect([met.code, met.stdout]).toEqual([0, expect.stringContaining('found, as expected')]);
  const stale = await expecting(
    `${known}- clause: resources.balance.total-spent-usd-present\n  reason: r\n  expires: 2999-12-31\n`,
  );
  expect([stale.code, stale.stdout]).toEqual([1, expect.stringContaining('it is not found any more')]);
  const expired = await expecting(known.replace('2999', '2001'));
  expect([expired.code, expired.stdout]).toEqual([1, expect.stringContaining('expired: mend it')]);
});

test.each([
  ['- check: balance.nothing\n  reason: r\n  expires: 2999-01-01', 'there is no check balance.nothing'],
  [`- check: ${missing}\n  expires: 2999-01-01`, 'an expected failure needs reason'],
  [`- check: ${missing}\n  reason: r\n  expires: soon`, 'expires must be a day, such as 2026-12-31'],
  [`- check: ${missing}\n  reason: r\n  expires: 2027-02-31`, 'expires must be a day, such as 2026-12-31'],
  [`- id: ${missing}`, 'id is no member of an entry, which has check or clause, reason and expires'],
  ['- reason: r\n  expires: 2999-01-01', 'names a check or a clause, one of the two'],
  ['hello: 1', 'there must be a list of entries'],
])('a file of expected failures with a mistake is wrong usage, with its place: %j', async (text, message) => {
  const name = file('wrong.yaml');
  await writeFile(name, text);
  const { code, stderr } = await judged(`--expected-failures ${name}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).toMatch(/wrong\.yaml:\d+:\d+: /);
});

test('settings are read from the part of a file that is its own, and flags go before them', async () => {
  const name = file('understudy.config.yaml');
  await writeFile(
    name,
    `port: 0\ntest:\n  only: [${missing}]\n  url: ${mock.url}\n  api-key: ${mock.apiKey}\n  report: { json: ${file('configured.json')} }\n`,
  );
  try {
    const { code } = await judged('--seed 5');
    const { target, seed, checks } = JSON.parse(await readFile(file('configured.json'), 'utf8')) as {
      target: string;
      seed: number;
      checks: unknown[];
    };
    expect([code, target, seed, checks.length]).toEqual([0, mock.url, 5, 1]);
  } finally {
    await rm(name);
  }
});

test('the command that repeats a finding names the file that its flags came from', async () => {
  const name = file('named.yaml');
  await writeFile(name, `only: [${missing}]\nsignature-header: x-sign\n`);
  const { stdout } = await judged(`--config ${name}`, controlling(broken));
  expect(stdout).toContain(`again: understudy test --config ${name} --control-url`);
});

test('a mistake in the file is told with its place, and without the secret (K3)', async () => {
  const name = file('settings.yaml');
  await writeFile(name, 'api-key: not a key\n');
  const { code, stderr } = await judged(`--config ${name}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${name}:1:10: api-key is invalid.`)]);
  expect(stderr).not.toContain('not a key');
});

test('drift is written to a profile that the mock takes', async () => {
  const profile = file('variants.json');
  const { code, stdout, stderr } = await judged(`--only balance --rate-limit off --drift ${profile}`, at(mock));
  expect([code, stdout]).toEqual([0, expect.stringContaining('Drift')]);
  expect(stderr).toContain(`understudy start --variants-from ${profile}`);
  expect(JSON.parse(await readFile(profile, 'utf8'))).toMatchObject({ seen_at: mock.url, variants: {} });
  expect((await judged(`--only balance --variants-from ${profile}`)).code).toBe(0);
});

test.each(['', '--allow-spend --budget-usd 5'])(
  'smoke sends at most 60 requests and pays nothing: %s',
  async (spend) => {
    const before = await balanceOf(mock);
    const report = file('smoke.json');
    const { code } = await judged(`--profile smoke --rate-limit off --report json=${report} ${spend}`.trim(), at(mock));
    const { requests, plan } = JSON.parse(await readFile(report, 'utf8')) as {
      requests: number;
      plan: { paid_calls: number };
    };
    expect(code).toBe(0);
    expect(requests).toBeLessThanOrEqual(60);
    expect(plan.paid_calls).toBe(0);
    expect(await balanceOf(mock)).toBe(before);
  },
);

const balanceOf = async ({ url, apiKey }: Mock): Promise<unknown> => {
  const answer = await fetch(`${url}/balance`, { headers: { authorization: `Bearer ${apiKey}` } });
  return ((await answer.json()) as { readonly balance_usd: unknown }).balance_usd;
};
