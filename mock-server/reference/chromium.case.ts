/** A real browser for tests of pages: what it complains of, and whom else it asks, is written down. */
import { existsSync } from 'node:fs';
import { type Browser, type Page, chromium } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export const withoutChromium = !existsSync(executablePath);
/** For titles: a test that is left out says why. */
export const orNot = withoutChromium ? ` (left out: there is no ${executablePath})` : '';

export type Seen = {
  readonly page: Page;
  /** Errors and warnings of the console, failures of scripts, requests that failed, and those to anybody but `origin`. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
};

/** One for all tests of a file: to start it takes longer than they do. */
let launched: Promise<Browser> | undefined;

export const closeBrowser = async (): Promise<void> => (await launched)?.close();

/** @param origin the one that may be asked */
export const openPage = async (
  origin: string,
  look: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number } = {},
): Promise<Seen> => {
  const { colorScheme = 'light', width = 1_280 } = look;
  launched ??= chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await (await launched).newContext({ colorScheme, viewport: { width, height: 900 } });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && !['data:', 'blob:'].includes(protocol)) complaints.push(`foreign: ${request.url()}`);
  });
  return { page, complaints, close: () => context.close() };
};
