/** The panel of stories as a person uses it: one is begun, its claims come true one by one, and it is begun again. */
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

  const view = async (): Promise<Viewer> => {
    const viewer = await stage.view();
    viewers.push(viewer);
    await viewer.open('scenarios');
    return viewer;
  };

  test('a story is found, begun, comes true claim by claim, and goes back to its beginning', async () => {
    const { page, mock } = await view();
    await page.getByText('No story is played.').waitFor();
    await page.getByLabel('Filter stories').fill('low-balance');
    await page.getByRole('button', { name: 'Start low-balance' }).click();
    const playing = page.getByRole('region', { name: 'Playing' });
    await playing.getByText('does not hold yet').waitFor();
    const claims = playing.getByRole('list', { name: 'Claims' }).getByRole('listitem');
    const succeeded = claims.filter({ hasText: 'It goes on after the top-up.' });
    await succeeded.getByText('not yet').waitFor();
    const account = mock.accounts['main'];
    const image = await mock.upload('portrait.png', undefined, account?.api_key);
    const submit = () =>
      mock.post('/face-swap-image', { image_key: image, face_key: image }, { key: account?.api_key ?? null });
    await mock.control.finishJob((await submit()).body.id, 'succeeded');
    await mock.control.topUp(account?.account_id ?? '', 5);
    await mock.control.finishJob((await submit()).body.id, 'succeeded');
    await succeeded.getByText('holds').waitFor();
    await playing.getByText('3 of 3 claims hold.').waitFor();
    await playing.getByRole('button', { name: 'Back to its beginning' }).click();
    await succeeded.getByText('not yet').waitFor();
    await playing.getByRole('button', { name: 'End the story' }).click();
    await page.getByText('No story is played.').waitFor();
    expect((await mock.get('/balance')).body.balance_usd).toBe(100);
  });

  test('a story that needs another mock from its start is refused in words', async () => {
    const { page, errors } = await view();
    await page.getByRole('button', { name: 'Start job-route-moves' }).click();
    await page
      .getByRole('status')
      .getByText(/start one with --scenario job-route-moves/)
      .waitFor();
    await page.getByText('No story is played.').waitFor();
    // The browser tells of the refusal.
    expect(errors.splice(0)).toEqual([expect.stringContaining('400')]);
  });
});
