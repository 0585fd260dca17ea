/** The panels that steer the mock as a person uses them: its clock, its faults, and what is available. */
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

  const submit = async ({ mock }: Viewer): Promise<string> => {
    const image = await mock.upload('portrait.png');
    return (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body.id;
  };

  test('the clock is moved by an hour, by a length of one’s own, and to an instant', async () => {
    const { page, mock } = await view('clock');
    const from = mock.clock.now().getTime();
    const movedBy = () => (mock.clock.now().getTime() - from) / 1_000;
    await page.getByRole('button', { name: '+1 h' }).click();
    await expect.poll(movedBy).toBe(3_600);
    await page.getByLabel('How far').fill('2');
    await page.getByLabel('Unit').selectOption('minutes');
    await page.getByRole('button', { name: 'Advance' }).click();
    await expect.poll(movedBy).toBe(3_720);
    await page.getByLabel('Instant in UTC').fill('2031-05-06T07:08:09');
    await page.getByRole('button', { name: 'Go to' }).click();
    await page.locator('.clock-large', { hasText: '2031-05-06 07:08:09' }).waitFor();
    await page.getByLabel('Instant in UTC').fill('2031-05-06T07:08:08');
    await page.getByRole('button', { name: 'Go to' }).click();
    await page.getByRole('status').getByText('the clock never goes back').waitFor();
    // The browser tells of the refusal.
    expect(viewers[0]?.errors.splice(0)).toEqual([expect.stringContaining('400')]);
  });

  test('the clock steps to what is due next, which it tells beforehand', async () => {
    const viewer = await view('clock');
    const { page, mock } = viewer;
    await page.getByText('Nothing is due').waitFor();
    const id = await submit(viewer);
    const ahead = page.getByRole('region', { name: 'What is ahead' });
    await ahead.getByRole('link', { name: new RegExp(`${id}.* in \\d`) }).waitFor();
    await page.getByRole('button', { name: 'Step to what is due next' }).click();
    await page.getByRole('button', { name: 'Step to what is due next' }).click();
    await expect.poll(async () => (await mock.get(`/jobs/${id}`)).body.status).toBe('succeeded');
    await ahead.getByText('No job, session or webhook is under way.').waitFor();
  });

  test('of what is ahead, what comes first stands first', async () => {
    const viewer = await view('clock', { jobTime: 3_600 });
    const { page, mock } = viewer;
    const job = await submit(viewer);
    await mock.clock.advance({ seconds: 1 });
    const { session_id: session } = (await mock.post('/voice/session', { duration_minutes: 1 })).body;
    const ids = page.getByRole('region', { name: 'What is ahead' }).getByText(/(?:job|sess)_a1_/);
    // Nobody connects to the session within ten minutes, and the job takes an hour.
    await expect
      .poll(async () => (await ids.allInnerTexts()).map((text) => text.replace(/.* · /, '')))
      .toEqual([session, job]);
  });

  test('the clock is let run and frozen, in its panel and in the bar of every panel', async () => {
    const viewer = await view('clock');
    const { page, mock, open } = viewer;
    const bar = page.getByRole('banner');
    await page.getByText('60×', { exact: true }).click();
    await expect.poll(() => mock.control.clock().mode).toBe('60x');
    await bar.getByText('60x', { exact: true }).waitFor();
    await page.getByLabel('Own speed').fill('7');
    await page.getByRole('button', { name: '× speed' }).click();
    await expect.poll(() => mock.control.clock().mode).toBe('7x');
    expect(await page.getByRole('radio', { name: '7x' }).isChecked()).toBe(true);
    await open('jobs');
    await bar.getByRole('button', { name: 'Freeze the clock' }).click();
    await bar.getByText('frozen', { exact: true }).waitFor();
    await submit(viewer);
    await bar.getByRole('button', { name: 'Step the clock' }).click();
    await page
      .getByRole('listbox', { name: 'Jobs' })
      .getByText(/processing|succeeded/)
      .waitFor();
  });

  test('a fault is switched on and off, and shows among the rules', async () => {
    const { page, mock } = await view('faults');
    await page.getByRole('switch', { name: 'request-error' }).click();
    const rules = page.getByRole('region', { name: 'Rules in force' });
    await rules.getByText('always').waitFor();
    expect((await mock.get('/balance')).code).toBe('internal_error');
    const lit = page.getByRole('switch', { name: 'request-error', checked: true });
    await lit.focus();
    await page.keyboard.press('Space');
    await rules.getByText('None: the mock does what it should').waitFor();
    expect((await mock.get('/balance')).status).toBe(200);
  });

  test('a switch is that of the account that is looked at, and leaves those of others alone', async () => {
    const { page, mock } = await view('faults');
    const { account_id } = await mock.control.createAccount({ balance_usd: 7 });
    const toggle = page.getByRole('switch', { name: 'request-error' });
    const look = (account: string) => page.getByRole('banner').getByRole('combobox').selectOption(account);
    const rules = () => mock.control.faults().map(({ when }) => when.account_id);
    await look('a1');
    await toggle.click();
    await expect.poll(rules).toEqual(['a1']);
    await page.getByRole('switch', { name: 'request-error', checked: true }).waitFor();
    await look(account_id);
    await page.getByRole('switch', { name: 'request-error', checked: false }).click();
    await expect.poll(rules).toEqual(['a1', account_id]);
    await page.getByRole('switch', { name: 'request-error', checked: true }).click();
    await expect.poll(rules).toEqual(['a1']);
  });

  test('a rule is added with conditions and figures, and taken away', async () => {
    const { page, mock } = await view('faults');
    await page.keyboard.press('/');
    await page.keyboard.type('refused with a documented');
    await page.getByRole('button', { name: 'With conditions request-error' }).click();
    const form = page.getByRole('region', { name: 'Add a rule' });
    await form.getByLabel('code', { exact: true }).selectOption('rate_limited');
    await form.getByLabel('operation', { exact: true }).selectOption('getBalance');
    await form.getByLabel('nth (only').fill('2');
    await form.getByRole('button', { name: 'Add the rule' }).click();
    const rules = page.getByRole('region', { name: 'Rules in force' });
    await rules.getByText('when nth 2, operation getBalance · code rate_limited').waitFor();
    const codes = [];
    for (let call = 0; call < 3; call++) codes.push((await mock.get('/balance')).code);
    expect(codes).toEqual([undefined, 'rate_limited', undefined]);
    await rules.getByRole('button', { name: 'Delete fault-1' }).click();
    await expect.poll(() => mock.control.faults()).toEqual([]);
  });

  test('what makes no sense as a rule is told in words, and adds nothing', async () => {
    const { page, mock, errors } = await view('faults');
    const form = page.getByRole('region', { name: 'Add a rule' });
    await form.getByLabel('chance (0').fill('2');
    await form.getByRole('button', { name: 'Add the rule' }).click();
    await page
      .getByRole('status')
      .getByText(/chance/)
      .waitFor();
    expect(mock.control.faults()).toEqual([]);
    // The browser tells of the refusal.
    expect(errors.splice(0)).toEqual([expect.stringContaining('400')]);
  });

  test('capacity is switched: a saturated platform, a voice engine that is gone, a tier and a capability', async () => {
    const viewer = await view('capacity');
    const { page, mock } = viewer;
    await page.getByRole('switch', { name: 'Saturated' }).click();
    await page.getByRole('switch', { name: 'Saturated', checked: true }).waitFor();
    await page.getByText('None', { exact: true }).click();
    await page.getByText('Voice sessions: 503').waitFor();
    await page.getByRole('switch', { name: 'Tier pro' }).click();
    await page.getByRole('switch', { name: 'Capability avatar' }).click();
    await page.getByRole('switch', { name: 'Capability avatar', checked: false }).waitFor();
    expect(mock.control.capacity()).toMatchObject({
      saturated: true,
      voice: 'none',
      tiers: { pro: false, standard: true },
      capabilities: { avatar: false, lip_sync: true },
    });
    const image = await mock.upload('portrait.png');
    expect((await mock.post('/face-swap-image', { image_key: image, face_key: image })).code).toBe('at_capacity');
    await mock.control.setCapacity({ saturated: false });
    await page.getByRole('switch', { name: 'Saturated', checked: false }).waitFor();
  });
});
