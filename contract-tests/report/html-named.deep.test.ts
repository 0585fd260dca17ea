/** A report that was opened as a file, in a real Chromium: a click on a clause shows what it says, also where that was folded away. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../mock-server/console/console.case.ts';
import { conductHtml } from '../conduct-report/html.ts';
import { sampleReport as sampleConduct } from '../conduct-report/sample.case.ts';
import { htmlOf } from './html.ts';
import { sampleReport } from './sample.case.ts';

describe.skipIf(chromiumPath === undefined)('in Chromium (none was found: set CHROMIUM)', () => {
  let folder = '';
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-'));
    browser = await chromium.launch({
      ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
      args: ['--no-sandbox'],
    });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  test.each([
    ['server', htmlOf(sampleReport()), '#findings'],
    ['client', conductHtml(sampleConduct()), 'article.finding'],
  ])('of a %s', { timeout: 60_000 }, async (whose, html, where) => {
    const file = join(folder, `${whose}.html`);
    await writeFile(file, html);
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    // As whoever has folded everything finds it.
    await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = false');
    const link = page.locator(`${where} a[href^="#clause:"]`).first();
    const id = await link.innerText();
    await link.click();
    const shown = page.locator(':target');
    await expect.poll(() => shown.isVisible()).toBe(true);
    expect(await shown.innerText()).toContain(id);
    expect(new URL(page.url()).hash).toBe(`#clause:${id}`);
    await page.close();
  });
});
