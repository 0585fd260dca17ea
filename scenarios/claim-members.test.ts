/** Claims about what answers hold: met, violated, not to be judged, told in words, and refused where they make no sense. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Claim } from './claims.ts';
import { judgeClaims } from './judge.ts';
import { loadStory } from './load.ts';
import type { Seen, SeenRequest } from './seen.ts';

const request = (endpoint: string, status: number | null, answer?: unknown): SeenRequest => ({
  account: 'main',
  at: 0,
  endpoint,
  status,
  code: null,
  key: null,
  faults: [],
  ...(answer !== undefined && { answered: typeof answer === 'string' ? answer : JSON.stringify(answer) }),
});

const seenOf = (...requests: SeenRequest[]): Seen => ({
  accounts: [],
  jobs: [],
  sessions: [],
  deliveries: [],
  requests,
  sockets: [],
  unseen: {},
});

const seen = seenOf(
  request('jobs', 200, { id: 'j1', status: 'queued', error: null }),
  request('jobs', 200, { id: 'j1', status: 'failed', charged_usd: 0, error: { code: 'face_not_detected' } }),
  request('usage', 200, [{ charged_usd: 0.1 + 0.2, reason: null }]),
  request('jobs', null),
  request('avatar', 202, 'no JSON'),
);

const judged = (claim: Claim, of: Seen = seen) => judgeClaims([claim], of, () => 'f:1:1')[0];

test.each<Claim>([
  { requests: 1, members: { status: 'failed' } },
  { requests: 2, endpoint: 'jobs', members: { id: 'j1' } },
  { requests: 1, endpoint: 'jobs', members: { 'error.code': 'face_not_detected', charged_usd: 0 } },
  { requests: 1, endpoint: 'jobs', members: { error: null } },
  { requests: 1, endpoint: 'usage', members: { '0.charged_usd': 0.3, '0.reason': null } },
  { requests: 'none', endpoint: 'jobs', members: { status: 'succeeded' } },
  { requests: 'none', members: { 'error.none': null } },
])('%j holds', (claim) => {
  expect(judged(claim)).toMatchObject({ verdict: 'holds' });
});

test.each<Claim>([
  { requests: 1, endpoint: 'jobs', members: { status: 'succeeded' } },
  { requests: 'none', endpoint: 'jobs', members: { status: 'failed' } },
  { requests: 1, endpoint: 'jobs', members: { charged_usd: '0' } },
  { requests: 1, endpoint: 'avatar', members: { status: 'queued' } },
  { requests: 'all', endpoint: 'jobs', members: { id: 'j1' } },
])('%j is violated', (claim) => {
  expect(judged(claim)).toMatchObject({ verdict: 'violated' });
});

test('an answer that is not known whole is not judged, where it counts', () => {
  const cut = seenOf(request('usage', 200), request('jobs', 200, { status: 'failed' }));
  expect(judged({ requests: 'none', endpoint: 'usage', members: { '0.reason': 'cancelled' } }, cut)).toMatchObject({
    verdict: 'not_judged',
    seen: 'an answer that counts is too long to be known whole',
  });
  expect(judged({ requests: 1, endpoint: 'jobs', members: { status: 'failed' } }, cut)).toMatchObject({
    verdict: 'holds',
  });
});

test('it is told in words', () => {
  expect(
    judged({ requests: 1, endpoint: 'jobs', members: { status: 'failed', 'error.code': 'x', error: null } })?.expected,
  ).toBe('1 request with endpoint jobs, answered with status "failed" and error.code "x" and error null');
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'members-'));
});
afterAll(() => rm(folder, { recursive: true }));

const load = async (claim: string) => {
  const file = join(folder, 'story.yaml');
  await writeFile(file, `title: T\nabout: A client waits.\nthen:\n  - ${claim}\n`);
  return loadStory(file).then(
    () => 'fine',
    (error: unknown) => (error as Error).message.replaceAll(file, 'f'),
  );
};

test.each([
  [
    '{ requests: 1, endpoint: jobs, members: { sttus: failed } }',
    'f:4:47: no answer of jobs has sttus: did you mean status?',
  ],
  [
    '{ requests: 1, endpoint: submit, members: { output.url: a } }',
    'f:4:49: no answer of submit has output: there are',
  ],
  [
    '{ requests: 1, endpoint: jobs, members: { id: $job.id } }',
    'f:4:51: $job.id is the result of a step, and a claim knows none: say what it is',
  ],
  ['{ requests: 1, members: {} }', 'f:4:29: members must be names with values'],
  ['{ requests: 1, members: { id: [1] } }', 'f:4:3'],
  ['{ jobs: 1, members: { id: a } }', 'f:4:16: a claim about jobs has no members'],
])('%s is refused with its place', async (claim, message) => {
  expect(await load(claim)).toContain(message);
});

test.each([
  '{ requests: 1, endpoint: jobs, members: { status: failed, error.code: face_not_detected } }',
  '{ requests: 1, endpoint: avatar, members: { status_url: /api/v1/jobs/x, message: no } }',
  '{ requests: 1, endpoint: usage/summary, members: { anything: 1 } }',
  '{ requests: 1, members: { anything: 1 } }',
])('%s is fine', async (claim) => {
  expect(await load(claim)).toBe('fine');
});
