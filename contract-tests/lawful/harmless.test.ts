/** Where nothing may be spent: what is sent all the same, how it is labelled, and what is never sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Actor } from '../actor.ts';
import { allChecks } from '../checks.ts';
import { type Outcome, judge } from '../judge.ts';
import { textIn } from '../reading/members.ts';
import { Run } from '../run.ts';
import type { Target } from '../target.ts';
import { type MockTarget, type Ports, openMockTarget } from '../targets/mock.ts';
import { NotTestable } from '../verdict.ts';
import { statusOf } from '../wire/exchange.ts';

const opened: MockTarget[] = [];
const runs: Run[] = [];
const withoutSpending = async (ports?: Ports): Promise<Run> => {
  const mock = await openMockTarget({ onFailure: () => undefined }, ports);
  opened.push(mock);
  const target: Target = { ...mock.target, control: undefined, spend: undefined, webhooks: undefined };
  const run = new Run(target, { seed: 1, profile: 'standard' });
  runs.push(run);
  return run;
};

let run: Run;
beforeAll(async () => {
  run = await withoutSpending();
});
afterAll(async () => {
  for (const one of [...runs, ...opened]) await one.close();
});

const judged = async (id: string, on: Run = run): Promise<Outcome> => {
  const check = allChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return judge(on, check);
};

test('an invalid submit names files that do not exist, and its label says both', async () => {
  const before = run.exchanges.length;
  const { verdict, message } = await judged('face-swap.output-resolution-p-wrong-enum');
  expect(verdict).toBe('pass');
  expect(message).toContain('may have been refused for that alone');
  const [sent, ...others] = run.exchanges.slice(before);
  expect(others).toEqual([]);
  expect(sent?.breaks).toBe('field:output_resolution_p + unknown-file-key');
  expect(Buffer.from(sent?.request.body ?? []).toString()).toMatch(
    /"video_key":"no-such-file-.*"face_key":"no-such-file-/,
  );
});

test('a submit that names no file at all breaks one constraint, and its pass is as good as any', async () => {
  const { verdict, message } = await judged('avatar.image-key-missing');
  expect([verdict, message]).toEqual(['pass', '']);
  expect(run.exchanges.at(-1)?.breaks).toBe('field:image_key');
});

test('a lawful submit is not sent, and neither is an invalid one with a file that exists', async () => {
  const actor = new Actor(run);
  const account = await actor.main();
  const uploaded = await actor.upload(account, run.target.inputs.image);
  const key = textIn(uploaded, 'file_key') ?? fail();
  const sent = run.exchanges.length;
  await expect(actor.submit(account, 'avatar')).rejects.toBeInstanceOf(NotTestable);
  const invalid = { body: { image_key: key, script: 7 }, breaks: 'field:script' } as const;
  await expect(actor.submit(account, 'avatar', invalid)).rejects.toBeInstanceOf(NotTestable);
  const raw = { bytes: Buffer.from(`{"image_key":"${key}"`), type: 'application/json' };
  await expect(actor.call(account, 'submitAvatar', { raw, breaks: 'not-json' })).rejects.toBeInstanceOf(NotTestable);
  expect(run.exchanges).toHaveLength(sent);
});

test('a server that takes an invalid submit with files that do not exist is found out', async () => {
  const lenient = await withoutSpending({
    present: (next) => (answer, asked) => {
      const told = next(answer, asked);
      if (asked.operation !== 'submitAvatar' || told.status !== 400) return told;
      return { ...told, status: 201, body: { id: 'job_1', status: 'queued', status_url: '/api/v1/jobs/job_1' } };
    },
  });
  const { verdict, clause } = await judged('avatar.language-wrong-type', lenient);
  expect([verdict, clause]).toEqual(['fail', 'endpoints.avatar.language-string']);
  expect(statusOf(lenient.exchanges.at(-1) ?? fail())).toBe(201);
});

const fail = (): never => {
  throw new Error('nothing was sent');
};
