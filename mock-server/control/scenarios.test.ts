/** Stories by the control API: they are listed, begun in a running mock, and judged. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storyNames } from '../../scenarios/load.ts';
import { type TestMock, openMock } from '../http/client.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock({ balance: 7 });
});
afterEach(() => mock.close());

const balance = async (): Promise<number> => (await mock.get('/balance')).body.balance_usd;
const read = async (path: string) => JSON.parse((await mock.steer('GET', path)).text) as Record<string, unknown>;

test('all stories are listed, with the one that is played', async () => {
  const names = await storyNames();
  const list = async () => (await read('/scenarios')) as { playing: unknown; scenarios: { name: string }[] };
  expect((await list()).playing).toBeNull();
  expect((await list()).scenarios.map(({ name }) => name)).toEqual(names);
  await mock.steer('POST', '/scenarios', { name: 'low-balance' });
  expect((await list()).playing).toBe('low-balance');
});

test('a story begins anew in a running mock, and the next one takes nothing of it over', async () => {
  await mock.post('/voice/session', {});
  const started = await mock.steer('POST', '/scenarios', { name: 'low-balance' });
  expect(started.body).toMatchObject({
    name: 'low-balance',
    accounts: { main: { account_id: 'a1', api_key: mock.apiKey, webhook_secret: mock.webhookSecret } },
  });
  expect(await balance()).toBe(0.05);
  expect(await mock.control.sessions({ limit: 10 })).toEqual([]);
  await mock.steer('POST', '/scenarios', { name: 'rate-limited-then-fine' });
  const codes = [];
  for (let sent = 0; sent < 6; sent++) codes.push((await mock.get('/balance')).code);
  expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, 'rate_limited']);
  await mock.steer('POST', '/scenarios', { name: 'slow-render' });
  // Its own again, as it was made.
  expect(await balance()).toBe(7);
  await mock.control.reset();
  expect(await read('/scenarios')).toMatchObject({ playing: 'slow-render' });
});

test('a mock that was made with a story forgets it when another one begins', async () => {
  // As the command hands it over: the story, and what it gives.
  const made = await openMock({ scenario: 'low-balance', balance: 0.05 });
  try {
    expect((await made.get('/balance')).body.balance_usd).toBe(0.05);
    await made.steer('POST', '/scenarios', { name: 'slow-render' });
    expect((await made.get('/balance')).body.balance_usd).toBe(100);
  } finally {
    await made.close();
  }
});

test('a story is ended: the mock begins anew with what it was made with', async () => {
  await mock.steer('POST', '/scenarios', { name: 'low-balance' });
  expect(await balance()).toBe(0.05);
  expect((await mock.steer('DELETE', '/scenarios')).body).toEqual({ playing: null });
  expect(await balance()).toBe(7);
  expect(await read('/scenarios')).toMatchObject({ playing: null });
  await mock.control.reset();
  expect([await balance(), (await read('/scenarios'))['playing']]).toEqual([7, null]);
  const again = await mock.steer('DELETE', '/scenarios');
  expect([again.status, JSON.parse(again.text)]).toMatchObject([404, { error: { code: 'not_found' } }]);
});

test('the story that a mock was made with is ended too, and nothing of it stays but what is fixed from the start', async () => {
  const made = await openMock({ scenario: 'low-balance', balance: 0.05, seed: 9 });
  try {
    await made.control.endScenario();
    expect((await made.get('/balance')).body.balance_usd).toBe(100);
    expect(made.seed).toBe(9);
  } finally {
    await made.close();
  }
});

test('a story of ones own is sent whole, with its accounts, its faults and its clock', async () => {
  const story = {
    title: 'Mine',
    about: 'A client waits.',
    given: { start: '2027-03-01T12:00:00Z', clock: 'manual', accounts: { other: { balance: 3 } } },
    faults: [{ when: { operation: 'listVoices' }, then: { fault: 'request-error', code: 'internal_error' } }],
    then: [
      { requests: 'none', status: '5xx', why: 'It waits.' },
      { balance_usd: 3, by: 'other' },
    ],
  };
  const { body } = await mock.steer('POST', '/scenarios', { story });
  expect(body).toMatchObject({ name: 'Mine', accounts: { other: { account_id: 'a2' } } });
  expect(mock.clock.now().toISOString()).toBe('2027-03-01T12:00:00.000Z');
  expect(await read('/scenarios/verdict')).toMatchObject({ holds: true, claims: [{ verdict: 'holds' }, {}] });
  expect((await mock.get('/voices')).status).toBe(500);
  expect(await read('/scenarios/verdict')).toMatchObject({
    name: 'Mine',
    holds: false,
    claims: [{ verdict: 'violated', where: 'then/0', why: 'It waits.' }, { verdict: 'holds' }],
  });
});

test('a story of ones own is called as whoever sends it says', async () => {
  const story = { title: 'Mine', about: 'A client waits.', then: [{ jobs: 'none' }] };
  expect((await mock.steer('POST', '/scenarios', { name: './mine.yaml', story })).body).toMatchObject({
    name: './mine.yaml',
    title: 'Mine',
  });
  expect(await read('/scenarios')).toMatchObject({ playing: './mine.yaml' });
  expect(await read('/scenarios/verdict')).toMatchObject({ name: './mine.yaml', title: 'Mine' });
});

test.each<[body: object, message: string]>([
  [{ name: 'a\u001b[31m', story: { title: 'T', about: 'A.' } }, 'name must'],
  [{ name: 'low-balanse' }, 'there is no story low-balanse: did you mean low-balance?'],
  [{ name: '/etc/passwd' }, 'name is that of a story that comes with the mock'],
  [{ name: '../secrets.yaml' }, 'name is that of a story that comes with the mock'],
  [{ story: { title: 'T' } }, 'a story needs about'],
  [{ story: { title: 'T', about: 'A.', given: { seed: 7 } } }, 'T needs seed 7 from the start of the mock'],
  [{ story: { title: 'T', about: 'A.', given: { variants: { 'error-body': 'flat' } } } }, 'variants.error-body flat'],
  [{ story: { title: 'T', about: 'A.', given: { clock: 'fast' } } }, 'clock must be real, manual, or a speed'],
  [{ story: { title: 'T', about: 'A.', steps: [{ follow: '$job' }] } }, 'no step before has "as: job"'],
  [{}, 'must'],
])('%j is refused, and the mock goes on as it was', async (body, message) => {
  const answer = await mock.steer('POST', '/scenarios', body);
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(message)]);
  expect(await balance()).toBe(7);
  expect(await read('/scenarios')).toMatchObject({ playing: null });
});

test('without a story there is no verdict', async () => {
  expect((await mock.steer('GET', '/scenarios/verdict')).status).toBe(404);
});
