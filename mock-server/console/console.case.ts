/**
 * A person before the console, for tests: a mock in process that serves the page as it is built from the sources of now, and a real
 * Chromium. What the page writes on its own console as an error, and each request or socket to another host, is kept to be held against it.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import { type TestMock, openMock } from '../http/client.case.ts';
import type { MockOptions } from '../options.ts';
import { consoleBundle } from './bundle.ts';

/** Where Chromium is; undefined where there is none, and then nothing of this can be tried. */
export const chromiumPath: string | undefined = [process.env['CHROMIUM'], '/usr/bin/chromium'].find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);

export type Viewer = {
  readonly mock: TestMock;
  readonly page: Page;
  /** Errors and warnings that the page has written. Failures of the mock stand in `mock.failures`. */
  readonly errors: string[];
  /** Addresses elsewhere that the page has asked for. */
  readonly foreign: string[];
  /** Goes to a panel by its address, such as `jobs`. */
  readonly open: (panel: string) => Promise<void>;
};

export type Stage = {
  /** A mock of its own and a page on it. On a clock that stands still unless the options say otherwise. */
  readonly view: (options?: MockOptions, look?: Look) => Promise<Viewer>;
  readonly close: () => Promise<void>;
};

export type Look = { readonly width?: number; readonly height?: number; readonly dark?: boolean };

/** Builds the page and starts a browser: once for a file of tests. */
export const openStage = async (): Promise<Stage> => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-console-'));
  const { output, ...input } = consoleBundle();
  const build = await rolldown(input);
  await build.write({ ...output, dir: folder });
  await build.close();
  const browser = await chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: [
      '--no-sandbox',
      '--autoplay-policy=no-user-gesture-required',
      // A microphone that beeps, which is given without a question.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  const mocks: TestMock[] = [];
  return {
    view: async (options = {}, look = {}) => {
      const mock = await openMock({ port: 0, ...options }, {}, { consoleFolder: pathToFileURL(`${folder}/`) });
      mocks.push(mock);
      return viewer(browser, mock, look);
    },
    close: async () => {
      await browser.close();
      await Promise.all(mocks.map((mock) => mock.close()));
      await rm(folder, { recursive: true });
    },
  };
};

const viewer = async (browser: Browser, mock: TestMock, look: Look): Promise<Viewer> => {
  const { width = 1280, height = 860, dark = false } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const errors: string[] = [];
  const foreign: string[] = [];
  const { origin, host } = new URL(mock.controlUrl);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) foreign.push(request.url());
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== host) foreign.push(socket.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${mock.controlUrl}/#token=${mock.controlToken}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return {
    mock,
    page,
    errors,
    foreign,
    open: async (panel) => {
      await page.evaluate((hash) => {
        (globalThis as unknown as { location: { hash: string } }).location.hash = hash;
      }, `#/${panel}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  };
};
