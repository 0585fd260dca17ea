/** The panels that judge as a person uses them: gaps, conduct, and the report of a contract run. */
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

  const view = async (panel: string, ...asked: Parameters<Stage['view']>): Promise<Viewer> => {
    const viewer = await stage.view(...asked);
    viewers.push(viewer);
    await viewer.open(panel);
    return viewer;
  };

  test('a gap shows the value in force, what is usual, and leads to the register', async () => {
    const { page, mock } = await view('gaps', { choices: { 'submit-status': '200', 'upload-status': '202' } });
    await page.getByText(`2 of ${Object.keys(mock.choices).length} points are not as usual`).waitFor();
    await page.getByLabel('Which').selectOption('changed');
    const questions = page.getByRole('region', { name: 'Questions' });
    await expect.poll(() => questions.getByText('changed', { exact: true }).count()).toBe(3);
    await page.getByLabel('Filter gaps').fill('submit-status');
    await questions.getByText('200', { exact: true }).waitFor();
    await questions.getByText('2 other lawful').click();
    await questions.getByText('202 (usual)').waitFor();
    await page.getByRole('button', { name: 'Copy as flags' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      '--variant submit-status=200 --variant upload-status=202',
    );
    await questions.getByRole('link', { name: 'submit-status' }).click();
    await page.waitForURL(/docs\/gaps#submit-status$/);
  });

  test('every gap of the register is there, also those that cannot be chosen', async () => {
    const { page, mock } = await view('gaps');
    await page.getByText('are as usual').waitFor();
    const all = (await (await fetch(`${mock.controlUrl}/gaps.json`)).json()) as readonly { id: string }[];
    const items = page.getByRole('region', { name: 'Questions' }).locator('.entries > li');
    await expect.poll(() => items.count()).toBe(all.length);
    await page.getByLabel('Section').selectOption('events');
    await expect.poll(() => items.count()).toBeLessThan(all.length);
  });

  test('a rule that the client broke stands first, with advice, clause, and the entry that shows it', async () => {
    const { page, mock } = await view('conduct');
    await page.getByText('No rule was broken.').waitFor();
    const headers = { 'content-type': 'text/plain' };
    await mock.post('/face-swap-image', {}, { raw: 'image_key=abc', headers });
    const broken = page.getByRole('region', { name: 'Broken' });
    const entry = broken.getByRole('link', { name: /^entry \d+/ }).first();
    await entry.waitFor();
    expect(await broken.locator('.callout').count()).toBeGreaterThan(0);
    expect(await broken.locator('a[href^="docs/clauses#"]').count()).toBeGreaterThan(0);
    await entry.click();
    await page.getByRole('region', { name: 'Response' }).waitFor();
  });

  test('calls of no known account are judged apart', async () => {
    const { page, mock } = await view('conduct');
    await mock.control.createAccount({ balance_usd: 1 });
    await mock.get('/balance', 'test_wrong');
    await page.getByLabel('Calls of no known account').check();
    await page.getByText(/Calls of no known account, by 1 journal entries/).waitFor();
  });

  const report = {
    tool: 'understudy',
    version: '9.9.9',
    target: 'https://service.example/api/v1',
    profile: 'standard',
    seed: 7,
    started_at: '2026-01-02T03:04:05.000Z',
    duration_ms: 61_000,
    requests: 321,
    summary: { pass: 1, fail: 1, warn: 0, undecidable: 0, not_testable: 0 },
    checks: [
      {
        id: 'access.no-key',
        title: 'a call without a key is refused',
        clauses: ['authentication.bearer-sent'],
        verdict: 'fail',
        message: 'answered 200',
        evidence: { expected: '401', actual: '200 <b>', exchanges: [] },
        replay_command: 'understudy test --replay abc',
      },
    ],
    clauses: [
      { id: 'conventions.paths-under-base-url', verdict: 'pass', checks: ['a.b'], reason: null },
      { id: 'authentication.bearer-sent', verdict: 'fail', checks: ['access.no-key'], reason: null },
    ],
  };

  test('the clauses of the document are listed by section, by side and by level', async () => {
    const { page, mock } = await view('contract');
    const all = (await (await fetch(`${mock.controlUrl}/clauses.json`)).json()) as readonly { side: string }[];
    const figure = page.locator('.filters .figure');
    await expect.poll(() => figure.innerText()).toBe(String(all.length));
    await page.getByLabel('Side').selectOption('client');
    await expect.poll(() => figure.innerText()).toBe(String(all.filter(({ side }) => side === 'client').length));
    await page.getByLabel('Filter clauses').fill('bearer-sent');
    await page.getByRole('link', { name: 'authentication.bearer-sent' }).click();
    await page.waitForURL(/docs\/clauses#authentication\.bearer-sent$/);
  });

  test('a report of a run is taken from a file, and its findings stand first, each clause with its verdict', async () => {
    const { page } = await view('contract');
    await page.getByLabel('Choose a report').setInputFiles({
      name: 'report.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(report)),
    });
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.getByText('a call without a key is refused').waitFor();
    await findings.getByText('200 <b>').waitFor();
    await findings.getByText('understudy test --replay abc').waitFor();
    await page.getByLabel('Verdict').selectOption('fail');
    await expect.poll(() => page.locator('.filters .figure').innerText()).toBe('1');
    await page.getByRole('button', { name: 'Put it away' }).click();
    await page.getByText('No report yet').waitFor();
  });

  test('a report may be dropped on the page, and a file that is none is told of', async () => {
    const { page } = await view('contract');
    const drop = async (text: string): Promise<void> => {
      const data = await page.evaluateHandle(
        `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], 'r.json')); return data; })()`,
      );
      await page.locator('.drop-target').dispatchEvent('drop', { dataTransfer: data });
    };
    const alert = page.getByRole('alert');
    const nameless = { ...report, target: undefined };
    for (const wrong of [[], nameless, { ...report, checks: [1] }, { ...report, clauses: [null] }]) {
      await drop(JSON.stringify(wrong));
      await alert.getByText('r.json is no report').waitFor();
      await drop(JSON.stringify(report));
      await alert.waitFor({ state: 'hidden' });
    }
    await drop('{');
    await alert.getByText('r.json is no report').waitFor();
    await drop(JSON.stringify(report));
    await alert.waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Findings' }).getByText('answered 200').waitFor();
  });
});
