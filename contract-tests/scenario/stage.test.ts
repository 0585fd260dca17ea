/** What a driver reads of a mock: all of its lists, however long, and a story that begins there goes by its name. */
import { afterEach, expect, test } from 'vitest';
import { loadStory } from '../../scenarios/load.ts';
import { judgeClaims } from '../../scenarios/judge.ts';
import { seenByControl } from '../../scenarios/seen-by-control.ts';
import { createMock } from '../../mock-server/index.ts';
import type { Ask } from '../control.ts';
import { stageControl } from './stage.ts';
import { openRunningStage } from './stages.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A control API with so many jobs, which gives no more than a thousand at once. */
const manyJobs =
  (count: number): Ask =>
  async (_method, path) => {
    const url = new URL(path, 'http://mock');
    if (url.pathname === '/journal') return { entries: [], next: 0, forgotten: 0 };
    if (url.pathname !== '/jobs') return [] as unknown as ReturnType<Ask>;
    const from = Number(url.searchParams.get('before')?.slice(4) ?? -1) + 1;
    const length = Math.min(count - from, Number(url.searchParams.get('limit')), 1_000);
    return Array.from({ length }, (_, index) => ({
      id: `job_${from + index}`,
      account_id: 'a1',
      endpoint: 'avatar',
      status: 'succeeded',
      charged_usd: 0.5,
      error_code: null,
    })) as unknown as ReturnType<Ask>;
  };

test.each([0, 999, 1_000, 2_500])('of %i jobs every one is judged', async (count) => {
  const reads = await stageControl(manyJobs(count), new Map()).reads();
  expect(new Set(reads.jobs.map(({ id }) => id)).size).toBe(count);
  const [claim] = judgeClaims([{ jobs: count, status: 'succeeded' }], seenByControl(reads), String);
  expect(claim).toMatchObject({ verdict: 'holds' });
});

test('a mock that a story is played on says which one it is, by its name', async () => {
  const mock = await createMock({ clock: 'manual', callbackAllow: [] });
  open.push(mock);
  const { controlUrl, controlToken } = mock;
  const told = { controlUrl, controlToken, signatureHeader: 'Service-Signature', webhookPort: 0 };
  open.push(await openRunningStage(await loadStory('low-balance'), told));
  expect((await mock.control.scenarios()).playing).toBe('low-balance');
});
