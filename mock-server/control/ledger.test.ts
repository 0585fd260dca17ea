/** The books of an account: every posting with what there is after it, and sums that are the balance. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerView } from '../../spec/schemas/feed.ts';
import { type TestMock, openMock } from '../http/client.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

const ledger = async (query = ''): Promise<LedgerView> =>
  JSON.parse((await mock.steer('GET', `/accounts/a1/ledger${query}`)).text) as LedgerView;

/** A job that is paid for, one that is paid back, one that costs nothing in the end, and one that still runs. */
const spend = async (): Promise<void> => {
  const { image, audio } = await mock.files();
  const face = { image_key: image, face_key: image };
  await mock.post('/face-swap-image', face);
  await mock.clock.advance({ seconds: 60 });
  const { body: clone } = await mock.post('/voice-clone', { voice_key: audio, script: 'x'.repeat(1_000) });
  await mock.control.finishJob(clone.id, 'processing_failed');
  const { body: swap } = await mock.post('/face-swap-image', face);
  await mock.control.finishJob(swap.id, 'face_not_detected');
  await mock.control.topUp('a1', 7.5);
  await mock.post('/face-swap-image', face);
};

test('the postings add up to what GET /balance says', async () => {
  await spend();
  const books = await ledger();
  const { balance_usd } = (await mock.get('/balance')).body;
  expect(books.balance_usd).toBe(balance_usd);
  const { 'top-up': topUps, charge, refund, hold, release } = books.sums_usd;
  expect(topUps - charge + refund).toBeCloseTo(balance_usd, 6);
  expect(hold - release - charge).toBeCloseTo(books.held_usd, 6);
  expect(books.postings[0]).toMatchObject({ n: books.count, kind: 'hold', balance_usd, held_usd: 0.03 });
  const kinds = books.postings.map(({ kind }) => kind).reverse();
  expect(kinds.join(' ')).toBe('top-up hold charge hold charge refund hold release top-up hold');
  expect(books.history.at(-1)?.[1]).toBe(balance_usd);
});

test('a page ends where it is told, and the next one goes on before it', async () => {
  await spend();
  const all = await ledger();
  const first = await ledger('?limit=4');
  const second = await ledger(`?limit=4&before=${first.postings.at(-1)?.n}`);
  expect([...first.postings, ...second.postings]).toEqual(all.postings.slice(0, 8));
  expect([second.count, second.balance_usd]).toEqual([all.count, all.balance_usd]);
});

test.each(['?limit=0', '?before=x', '?before=0', '?strange=1', '?limit=1&limit=2'])(
  'a question that is not understood is refused: %s',
  async (query) => {
    const { status, code } = await mock.steer('GET', `/accounts/a1/ledger${query}`);
    expect([status, code]).toEqual([400, 'invalid_input']);
  },
);

test('an account that is not there has no books', async () => {
  expect((await mock.steer('GET', '/accounts/a9/ledger')).status).toBe(404);
});

test('a job tells where its result is, once there is one', async () => {
  const { image } = await mock.files();
  const { id } = (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body;
  const read = async (): Promise<{ result: { path: string } | null }> =>
    JSON.parse((await mock.steer('GET', `/jobs/${id}`)).text) as { result: { path: string } | null };
  expect((await read()).result).toBeNull();
  await mock.clock.advance({ seconds: 60 });
  const { result } = await read();
  expect((await mock.fetch(new URL(result?.path ?? '', mock.url))).headers.get('content-type')).toMatch(/^image\//);
  expect((await mock.steer('GET', '/jobs/job_a1_nothing')).status).toBe(404);
});
