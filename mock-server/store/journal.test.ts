/** The ring: what is in it, what is pushed out of it, and how it is read. */
import { expect, test } from 'vitest';
import { Compile } from 'typebox/schema';
import { JournalEntry, journalBodyCharsMax } from '../../spec/schemas/journal.ts';
import { type EndedAttempt, recordedDelivery } from './delivery-entry.ts';
import { Journal, type JournalOptions, type Recorded } from './journal.ts';
import { type SocketStep, recordedSocket } from './socket-entry.ts';

const failures: unknown[] = [];
const open = (options: Partial<JournalOptions> = {}): Journal =>
  new Journal({ reportFailure: (error) => failures.push(error), ...options });

const step = (changed: Partial<SocketStep> = {}): Recorded =>
  recordedSocket({ at: 0, event: 'connected', accountId: 'a1', sessionId: 'sess_a1_x', connection: 1, ...changed });

const attempt = (changed: Partial<EndedAttempt> = {}): EndedAttempt => ({
  accountId: 'a1',
  jobId: 'job_a1_x',
  deliveryId: 'dlv_a1_x',
  attempt: 1,
  url: 'http://127.0.0.1:9/hook',
  headers: { 'content-type': 'application/json', 'Service-Signature': 't=1,v1=ab' },
  body: '{"event":"job.succeeded"}',
  startedAt: 1_000,
  endedAt: 1_250,
  outcome: { kind: 'answered', status: 500 },
  nextAt: 30_250,
  faults: ['webhook-delay'],
  ...changed,
});

const numbers = (journal: Journal, filter: object = {}): number[] =>
  journal.list({ limit: 1_000, ...filter }).entries.map(({ seq }) => seq);

test('beyond its number of entries the oldest make room, and numbers go on', () => {
  const journal = open({ entriesMax: 3 });
  for (let n = 0; n < 8; n++) journal.record(step({ at: n }));
  expect(numbers(journal)).toEqual([6, 7, 8]);
  expect(journal.forgotten).toBe(5);
  expect(journal.list({ limit: 9 }).entries.map(({ at }) => Date.parse(at))).toEqual([5, 6, 7]);
});

test('beyond its bytes the oldest make room, however few there are; one that is larger by itself is not kept', () => {
  const journal = open({ bytesMax: 20_000 });
  for (let n = 0; n < 8; n++) journal.record(recordedDelivery(attempt({ body: 'x'.repeat(2_000) })));
  expect(numbers(journal)).toEqual([6, 7, 8]);
  for (let n = 0; n < 5; n++) journal.record(step());
  expect(numbers(journal)).toEqual([7, 8, 9, 10, 11, 12, 13]);
  journal.record(recordedDelivery(attempt({ url: 'http://127.0.0.1/' + 'x'.repeat(20_000) })));
  expect(numbers(journal)).toEqual([]);
  journal.record(step());
  expect(numbers(journal)).toEqual([15]);
});

test('by default it holds 10,000 entries', () => {
  const journal = open();
  for (let n = 0; n < 10_005; n++) journal.record(step());
  expect(journal.list({ limit: 20_000, since: 0 }).entries).toHaveLength(10_000);
});

test('a reader who asks on from `next` sees every entry once, in order', () => {
  const journal = open();
  for (let n = 0; n < 7; n++) journal.record(step());
  const seen: number[] = [];
  let since = 0;
  for (let page = 0; page < 4; page++) {
    const { entries, next } = journal.list({ since, limit: 3 });
    seen.push(...entries.map(({ seq }) => seq));
    since = next;
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  journal.record(step());
  expect(numbers(journal, { since })).toEqual([8]);
});

test('without `since` the newest are shown, and one can go on from there', () => {
  const journal = open();
  for (let n = 0; n < 7; n++) journal.record(step());
  const { entries, next } = journal.list({ limit: 2 });
  expect([entries.map(({ seq }) => seq), next]).toEqual([[6, 7], 7]);
});

test('a reader of some entries only does not stop at the others', () => {
  const journal = open();
  journal.record(step({ accountId: 'a2' }));
  for (let n = 0; n < 5; n++) journal.record(step());
  expect(journal.list({ accountId: 'a2', since: 0, limit: 1 })).toMatchObject({ entries: [{ seq: 1 }], next: 1 });
  expect(journal.list({ accountId: 'a2', since: 1, limit: 1 })).toEqual({ entries: [], next: 6 });
});

test('entries are found by account, kind and status', () => {
  const journal = open();
  journal.record(step());
  journal.record(step({ accountId: 'a2', event: 'refused', code: 401 }));
  journal.record(step({ accountId: undefined }));
  journal.record(recordedDelivery(attempt()));
  journal.record(recordedDelivery(attempt({ outcome: { kind: 'failed', failure: 'refused' } })));
  expect(numbers(journal, { accountId: 'a1' })).toEqual([1, 4, 5]);
  expect(numbers(journal, { kind: 'socket' })).toEqual([1, 2, 3]);
  expect(numbers(journal, { status: 401 })).toEqual([2]);
  expect(numbers(journal, { kind: 'delivery', status: 500 })).toEqual([4]);
  expect(numbers(journal, { operation: 'getJob' })).toEqual([]);
});

test('cleared, it is as at the start; a reader who was further reads from the beginning', () => {
  const journal = open();
  for (let n = 0; n < 5; n++) journal.record(step());
  journal.clear();
  expect(journal.list({ limit: 9 })).toEqual({ entries: [], next: 0 });
  journal.record(step());
  journal.record(step());
  expect(numbers(journal, { since: 5 })).toEqual([1, 2]);
  expect(numbers(journal, { since: 2 })).toEqual([]);
});

test('a follower is told of each entry until it leaves, and one that fails disturbs nobody', () => {
  failures.length = 0;
  const journal = open();
  const seen: number[] = [];
  journal.follow(() => {
    throw new Error('not now');
  });
  const leave = journal.follow(({ seq }) => seen.push(seq));
  journal.record(step());
  journal.record(step());
  leave();
  journal.record(step());
  expect([seen, failures.length, numbers(journal)]).toEqual([[1, 2], 3, [1, 2, 3]]);
});

test('what cannot be recorded is reported, and leaves the rest as it was', () => {
  failures.length = 0;
  const journal = open();
  journal.record(step());
  const broken = {
    ...step(),
    get size(): number {
      throw new Error('no size');
    },
  };
  journal.record(broken);
  journal.record(step());
  expect([numbers(journal), failures.length]).toEqual([[1, 2], 1]);
});

test('a delivery is shown with what was sent and what came of it, and fits the schema', () => {
  const journal = open();
  journal.record(recordedDelivery(attempt()));
  const failed = { kind: 'failed', failure: 'timeout', detail: 'no status line' } as const;
  journal.record(recordedDelivery(attempt({ attempt: 6, outcome: failed, nextAt: undefined })));
  const { entries } = journal.list({ limit: 9 });
  expect(entries[0]).toEqual({
    kind: 'delivery',
    seq: 1,
    at: '1970-01-01T00:00:01.000Z',
    account_id: 'a1',
    delivery_id: 'dlv_a1_x',
    job_id: 'job_a1_x',
    attempt: 1,
    url: 'http://127.0.0.1:9/hook',
    request: {
      headers: [
        { name: 'content-type', value: 'application/json' },
        { name: 'Service-Signature', value: 't=1,v1=ab' },
      ],
      body: { bytes: 25, text: '{"event":"job.succeeded"}', truncated: false },
    },
    status: 500,
    failure: null,
    duration_ms: 250,
    next_at: '1970-01-01T00:00:30.250Z',
    faults: ['webhook-delay'],
  });
  expect(entries[1]).toMatchObject({ status: null, failure: 'timeout: no status line', next_at: null });
  const schema = Compile(JournalEntry);
  for (const entry of entries) expect(schema.Errors(entry)).toEqual([true, []]);
});

test('the steps of a socket are shown with its traffic until then, and fit the schema', () => {
  const journal = open();
  const received = { frames: 3, bytes: 960 };
  journal.record(step({ event: 'closed', code: 1000, detail: 'max_duration_sec is reached', received }));
  received.frames = 99;
  journal.record(recordedSocket({ at: 5, event: 'refused', code: 401 }));
  const { entries } = journal.list({ limit: 9 });
  expect(entries).toMatchObject([
    { code: 1000, connection: 1, received: { frames: 3, bytes: 960 }, sent: { frames: 0, bytes: 0 } },
    { account_id: null, session_id: null, connection: null, code: 401, detail: null },
  ]);
  const schema = Compile(JournalEntry);
  for (const entry of entries) expect(schema.Errors(entry)).toEqual([true, []]);
});

test('an entry stays as it was recorded, whatever becomes of what it was made from, and whoever has read it', () => {
  const journal = open();
  const headers: Record<string, string> = { a: '1' };
  const faults = ['webhook-delay'];
  journal.record(recordedDelivery(attempt({ headers, faults })));
  const before = JSON.stringify(journal.list({ limit: 9 }));
  headers['a'] = '2';
  headers['b'] = '3';
  faults.push('another');
  const [read] = journal.list({ limit: 9 }).entries;
  read?.faults.push('a reader');
  expect(JSON.stringify(journal.list({ limit: 9 }))).toBe(before);
});

test.each([
  [journalBodyCharsMax, false],
  [journalBodyCharsMax + 1, true],
  [journalBodyCharsMax + 1_025, true],
  [1_000_000, true],
])('of a body of %i characters the beginning is shown, and all bytes are counted', (length, truncated) => {
  const journal = open();
  journal.record(recordedDelivery(attempt({ body: 'ä'.repeat(length) })));
  const [entry] = journal.list({ limit: 1 }).entries;
  expect(entry).toMatchObject({ request: { body: { bytes: 2 * length, truncated } } });
  expect(entry?.kind === 'delivery' && entry.request.body.text).toBe('ä'.repeat(Math.min(length, journalBodyCharsMax)));
});

test('a secret across the end of what is shown leaves no half behind', () => {
  const secret = 'MARKERSECRET0123456789';
  const journal = open({ secrets: [secret] });
  for (const end of [journalBodyCharsMax, journalBodyCharsMax + 1_024]) {
    for (let shift = 0; shift <= secret.length; shift++) {
      journal.record(recordedDelivery(attempt({ body: ' '.repeat(end - shift) + secret + ' '.repeat(99_999) })));
    }
  }
  // Where much is taken out, the end of what is kept comes into view.
  journal.record(recordedDelivery(attempt({ body: `${secret} `.repeat(9_999) })));
  expect(JSON.stringify(journal.list({ limit: 99 }))).not.toContain('MARKER');
});
