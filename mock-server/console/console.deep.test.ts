/** The console as a person uses it, in a real browser: each panel does what it is for, writes no error, and asks nothing of other hosts. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Stage, type Viewer, chromiumPath, openStage } from './console.case.ts';

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

  const view: Stage['view'] = async (...asked) => {
    const viewer = await stage.view(...asked);
    viewers.push(viewer);
    return viewer;
  };

  /** A job of a picture, which is made fast. */
  const submit = async ({ mock }: Viewer, name?: string): Promise<string> => {
    const image = await mock.upload('portrait.png', name);
    return (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body.id;
  };

  test('the token leaves the address at once, stays in the tab, and stands in no address that is asked for', async () => {
    const { page, mock } = await view();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    expect(page.url()).toBe(`${mock.controlUrl}/#/overview`);
    await page.reload();
    await page.getByText('live', { exact: true }).waitFor();
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((url) => url.includes(mock.controlToken))).toEqual([]);
  });

  test('a console address that is pasted into an open page brings its token, and leaves none in the address', async () => {
    const { page, mock, errors } = await view();
    await page.evaluate("sessionStorage.setItem('understudy-token', 'of_another_start')");
    await page.reload();
    await page.getByText('This token is not the mock’s').waitFor();
    await page.goto(`${mock.controlUrl}/#token=${mock.controlToken}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${mock.controlUrl}/#/overview`);
    // The browser itself tells of the refusal.
    expect(errors.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  test('the page reaches no other host, and the sockets of its own', async () => {
    const { page, mock, errors } = await view();
    const opened = (address: string): Promise<unknown> =>
      page.evaluate(`new Promise((resolve) => {
        try {
          const socket = new WebSocket('${address}');
          document.addEventListener('securitypolicyviolation', () => resolve('forbidden'));
          socket.addEventListener('error', () => setTimeout(resolve, 0, 'asked'));
        } catch (error) { resolve('forbidden'); }
      })`);
    const { host } = new URL(mock.controlUrl);
    expect(await opened(`ws://${host}/nowhere`)).toBe('asked');
    expect(await opened('ws://127.0.0.1:9/')).toBe('forbidden');
    // The browser tells of both.
    expect(errors.splice(0).length).toBeGreaterThan(0);
  });

  test('without a token the page asks for it, and shows nothing before', async () => {
    const { page, mock, errors } = await view();
    await page.evaluate('sessionStorage.clear()');
    await page.goto('about:blank');
    await page.goto(`${mock.controlUrl}/`);
    await page.getByLabel('Control token').fill('wrong');
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByText('This token is not the mock’s').waitFor();
    expect(await page.getByRole('heading', { name: 'Overview' }).count()).toBe(0);
    await page.getByLabel('Control token').fill(mock.controlToken);
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // The browser itself tells of the refusal.
    expect(errors.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  test('the overview tells what runs, what went wrong, and what it all costs', async () => {
    const viewer = await view();
    const { page, mock } = viewer;
    await submit(viewer, 'magic_face_not_detected.png');
    await mock.clock.advance({ seconds: 60 });
    const running = await submit(viewer);
    await mock.get('/balance', 'test_wrong');
    await page.getByRole('region', { name: 'Under way' }).getByText(running).waitFor();
    const wrong = page.getByRole('region', { name: 'Went wrong lately' });
    await wrong.getByText('face_not_detected').waitFor();
    await wrong.getByText('GET /api/v1/balance').waitFor();
    await page.locator('.tile', { hasText: 'Held' }).getByText('0.03').waitFor();
    expect(await page.getByRole('img', { name: /Balance over time\. a1: 100\.00 USD/ }).count()).toBe(1);
    await wrong.getByText('face-swap-image failed').click();
    await page.getByRole('article', { name: /^Job / }).waitFor();
  });

  test('a job is ended by hand, and its result shows in the page', async () => {
    const viewer = await view();
    const { page } = viewer;
    const id = await submit(viewer);
    await viewer.open('jobs');
    await page.getByRole('option', { name: id }).click();
    await page.getByRole('button', { name: 'Succeed' }).click();
    await page.getByRole('status').getByText(`${id} ended: succeeded`).waitFor();
    const result = page.getByRole('img', { name: 'The result of the job' });
    await result.waitFor();
    await expect
      .poll(() => result.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(384);
    await page.getByRole('region', { name: 'Money' }).getByText('charge', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Succeed' }).count()).toBe(0);
  });

  test('a job that failed says why, and what was paid back', async () => {
    const viewer = await view();
    const { page, mock } = viewer;
    const voice = await mock.upload('voice.wav');
    const { id } = (await mock.post('/voice-clone', { voice_key: voice, script: 'Good day.' })).body;
    await viewer.open(`jobs/${id}`);
    await page.getByRole('button', { name: 'Fail the render' }).click();
    await page.getByRole('region', { name: 'Facts' }).getByText('processing_failed').waitFor();
    await page.getByRole('region', { name: 'Money' }).getByText('refund', { exact: true }).waitFor();
  });

  test('sound that a job gave back plays in the page', async () => {
    const viewer = await view();
    const { page, mock } = viewer;
    const voice = await mock.upload('voice.wav');
    const { id } = (await mock.post('/voice-clone', { voice_key: voice, script: 'Good day to you all.' })).body;
    await mock.control.finishJob(id, 'succeeded');
    await viewer.open(`jobs/${id}`);
    const audio = page.locator('audio');
    await audio.waitFor();
    await expect
      .poll(() => audio.evaluate((element) => (element as unknown as { duration: number }).duration))
      .toBeGreaterThan(0.5);
  });

  test('the journal is filtered by text, status and operation, and an entry opens with headers, bodies and clauses', async () => {
    const viewer = await view();
    const { page, mock } = viewer;
    await submit(viewer);
    await mock.get('/balance');
    await mock.get('/balance', 'test_wrong');
    await viewer.open('journal');
    await expect.poll(() => page.getByRole('listbox', { name: 'Journal' }).getByRole('option').count()).toBe(4);
    await page.keyboard.press('/');
    await page.keyboard.type('balance');
    await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(2);
    await page.getByLabel('Status').selectOption('4');
    await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(1);
    await page.getByLabel('Filter entries').fill('');
    await page.getByLabel('Status').selectOption('');
    await page.getByLabel('Operation').selectOption('submitFaceSwapImage');
    await page.getByRole('listbox').getByRole('option').click();
    await page.getByRole('region', { name: 'Response' }).getByText('"status": "queued"').waitFor();
    await page.getByRole('region', { name: 'Clauses it touches' }).getByText('facts of the document').waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toContain(`curl -X POST '${mock.url}/face-swap-image'`);
    expect(copied).toContain('-H "authorization: Bearer $UNDERSTUDY_API_KEY"');
    expect(copied).not.toContain(mock.apiKey);
  });

  test('the ledger comes to what GET /balance says, and follows what happens', async () => {
    const viewer = await view();
    const { page, mock } = viewer;
    const id = await submit(viewer);
    await viewer.open('ledger');
    await page.getByRole('region', { name: 'Postings of a1' }).getByText('hold', { exact: true }).waitFor();
    await mock.control.finishJob(id, 'succeeded');
    await page.getByRole('region', { name: 'Postings of a1' }).getByText('charge', { exact: true }).waitFor();
    const { balance_usd } = (await mock.get('/balance')).body;
    const sum = page.locator('.term.strong dd');
    await expect.poll(async () => Number((await sum.innerText()).replaceAll(/[^\d.]/g, ''))).toBe(balance_usd);
    await page.getByText('the same', { exact: true }).waitFor();
  });

  test('another account is chosen, and the panels show its own', async () => {
    const viewer = await view();
    const { page, mock } = viewer;
    const id = await submit(viewer);
    const { account_id } = await mock.control.createAccount({ balance_usd: 7 });
    await viewer.open('jobs');
    await page.getByRole('option', { name: id }).waitFor();
    await page.getByLabel('Account').selectOption(account_id);
    await page.getByText('No job fits the filter.').waitFor();
    await viewer.open('ledger');
    await page.getByRole('region', { name: `Postings of ${account_id}` }).waitFor();
  });

  test('everything can be reached by keys alone', async () => {
    const viewer = await view();
    const { page } = viewer;
    const first = await submit(viewer);
    const second = await submit(viewer);
    await page.keyboard.press('g');
    await page.keyboard.press('j');
    await page.getByRole('option', { name: second }).waitFor();
    await page.getByRole('listbox', { name: 'Jobs' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: `Job ${first}` }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toMatch(/#\/jobs$/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
  });

  test('a reset empties the page, and a mock that went away is told of', async () => {
    const viewer = await view();
    const { page, mock, errors } = viewer;
    const id = await submit(viewer);
    await viewer.open('jobs');
    await page.getByRole('option', { name: id }).waitFor();
    await mock.control.reset();
    await page.getByText('No job yet').waitFor();
    await mock.close({ graceMs: 0 });
    await page.getByText('reconnecting').waitFor();
    // The browser tells of the refused connection.
    expect(errors.splice(0).every((error) => error.includes('ERR_'))).toBe(true);
  });

  test('an entry of the journal that is open is asked for anew in another world', async () => {
    const { page, mock, open } = await view();
    await mock.get('/balance');
    await open('journal/1');
    const entry = page.getByRole('article', { name: 'Entry 1', exact: true });
    await entry.getByRole('heading', { name: 'GET /api/v1/balance' }).waitFor();
    await mock.control.reset();
    await page.getByText('The mock has forgotten entry 1').waitFor();
  });
});
