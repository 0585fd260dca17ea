/** Programs in other languages that do everything right: the judge has nothing to say against them, and has looked at much. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, root } from '../../mock-server/cli/launch.case.ts';
import { createMock } from '../../mock-server/compose.ts';
import type { MockOptions } from '../../mock-server/options.ts';
import { complaintsOf, judgedBy } from './clients/complaints.case.ts';
import { cardOf, entriesOf } from './clients/stage.case.ts';

type Program = {
  readonly name: string;
  readonly program: string;
  readonly args: (mock: { url: string; apiKey: string; webhookSecret: string }) => readonly string[];
  readonly options: MockOptions;
  readonly prints: RegExp;
  readonly least: number;
};

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'understudy-conduct-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const image = 'fixtures/media/portrait.png';
const own = 'contract-tests/conduct/clients';

/** Both 429s, a failure, and replies that are lost before and after the work is done. */
const faults: MockOptions['faults'] = [
  { when: { operation: 'uploadFile', nth: 1 }, then: { fault: 'request-error', code: 'internal_error' } },
  { when: { operation: 'submitFaceSwapImage', nth: 1 }, then: { fault: 'request-drop-after-commit' } },
  { when: { operation: 'submitFaceSwapImage', nth: 2 }, then: { fault: 'request-error', code: 'at_capacity' } },
  { when: { operation: 'submitFaceSwapImage', nth: 3 }, then: { fault: 'request-error', code: 'at_capacity' } },
  { when: { operation: 'getJob', nth: 1 }, then: { fault: 'request-error', code: 'rate_limited' } },
  { when: { operation: 'getJob', nth: 2 }, then: { fault: 'request-error', code: 'rate_limited' } },
];

const programs: readonly Program[] = [
  {
    name: 'the example in TypeScript',
    program: process.execPath,
    args: () => ['--import', 'tsx', 'docs/examples/main-job.ts', join(folder, 'ts')],
    options: { jobTime: 0.2, rateLimit: 'off' },
    prints: /The books add up/,
    least: 12,
  },
  {
    name: 'the example in sh and curl',
    program: 'sh',
    args: () => ['docs/examples/main-job.sh', join(folder, 'sh')],
    options: { jobTime: 0.2, rateLimit: 'off' },
    prints: /The books add up/,
    least: 12,
  },
  {
    name: 'the example in Python',
    program: 'python3',
    args: ({ url, apiKey, webhookSecret }) => ['docs/examples/client.py', url, apiKey, webhookSecret],
    options: { jobTime: 0.2 },
    prints: /webhook: job\.succeeded, verified/,
    least: 12,
  },
  {
    name: 'one in Perl, under faults',
    program: 'perl',
    args: ({ url, apiKey }) => [`${own}/client.pl`, url, apiKey, image],
    options: { jobTime: 0.5, faults },
    prints: /^succeeded succeeded failed$/m,
    least: 12,
  },
  {
    name: 'one in Java, under faults',
    program: 'java',
    args: ({ url, apiKey }) => [`${own}/Client.java`, url, apiKey, image],
    options: { jobTime: 0.5, faults, moveJobRoute: true },
    prints: /^succeeded true invalid_input$/m,
    least: 12,
  },
];

/** Not all of them are everywhere; in CI only Java may be missing. */
const has = (program: string): boolean =>
  program === process.execPath ||
  spawnSync(program, [program === 'java' ? '-version' : '--version']).error === undefined;
const mayBeMissing = (program: string): boolean => program === 'java' || process.env['CI'] === undefined;

const tried = programs.filter(({ program }) => has(program) || !mayBeMissing(program));
const missing = programs.filter(({ program }) => !has(program) && mayBeMissing(program)).map(({ program }) => program);

test.concurrent.each(tried)(
  '$name: nothing is held against it',
  { timeout: 90_000 },
  async ({ program, args, options, prints, least }) => {
    const mock = await createMock(options);
    const ended = await launch(program, args(mock), {
      env: { UNDERSTUDY_URL: mock.url, UNDERSTUDY_API_KEY: mock.apiKey, PYTHONDONTWRITEBYTECODE: '1' },
      cwd: root,
    }).ended;
    const card = cardOf(entriesOf(mock));
    await mock.close();
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(prints) as string });
    expect(complaintsOf(card)).toEqual([]);
    expect(judgedBy(card).length, judgedBy(card).join(' ')).toBeGreaterThanOrEqual(least);
  },
);

test.skipIf(missing.length > 0)(`all of them were tried, but for want of: ${missing.join(', ') || 'nothing'}`, () => {
  expect(tried).toHaveLength(programs.length);
});
