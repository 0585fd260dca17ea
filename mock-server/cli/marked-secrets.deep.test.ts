/** The whole standard profile on a mock whose secrets are marked, and every command that shows what happened: no output holds one of them. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { mediumBytes } from '../../fixtures/media.ts';
import { type Serving, launch, root, serve } from './launch.case.ts';

/** From its source: what was built may be older. */
const command = [process.execPath, '--import', 'tsx', join(root, 'mock-server/cli/main.ts')] as const;

const marked = { apiKey: 'test_MARKEDapiKey0123456789', webhookSecret: 'whsec_MARKEDsecret0123456789' };

/** Everything that was printed and written, by where. */
const shown = new Map<string, string>();
let controlToken = '';

/** What programs are told, with all secrets in it: what is searched for is found there. */
let secretly = '';

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-marked-'));
  const mock = await serve(['--api-key', marked.apiKey, '--webhook-secret', marked.webhookSecret, '--verbose'], {
    command,
  });
  try {
    controlToken = mock.ready.control_token;
    await useTheKey(mock);
    const reports = (name: string): string =>
      ['json', 'junit', 'html', 'md'].map((form) => `${form}=${join(folder, `${name}.${form}`)}`).join(',');
    await run(mock, ['test', '--report', reports('test')]);
    await run(mock, ['conduct', '--report', reports('conduct')]);
    await run(mock, ['journal', '--har', join(folder, 'journal.har')]);
    await run(mock, ['journal', '--json']);
    for (const id of idsIn(await readFile(join(folder, 'journal.har'), 'utf8'))) await run(mock, ['explain', id]);
    for (const file of await readdir(folder)) shown.set(file, await readFile(join(folder, file), 'utf8'));
  } finally {
    const { stdout, stderr } = await mock.stop();
    // The ready line is there to tell them.
    const [ready = '', ...rest] = stdout.split('\n');
    secretly += `${ready} Bearer ${marked.apiKey}`;
    shown.set('the mock', rest.join('\n') + stderr);
    await rm(folder, { recursive: true });
  }
}, 600_000);

/** What the default account's own client does, the bad key and the key in an address among it. */
const useTheKey = async ({ ready }: Serving): Promise<void> => {
  const ask = (path: string, authorization: string, body?: object): Promise<Response> =>
    fetch(ready.base_url + path, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const bearer = `Bearer ${marked.apiKey}`;
  const form = new FormData();
  form.set('file', new Blob([await mediumBytes('speech.mp3')], { type: 'audio/mpeg' }), 'speech.mp3');
  const headers = { authorization: bearer };
  const upload = await fetch(`${ready.base_url}/uploads`, { method: 'POST', headers, body: form });
  const { file_key: voice_key } = (await upload.json()) as { file_key: string };
  const submit = await ask('/voice-clone', bearer, { voice_key, script: 'Good morning.' });
  const { id } = (await submit.json()) as { id: string };
  for (let job = ''; !job.includes('output_url":"http');) {
    job = await (await ask(`/jobs/${id}`, bearer)).text();
    secretly += job;
    await wait(200);
  }
  expect((await ask('/balance', bearer)).status).toBe(200);
  expect((await ask('/balance', `Basic ${marked.apiKey}`)).status).toBe(401);
  await ask(`/usage?api_key=${marked.apiKey}`, bearer);
  secretly += await (await ask('/voice/session', bearer, { duration_minutes: 1 })).text();
  expect((await ask('/voice-clone', bearer, { voice_key: marked.apiKey, script: marked.webhookSecret })).ok).toBe(
    false,
  );
};

const run = async ({ ready }: Serving, args: readonly string[]): Promise<void> => {
  const [program, ...before] = command;
  const { code, stdout, stderr } = await launch(program, [...before, ...args], {
    env: {
      UNDERSTUDY_CONTROL_URL: ready.control_url,
      UNDERSTUDY_CONTROL_TOKEN: ready.control_token,
      UNDERSTUDY_API_KEY: marked.apiKey,
      UNDERSTUDY_WEBHOOK_SECRET: marked.webhookSecret,
    },
  }).ended;
  expect([0, 1], `${args.join(' ')}: ${stderr}`).toContain(code);
  shown.set(args.slice(0, 2).join(' '), stdout + stderr);
};

/** A job, a delivery and a session that were seen. */
const idsIn = (har: string): readonly string[] =>
  ['job', 'dlv', 'sess'].flatMap((kind) => new RegExp(`\\b${kind}_\\w+`).exec(har)?.[0] ?? []);

test('much was shown: of the judge, of the conduct, of the journal, and of a job', () => {
  expect([...shown.keys()]).toEqual(expect.arrayContaining(['test.html', 'conduct.json', 'journal.har', 'the mock']));
  expect([...shown.keys()].filter((where) => where.startsWith('explain')).length).toBeGreaterThan(0);
  expect(shown.get('journal.har')?.length).toBeGreaterThan(100_000);
  expect(shown.get('test.json')?.length).toBeGreaterThan(100_000);
});

test('none of it has a marked secret, or the token of the control API (K3)', () => {
  const secrets = [marked.apiKey, marked.webhookSecret, controlToken, 'MARKED'];
  expect(secrets.filter((secret) => secretly.includes(secret))).toEqual(secrets);
  expect(findAll((text) => secrets.filter((secret) => text.includes(secret)))).toEqual([]);
});

test.each([
  ['an API key in a header', /Bearer test_\w+/g],
  ['a secret of webhooks', /whsec_\w{8,}/g],
  ['the token of a session', /\brt_a\d+_\w{8,}/g],
  ['the signature of a link', /[?&]signature=[\w-]{8,}/g],
])('nor has it %s (K3)', (_, secret) => {
  expect(secretly).toMatch(secret);
  expect(findAll((text) => text.match(secret) ?? [])).toEqual([]);
});

/** Where it was found, with what. */
const findAll = (find: (text: string) => readonly string[]): readonly string[] =>
  [...shown].flatMap(([where, text]) =>
    find(text)
      .slice(0, 3)
      .map((found) => `${where}: ${found}`),
  );
