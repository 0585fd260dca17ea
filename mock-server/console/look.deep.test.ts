/** Every panel on a desk by day and on a phone by night: nothing is wider than the screen, nothing is too pale to be read, and nothing to press or to fill in is without a name. */
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReceiver } from '../webhooks/receiver.case.ts';
import { type Look, type Stage, type Viewer, chromiumPath, openStage } from './console.case.ts';
import { paleText } from './contrast.case.ts';

let stage: Stage;

describe.skipIf(chromiumPath === undefined)('in Chromium (none was found: set CHROMIUM)', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(() => stage.close());

  test.each<[string, Look]>([
    ['a desk by day', { width: 1280, dark: false }],
    ['a phone by night', { width: 390, height: 844, dark: true }],
  ])('on %s every panel fits, can be read, and all that is in it has a name', async (_, look) => {
    const viewer = await stage.view({}, look);
    const { page, open, errors, foreign, mock } = viewer;
    const settled = followQuestions(page);
    const places = [...(await panelsOf(page)), ...(await thingsIn(viewer))];
    expect(places.length).toBeGreaterThan(15);
    const found: Record<string, readonly string[]> = {};
    for (const place of places) {
      await open(place);
      await settled();
      if (/^(?:jobs|deliveries|sockets|journal)\//.test(place)) await page.getByRole('article').waitFor();
      const wrong = [...(await tooWide(page)), ...(await paleText(page)), ...(await nameless(page))];
      if (wrong.length > 0) found[place] = wrong;
    }
    expect({ found, errors, foreign, failures: mock.failures }).toEqual({
      found: {},
      errors: [],
      foreign: [],
      failures: [],
    });
  });
});

const panelsOf = async (page: Page): Promise<string[]> => {
  const links = await page.getByRole('navigation', { name: 'Panels' }).getByRole('link').all();
  const addresses = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  return addresses.filter((address) => address.startsWith('#/')).map((address) => address.slice(2));
};

/** Something of each kind to look at: a job with its webhook, a session, an entry. Gives where they are shown. */
const thingsIn = async ({ mock }: Viewer): Promise<string[]> => {
  const receiver = await openReceiver();
  const image = await mock.upload('portrait.png');
  const body = { image_key: image, face_key: image, callback_url: receiver.url };
  const { id: job } = (await mock.post('/face-swap-image', body)).body;
  await mock.control.finishJob(job, 'succeeded');
  await receiver.until(1);
  await receiver.close();
  const { session_id: session } = (await mock.post('/voice/session', { duration_minutes: 2 })).body;
  const [delivery] = await mock.control.deliveries({ limit: 1 });
  return [
    `jobs/${job}`,
    `deliveries/${delivery?.id}`,
    `sockets/${session}`,
    'journal/2',
    'try-it/voice',
    'try-it/lip-sync',
  ];
};

/** Until the page has drawn itself, has got all that it asks for, and has drawn that. */
const followQuestions = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>();
  page.on('request', (request) => {
    // The feed never ends.
    if (!request.url().includes('/events')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const drawn = (): Promise<unknown> =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))');
  return async () => {
    await drawn();
    // The page has its time, however busy the machine is.
    await expect.poll(() => open.size, { timeout: 20_000 }).toBe(0);
    await drawn();
  };
};

/** What reaches beyond the screen, unless it lies in a part that is moved sideways by itself. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`[
    ...(document.documentElement.scrollWidth <= innerWidth
      ? []
      : ['the page is ' + document.documentElement.scrollWidth + ' wide']),
    ...[...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .filter((one) => {
        for (let around = one.parentElement; around !== null; around = around.parentElement)
          if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return false;
        return true;
      })
      .map((one) => one.tagName.toLowerCase() + '.' + one.getAttribute('class')),
  ]`);

/** As a screen reader has them: a line for each, with its name in quotes where it has one. */
const nameless = async (page: Page): Promise<string[]> =>
  (await page.locator('body').ariaSnapshot()).split('\n').filter((line) => unnamed.test(line));

const unnamed =
  /^\s*- '?(?:button|link|textbox|searchbox|spinbutton|combobox|listbox|checkbox|radio|switch|slider|img)(?! ")/;
