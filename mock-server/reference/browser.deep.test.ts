/** The reference in a real browser: it works under its policy, offline, in the light and in the dark, on a phone too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, serve } from '../cli/launch.case.ts';
import { paleText } from '../console/contrast.case.ts';
import { closeBrowser, openPage, orNot, withoutChromium } from './chromium.case.ts';

let mock: Serving;
beforeAll(async () => {
  mock = await serve();
});
afterAll(() => Promise.all([mock.stop(), closeBrowser()]));

const docs = (): string => `${mock.ready.control_url}/docs`;
const origin = (): string => new URL(mock.ready.base_url).origin;

const slow = { timeout: 60_000 };

test.skipIf(withoutChromium)(`an operation is tried out on the mock from its reference${orNot}`, slow, async () => {
  const { page, complaints, close } = await openPage(origin());
  try {
    await page.goto(docs());
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').fill(mock.ready.api_key);
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.btn-done').click();
    const balance = page.locator('#operations-Billing-getBalance');
    await balance.locator('button').first().click();
    await balance.getByRole('button', { name: 'Execute' }).click();
    await balance.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(await balance.locator('.live-responses-table').innerText()).toContain('"balance_usd": 100');
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test.skipIf(withoutChromium)(
  `from an operation one gets to its clauses, and to one of them${orNot}`,
  slow,
  async () => {
    const { page, complaints, close } = await openPage(origin());
    try {
      await page.goto(`${docs()}#/Jobs/submitAvatar`);
      const avatar = page.locator('#operations-Jobs-submitAvatar');
      await avatar.getByText(/^\d+ clauses$/).click();
      await avatar.getByRole('link', { name: 'limits.avatar-script-refuses' }).click();
      await page.waitForURL(`${docs()}/clauses#limits.avatar-script-refuses`);
      expect(await page.locator('article:target').innerText()).toContain('limits.avatar-script-refuses');
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);

test.skipIf(withoutChromium)(`clauses are narrowed to those of one side without a script${orNot}`, slow, async () => {
  const { page, complaints, close } = await openPage(origin());
  try {
    await page.goto(`${docs()}/clauses`);
    const shown = page.locator('article:visible');
    const all = await shown.count();
    await page.getByText('receiver', { exact: true }).click();
    const receivers = await page.locator('article.of-receiver').count();
    expect(await shown.count()).toBe(receivers);
    expect(receivers).toBeGreaterThan(5);
    expect(receivers).toBeLessThan(all);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test.skipIf(withoutChromium).each([
  ['', 'light', 1_280],
  ['', 'dark', 390],
  ['/clauses', 'light', 390],
  ['/clauses', 'dark', 1_280],
  ['/gaps', 'light', 1_280],
  ['/gaps', 'dark', 390],
] as const)(
  `docs%s, %s, %s pixels wide: nothing is complained of, sticks out, or is too pale to be read${orNot}`,
  slow,
  async (path, colorScheme, width) => {
    const { page, complaints, close } = await openPage(origin(), { colorScheme, width });
    try {
      await page.goto(docs() + path);
      await page
        .getByRole('heading', { level: path === '' ? 2 : 1 })
        .first()
        .waitFor();
      // As a string: the functions of tests know no page.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // An operation, too, with its form and its clauses; the pages to read have none.
      for (const summary of (await page.locator('.opblock-summary-control').all()).slice(0, 2)) await summary.click();
      for (const clauses of await page.locator('.opblock details > summary').all()) await clauses.click();
      expect(await paleText(page)).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);
