/** A journal of a hundred thousand entries in the page: the last thousand cost what the first did, and little stays of each. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Stage, type Viewer, chromiumPath, openStage } from './console.case.ts';

const entriesMax = 100_000;
const atOnce = 5_000;

let stage: Stage;
const viewers: Viewer[] = [];

const wasQuiet = ({ errors, foreign, mock: { failures } }: Viewer): void =>
  expect({ errors, foreign, failures }).toEqual({ errors: [], foreign: [], failures: [] });

describe.skipIf(chromiumPath === undefined)('in Chromium (none was found: set CHROMIUM)', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(() => stage.close());
  afterEach(() => viewers.splice(0).forEach(wasQuiet));

  test('a hundred thousand entries are a list like any other', { timeout: 300_000 }, async () => {
    const viewer = await stage.view({ rateLimit: 'off' });
    viewers.push(viewer);
    const { page, mock } = viewer;
    await viewer.open('journal');
    const cost = await costOf(viewer);
    const shown = async (): Promise<number> =>
      Number((await page.locator('.filters .figure').innerText()).replaceAll(/\D/g, ''));
    const seconds: number[] = [];
    const bytes: number[] = [];
    for (let sent = 0; sent < entriesMax; sent += atOnce) {
      const before = await cost.seconds();
      await Promise.all(Array.from({ length: atOnce }, () => mock.get('/balance')));
      await expect.poll(shown, { timeout: 60_000, interval: 250 }).toBe(sent + atOnce);
      seconds.push((await cost.seconds()) - before);
      bytes.push(await cost.bytes());
    }
    expect(median(seconds.slice(-5)) / median(seconds.slice(0, 5))).toBeLessThan(3);
    expect(((bytes.at(-1) ?? Number.NaN) - (bytes[0] ?? 0)) / (entriesMax - atOnce)).toBeLessThan(1_000);

    const list = page.getByRole('listbox', { name: 'Journal' });
    await list.focus();
    await page.keyboard.press('End');
    await page.locator(`[aria-posinset="${entriesMax}"]`).waitFor();
    expect(await list.getByRole('option').count()).toBeLessThan(80);

    // The page has more lines than the mock keeps entries.
    await page.keyboard.press('Enter');
    await page.getByText('The mock has forgotten entry 1').waitFor();
    await list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: `Entry ${entriesMax}` }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('nowhere');
    await page.getByText('No entry fits the filter.').waitFor();
  });
});

const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? Number.NaN;

/** What the page has cost so far: seconds of its thread, which others on the machine do not lengthen, and bytes that it cannot give back. */
const costOf = async ({ page }: Viewer) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metric = async (wanted: string): Promise<number> =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return {
    seconds: () => metric('TaskDuration'),
    bytes: async () => {
      await session.send('HeapProfiler.collectGarbage');
      return metric('JSHeapUsedSize');
    },
  };
};
