/** The panel to try the service in, as a person uses it: every job with sample files, one's own files, and one's own voice. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mediumPath } from '../../fixtures/media.ts';
import { type Stage, type Viewer, chromiumPath, openStage } from './console.case.ts';

let stage: Stage;
const viewers: Viewer[] = [];

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
  afterEach(closeAll);

  const view = async (place: string): Promise<Viewer> => {
    const viewer = await stage.view({ clock: 'real', jobTime: 0.1 });
    viewers.push(viewer);
    await viewer.open(place);
    return viewer;
  };

  test.each([
    ['face-swap-image', 'img', 2],
    ['face-swap', 'video', 2],
    ['character-swap', 'video', 2],
    ['motion-control', 'video', 2],
    ['avatar', 'video', 1],
    ['lip-sync', 'video', 2],
    ['voice-clone', 'audio', 1],
  ])('%s is done with samples, call by call, and its result plays', async (endpoint, element, uploads) => {
    const { page, mock } = await view(`try-it/${endpoint}`);
    await page.getByRole('button', { name: 'Upload and submit' }).click();
    const result = page.getByRole('region', { name: 'Result' }).locator(element);
    await result.waitFor({ timeout: 30_000 });
    const log = page.getByRole('region', { name: 'Requests' });
    const paths = (await log.locator('.path').allInnerTexts()).toReversed();
    expect(paths.slice(0, uploads)).toEqual(Array.from({ length: uploads }, () => '/api/v1/uploads'));
    expect(paths[uploads]).toBe(`/api/v1/${endpoint}`);
    expect(paths[uploads + 1]).toMatch(/^\/api\/v1\/jobs\/job_/);
    if (element === 'img') {
      await expect
        .poll(() => result.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), patient)
        .toBe(384);
    } else {
      type Player = { currentTime: number; play: () => Promise<void> };
      await result.evaluate((player) => (player as unknown as Player).play());
      const time = (): Promise<number> => result.evaluate((player) => (player as unknown as Player).currentTime);
      await expect.poll(time, patient).toBeGreaterThan(0.3);
    }
    const [{ endpoint: used } = { endpoint: '' }] = await mock.control.jobs({ limit: 1 });
    expect(used).toBe(endpoint);
  });

  test('what is tried out here is nobody’s conduct', async () => {
    const { page, mock } = await view('try-it/face-swap-image');
    await page.getByRole('button', { name: 'Upload and submit' }).click();
    await page.getByRole('region', { name: 'Result' }).locator('img').waitFor({ timeout: 30_000 });
    await expect.poll(() => mock.control.journal({ limit: 100 }).entries.length, patient).toBeGreaterThan(4);
    const card = await mock.control.conduct();
    expect(card).toMatchObject({ entries: { read: 0 }, summary: { fail: 0, warn: 0, pass: 0 } });
    await mock.get('/balance');
    expect(await mock.control.conduct()).toMatchObject({ entries: { read: 1 } });
  });

  test('a file of one’s own is uploaded, and each call can be had as a command without the key', async () => {
    const { page, mock } = await view('try-it/face-swap-image');
    await page.getByLabel('Base image image_key').selectOption('A file of your own');
    await page.getByLabel('Base image: your file').setInputFiles(mediumPath('face.jpg'));
    await page.getByRole('button', { name: 'Upload and submit' }).click();
    const result = page.getByRole('img', { name: 'The result of the job' });
    await expect
      .poll(() => result.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), patient)
      .toBe(320);
    await page.getByText('/api/v1/face-swap-image', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy as curl' }).and(page.locator(':visible')).click();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain(`curl -X POST '${mock.url}/face-swap-image'`);
    expect(copied).toContain('$UNDERSTUDY_API_KEY');
    expect(await page.content()).not.toMatch(/test_a1_\w{8}/);
  });

  test('what the service does not take is told with its words', async () => {
    const { page, mock, errors } = await view('try-it/voice-clone');
    await mock.control.setCapacity({ saturated: true });
    await page.getByRole('button', { name: 'Upload and submit' }).click();
    await page.getByRole('alert').getByText('at_capacity').waitFor();
    // The browser itself tells of the refusal.
    expect(errors.splice(0)).toEqual([expect.stringContaining('429')]);
  });

  test('on a clock that stands still a button steps to the end of the job', async () => {
    const viewer = await stage.view();
    viewers.push(viewer);
    const { page } = viewer;
    await viewer.open('try-it');
    await page.getByRole('button', { name: 'Upload and submit' }).click();
    const step = page.getByRole('button', { name: 'Step to what is next' });
    const result = page.getByRole('img', { name: 'The result of the job' });
    await step.click();
    await expect
      .poll(async () => {
        if (await step.isVisible()) await step.click({ timeout: 500 }).catch(() => undefined);
        return result.isVisible();
      }, patient)
      .toBe(true);
  });

  test.each(['Microphone', 'A tone'])('sound goes through a voice session and comes back: %s', async (source) => {
    const { page, mock } = await view('try-it/voice');
    await page.getByRole('combobox', { name: 'Voice' }).selectOption({ index: 1 });
    await page.getByRole('radio', { name: source }).check();
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByText(/Hz, \d+ frames a message/).waitFor();
    const loudest = async (way: RegExp): Promise<number> =>
      Number(await page.getByRole('img', { name: way }).getAttribute('data-loudest'));
    await expect.poll(() => loudest(/^From the client/), patient).toBeGreaterThan(0.05);
    await expect.poll(() => loudest(/^To the client/), patient).toBeGreaterThan(0.05);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('1000', { exact: true }).waitFor();
    await expect
      .poll(async () => (await mock.control.sessions({ limit: 1 }))[0], patient)
      .toMatchObject({
        status: 'ended',
        charged_usd: expect.any(Number) as number,
      });
    const [socket] = mock.control.journal({ kind: 'socket', limit: 100 }).entries.slice(-1);
    expect(socket).toMatchObject({ event: 'closed' });
    expect(await mock.control.conduct()).toMatchObject({ entries: { read: 0 } });
  });

  test('a page that is open under another name than the service gives has its stream of where it is', async () => {
    const { page, mock, foreign } = await view('try-it');
    const there = mock.controlUrl.replace('127.0.0.1', 'localhost');
    await page.goto(`${there}/#token=${mock.controlToken}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${there}/#/try-it/voice`);
    await page.getByRole('radio', { name: 'A tone' }).check();
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByText(/Hz, \d+ frames a message/).waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('1000', { exact: true }).waitFor();
    const asked = foreign.splice(0).map((address) => new URL(address));
    expect([...new Set(asked.map(({ host }) => host))]).toEqual([new URL(there).host]);
    expect(asked.filter(({ protocol }) => protocol === 'ws:')).toHaveLength(1);
  });

  test('where no microphone is given the page says what else there is, and no session is made', async () => {
    const { page, mock } = await view('try-it/voice');
    await page.evaluate(
      "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))",
    );
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByRole('alert').getByText('There is no microphone (NotAllowedError). Choose the tone').waitFor();
    expect(await mock.control.sessions({ limit: 1 })).toEqual([]);
  });

  test('Escape, which leads back elsewhere, does not hang up', async () => {
    const { page, mock } = await view('try-it/voice');
    await page.getByRole('radio', { name: 'A tone' }).check();
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByText(/Hz, \d+ frames a message/).waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url(), patient).toMatch(/#\/try-it$/);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('1000', { exact: true }).waitFor();
    expect(await mock.control.sessions({ limit: 9 })).toHaveLength(1);
  });

  test('who leaves the panel hangs up', async () => {
    const { page, open, mock } = await view('try-it/voice');
    await page.getByRole('radio', { name: 'A tone' }).check();
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByText(/Hz, \d+ frames a message/).waitFor();
    await open('jobs');
    await expect.poll(async () => (await mock.control.sessions({ limit: 1 }))[0]?.status, patient).toBe('ended');
  });
});
