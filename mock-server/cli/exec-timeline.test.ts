/** A story whose timeline changes key and secret, as a program under `understudy exec` and one beside a ready file meet it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, understudy } from './launch.case.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exec-timeline-'));
});
afterAll(() => rm(folder, { recursive: true }));

const story = `title: T
about: A client goes on with its next key.
timeline:
  - { after: { endpoint: balance }, revoke_key: main }
  - { at: 1h, rotate_secret: main }
then:
  - order: [{ endpoint: balance, status: 2xx }, { code: unauthorized }, { endpoint: balance, status: 2xx }]
`;

const ran = async (flags: readonly string[], code: string): Promise<Ended> => {
  await writeFile(join(folder, 'mine.yaml'), story);
  const program = [process.execPath, '--input-type=module', '-e', `const { env } = process; ${code}`];
  return understudy(['exec', '--scenario', './mine.yaml', ...flags, '--', ...program], { cwd: folder });
};

const ask = `const ask = async (key) =>
  (await fetch(env.UNDERSTUDY_URL + '/balance', { headers: { authorization: 'Bearer ' + key } })).status;`;

test.concurrent('a program is given the key and the secret that come next, and needs no other hand', async () => {
  const { code, stdout, stderr } = await ran(
    [],
    `${ask}
    const first = [await ask(env.UNDERSTUDY_API_KEY), await ask(env.UNDERSTUDY_API_KEY)];
    console.log(JSON.stringify([...first, await ask(env.UNDERSTUDY_NEXT_API_KEY), env.UNDERSTUDY_NEXT_WEBHOOK_SECRET]));`,
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('mine.yaml: 1 claim held\n')]);
  expect(JSON.parse(stdout)).toEqual([200, 401, 200, expect.stringMatching(/^whsec_/)]);
});

test.concurrent('the ready file tells of them too', async () => {
  const { code, stdout } = await ran(
    ['--ready-file', 'ready.json'],
    `${ask}
    const { accounts } = JSON.parse((await import('node:fs')).readFileSync('ready.json', 'utf8'));
    const { api_key, next_api_key, next_webhook_secret } = accounts.main;
    const same = next_api_key === env.UNDERSTUDY_NEXT_API_KEY && next_webhook_secret === env.UNDERSTUDY_NEXT_WEBHOOK_SECRET;
    console.log(JSON.stringify([await ask(api_key), await ask(api_key), await ask(next_api_key), same]));`,
  );
  expect([code, JSON.parse(stdout)]).toEqual([0, [200, 401, 200, true]]);
});

test.concurrent('a program that does not know them is told which claim it breaks', async () => {
  const { code, stderr } = await ran(
    [],
    `${ask} await ask(env.UNDERSTUDY_API_KEY); await ask(env.UNDERSTUDY_API_KEY);`,
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining('mine.yaml:7:')]);
});
