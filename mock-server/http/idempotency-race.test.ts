/** Submits that race: 200 keys, each sent 100 times at once, are 200 jobs and 200 charges; and the last cent is spent once. */
import { expect, test } from 'vitest';
import type { SubmitJob } from '../domain/commands.ts';
import { decide } from '../domain/decide.ts';
import type { Decide } from '../engine/engine.ts';
import { changing } from '../engine/simulation/canary.case.ts';
import type { Ports } from '../ports.ts';
import { openMock } from './client.case.ts';

const slow = { timeout: 60_000 };

/** Sends each key so many times at once, and looks for a job and a charge for each. @returns how many answers came */
const race = async (keys: number, times: number, ports: Ports = {}): Promise<number> => {
  const mock = await openMock({ balance: 10_000, queue: 1_000 }, ports);
  const { audio } = await mock.files();
  const body = { voice_key: audio, script: 'x'.repeat(1_000) };
  const seen = Array.from({ length: keys }, () => new Set<string>());
  const sent = Array.from({ length: keys * times }, async (_, index) => {
    const answer = await mock.post('/voice-clone', body, { headers: { 'idempotency-key': `k${index % keys}` } });
    seen[index % keys]?.add(`${answer.status} ${answer.body.id}`);
  });
  const answers = await Promise.all(sent);

  expect(seen.filter((answers) => answers.size !== 1)).toEqual([]);
  expect(new Set(seen.flatMap((answers) => [...answers])).size).toBe(keys);
  expect(await mock.control.jobs({ limit: 1_000 })).toHaveLength(keys);
  const charged = keys * 0.05;
  const spent = { balance_usd: 10_000 - charged, total_spent_usd: charged };
  expect((await mock.get('/balance')).body).toMatchObject(spent);
  await mock.clock.advance({ seconds: 3_600 });
  expect((await mock.get('/usage/summary')).body).toMatchObject({ count: keys, charged_usd: charged });
  expect((await mock.get('/balance')).body).toMatchObject(spent);
  await mock.close();
  return answers.length;
};

test('20,000 submits at once with 200 keys are 200 jobs and 200 charges (F39)', slow, async () => {
  const submits = await race(200, 100);
  process.stdout.write(`submits at once with 200 keys: ${submits} answers, 200 jobs and charges\n`);
  expect(submits).toBe(20_000);
});

/** Does otherwise with the n-th submit that it is asked for. */
const withSubmit = (nth: number, change: (...told: Parameters<Decide>) => ReturnType<Decide>): Ports => {
  let submits = 0;
  return {
    decide:
      (next) =>
      (...told) =>
        told[2].type === 'submit-job' && ++submits === nth ? change(...told) : next(...told),
  };
};

test.each<[does: string, ports: Ports]>([
  [
    'forgets a key once',
    withSubmit(50, (account, world, command, moment) => {
      const { idempotencyKey: _, ...forgetful } = command as SubmitJob;
      return decide(account, world, forgetful, moment);
    }),
  ],
  [
    'charges twice once',
    withSubmit(
      3,
      changing('job.submitted', (event) => ({
        ...event,
        job: { ...event.job, priceMicros: 2 * event.job.priceMicros },
      })),
    ),
  ],
  [
    'takes two keys for one',
    withSubmit(4, (account, world, command, moment) =>
      decide(account, world, { ...(command as SubmitJob), idempotencyKey: 'k1' }, moment),
    ),
  ],
])('a mock that %s in a race is caught', async (_does, ports) => {
  await expect(race(20, 10, ports)).rejects.toThrow();
});

test(
  '500 submits at once with money for one: one is taken, the others are 402, and the balance stays at zero (F47)',
  slow,
  async () => {
    const mock = await openMock();
    for (const path of ['/voice-clone', '/face-swap-image']) {
      const { api_key: key } = await mock.control.createAccount({ balance_usd: path === '/voice-clone' ? 0.05 : 0.03 });
      const { audio, image } = await mock.files(key);
      const body = { voice_key: audio, script: 'x'.repeat(1_000), image_key: image, face_key: image };
      const answers = await Promise.all(Array.from({ length: 500 }, () => mock.post(path, body, { key })));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'insufficient_balance')).toHaveLength(499);
      await mock.clock.advance({ seconds: 60 });
      expect((await mock.get('/balance', key)).body.balance_usd).toBe(0);
    }
    await mock.close();
  },
);
