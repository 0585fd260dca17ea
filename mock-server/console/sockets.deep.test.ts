/** The panel of live sockets as a person uses it: a stream is seen and counted as it runs, and ended in more ways than one. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keyInAddressNote } from '../../spec/schemas/journal.ts';
import type { TestMock } from '../http/client.case.ts';
import { type StreamClient, openStream } from '../sockets/client.case.ts';
import { type Stage, type Viewer, chromiumPath, openStage } from './console.case.ts';

let stage: Stage;
const viewers: Viewer[] = [];
const streams: StreamClient[] = [];

const wasQuiet = ({ errors, foreign, mock: { failures } }: Viewer): void =>
  expect({ errors, foreign, failures }).toEqual({ errors: [], foreign: [], failures: [] });

/** The page has its time, however busy the machine is. */
const patient = { timeout: 20_000 };

/** A page that nobody looks at any more would go on playing and asking. */
const closeAll = async (): Promise<void> => {
  const over = viewers.splice(0);
  await Promise.all(over.map(({ page }) => page.context().close()));
  over.forEach(wasQuiet);
};

describe.skipIf(chromiumPath === undefined)('in Chromium (none was found: set CHROMIUM)', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(() => stage.close());
  afterEach(async () => {
    for (const { ws } of streams.splice(0)) ws.terminate();
    await closeAll();
  });

  type Streaming = Viewer & { readonly id: string; readonly stream: StreamClient };

  /** A session that streams, with the panel open on it. */
  const streaming = async (
    path: string,
    body: object,
    more: (mock: TestMock) => string = () => '',
  ): Promise<Streaming> => {
    // Between two tenths of a second, which is how exactly the page reckons a clock that runs.
    const viewer = await stage.view({ start: '2026-03-01T09:00:00.321Z' });
    viewers.push(viewer);
    const session = (await viewer.mock.post(path, body)).body;
    const stream = await openStream(`${session.stream_url}?session_token=${session.session_token}${more(viewer.mock)}`);
    streams.push(stream);
    await viewer.open('sockets');
    await viewer.page.getByRole('option', { name: session.session_id }).click();
    return { ...viewer, id: session.session_id, stream };
  };
  const voice = (): Promise<Streaming> => streaming('/voice/session', { duration_minutes: 2 });

  /** A tenth of a second of sound at a share of full loudness. */
  const sound = (loudness: number): Buffer => {
    const pcm = Buffer.alloc(4_800);
    for (let at = 0; at < pcm.length; at += 2) pcm.writeInt16LE(Math.round(loudness * 32_767 * Math.sin(at / 9)), at);
    return pcm;
  };

  test('what comes and goes is seen as wave forms, as loud as it is', async () => {
    const { page, stream } = await voice();
    const from = page.getByRole('img', { name: /^From the client/ });
    const to = page.getByRole('img', { name: /^To the client/ });
    stream.send(sound(0.5));
    await expect.poll(() => from.getAttribute('data-loudest'), patient).toBe('0.50');
    await expect.poll(() => to.getAttribute('data-loudest'), patient).toBe('0.50');
    stream.send(sound(0.9));
    await expect.poll(() => from.getAttribute('aria-label'), patient).toBe('From the client: loudness 90 %');
    await page.getByText('2 messages, 9.6 kB').waitFor();
  });

  test('the frames of a live swap are seen by how much passes', async () => {
    const { page, stream } = await streaming('/full-live-swap/session', { duration_minutes: 1 });
    stream.send(Buffer.alloc(32_768));
    const from = page.getByRole('img', { name: /^From the client/ });
    await expect.poll(() => from.getAttribute('data-loudest'), patient).toBe('0.50');
  });

  test('seconds and money tick against what is funded', async () => {
    const { page, mock } = await voice();
    await mock.clock.advance({ seconds: 30 });
    await page.getByText('30.0', { exact: true }).waitFor();
    const live = page.getByRole('region', { name: 'On the line' });
    await expect.poll(() => live.innerText(), patient).toMatch(/Cost\s+0\.045000/);
    const share = page.getByRole('progressbar', { name: 'Seconds of what is funded' });
    expect(await share.evaluate((bar) => (bar as unknown as { value: number }).value)).toBe(0.25);
  });

  test('what was let pass at the opening of a socket is told in its timeline and in its entry', async () => {
    const { page } = await streaming('/voice/session', { duration_minutes: 2 }, ({ apiKey }) => `&api_key=${apiKey}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText(keyInAddressNote).waitFor();
    await timeline
      .getByRole('listitem')
      .filter({ hasText: keyInAddressNote })
      .getByRole('link', { name: /^entry/ })
      .click();
    await page.getByRole('article').getByText(keyInAddressNote).waitFor();
    await page.getByRole('option', { name: /connected socket sess_\S+ note/ }).waitFor();
  });

  test.each([
    ['Close', 1000],
    ['Going away', 1001],
    ['Internal error', 1011],
    // Without a close frame.
    ['Break off', 1006],
  ])('a button ends it: %s, and the client sees %i', async (button, code) => {
    const { page, stream, mock } = await voice();
    await mock.clock.advance({ seconds: 10 });
    await page.getByRole('button', { name: button }).click();
    expect((await stream.closed).code).toBe(code);
    await page.getByRole('article').getByText('ended', { exact: true }).waitFor();
    const charged = page.getByRole('region', { name: 'Facts' }).locator('div', { hasText: 'Charged' });
    await expect.poll(() => charged.innerText(), patient).toMatch(/0\.0150/);
  });

  test('a stream goes silent, and nothing comes back any more', async () => {
    const { page, stream } = await voice();
    await stream.received(1);
    await page.getByRole('button', { name: 'Go silent' }).click();
    await page.getByText(/silent, though the connection stays open/).waitFor();
    stream.send(sound(0.5));
    // A message that would come comes before the answer to a later call.
    await page.getByRole('button', { name: 'Jitter' }).click();
    await page.getByText(/each message comes up to 300 ms late/).waitFor();
    expect(stream.messages).toHaveLength(1);
  });

  test('the next connection meets the fault that was asked for, once', async () => {
    const { page, mock } = await voice();
    await page.getByRole('button', { name: 'Late format' }).click();
    await page
      .getByRole('status')
      .getByText(/format frame comes after 2 s/)
      .waitFor();
    expect(mock.control.faults()).toMatchObject([
      { when: { on: 'connect', account_id: 'a1', times: 1 }, then: { fault: 'socket-format-late' } },
    ]);
  });
});
