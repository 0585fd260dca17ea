/** Journals of clients that break nothing, written by hand: several workers, users and restarts, as no single client makes them. */
import { expect, test } from 'vitest';
import { type JournalEntry, repeatNote } from '../../spec/schemas/journal.ts';
import { complaintsOf } from './clients/complaints.case.ts';
import {
  type Told,
  accepted,
  answer,
  call,
  delivery,
  order,
  poll,
  second,
  socket,
  stamp,
} from './clients/written.case.ts';
import { seenIn } from './seen.ts';
import { judgeConduct } from './scorecard.ts';
import { binaryOf } from './sound.ts';

const hour = 3_600 * second;

test('four workers that meet a dead key once each go on with nothing', () => {
  const refused = answer(401, { error: { code: 'unauthorized', message: 'no such key' } });
  held([0, 30, 200, 210].map((at) => call('getBalance', 'GET /balance', { at, ms: 100, ...refused })));
  held([0, 1, 2, 3].map((at) => call('getBalance', 'GET /balance', { at, ...refused })));
});

test('an order that is tried once an hour until somebody tops up waits for that', () => {
  const refused = answer(402, { error: { code: 'insufficient_balance', message: 'too low' } });
  held([0, 1, 2, 3].map((at) => order({ at: at * hour, ...refused })));
});

test('a balance that was asked for before the submit, and came after it, was not known', () => {
  const balance = call('getBalance', 'GET /balance', { at: 0, ms: 500, ...answer(200, { balance_usd: 0 }) });
  const refused = answer(402, { error: { code: 'insufficient_balance', message: 'too low' } });
  held([balance, order({ at: 100, ms: 1_000, ...refused })]);
});

test('two users who ask for voices within seconds, and each wait for a minute, both wait', () => {
  const warming = answer(503, { error: { code: 'capacity_warming', message: 'warming' } });
  held([0, 3, 60, 63].map((at) => call('createVoiceSession', 'POST /voice/session', { at: at * second, ...warming })));
});

test('five workers that each look once at a fast job do not wait for processing', () => {
  const slow = [order({ at: 0, ...accepted('job_1') }), poll('job_1', 1, 'processing'), poll('job_1', 2, 'failed')];
  const fast = [order({ at: 3 * second, script: 'b', ...accepted('job_2') }), poll('job_2', 3.1, 'failed')];
  held([...slow, ...fast, ...[3.2, 3.4, 3.7, 3.9].map((at) => poll('job_2', at, 'failed'))]);
  held([...slow, ...fast, ...Array.from({ length: 9 }, () => poll('job_2', 3.2, 'failed'))]);
});

test('who shows a job again hours later does not poll it', () => {
  const polls = Array.from({ length: 9 }, (_, at) => poll('job_1', 1 + at * 3_600, 'failed'));
  held([order({ at: 0, ...accepted('job_1') }), ...polls]);
});

test('a job whose 202 was lost behind a proxy is not left, where the same was ordered again', () => {
  held([
    order({ at: 0, ...accepted('job_1') }),
    order({ at: 5 * second, ...accepted('job_2') }),
    poll('job_2', 6, 'failed'),
  ]);
});

test('a webhook whose resend failed is not given up while its attempts go on', () => {
  const next_at = stamp(600 * second);
  held([
    { ...order({ at: 0, callback_url: 'https://shop.example/hooks', ...accepted('job_1') }) },
    delivery({ attempt: 1, at: stamp(10 * second), next_at }),
    delivery({ attempt: 2, at: stamp(20 * second), next_at: null }),
  ]);
});

test('an order that is sent again under its key keeps it, whatever was ordered in between', () => {
  const lost = { faults: ['request-drop-after-commit'] };
  held([
    order({ at: 0, key: 'one', ...accepted('job_1'), ...lost }),
    order({ at: second, key: 'two', ...accepted('job_2') }),
    order({ at: 2 * second, key: 'one', ...accepted('job_1') }),
    poll('job_1', 3, 'failed'),
    poll('job_2', 3, 'failed'),
  ]);
});

test('orders of two kinds that take turns do not follow the words', () => {
  const words = ['come back shortly', 'a short wait will help', 'everything is busy'];
  let turn = 0;
  const refusal = (): Told => answer(429, { error: { code: 'at_capacity', message: words[turn++ % 3] } });
  const entries = Array.from({ length: 12 }, (_, round) => [
    order({ at: round * hour, script: `${round}`, ...refusal() }),
    order({ at: round * hour + 9 * second, script: `${round}`, ...refusal() }),
    call('createVoiceSession', 'POST /voice/session', {
      at: round * hour + 20 * second,
      body: { duration_minutes: round + 1 },
      ...refusal(),
    }),
  ]);
  held(entries.flat());
});

test.each([
  ['phone', 'user-agent', 'Dalvik/2.1.0 (Linux; U; Android 14)'],
  ['page', 'origin', 'https://shop.example'],
])('a server that passes on the headers of a %s keeps its key', (_, name, value) => {
  const headers = { 'x-forwarded-for': '192.0.2.7', [name]: value };
  held([call('getBalance', 'GET /balance', { at: 0, headers, ...answer(200, { balance_usd: 5 }) })]);
  const asks = { ...headers, 'access-control-request-headers': 'authorization' };
  held([call(null, 'OPTIONS /balance', { at: 0, headers: asks, ...answer(204, {}) })]);
});

test('sound that is sent slower than it plays has the rate it was announced with', () => {
  const binary = (at: number): unknown => ({
    type: 'binary',
    at: stamp(at),
    from: 'client',
    bytes: 1_024,
    truncated: true,
    base64: btoa('\0\u0001'.repeat(16)),
  });
  const text = '{"type":"format","sample_rate":24000,"chunk_frames":480}';
  const format = { type: 'text', at: stamp(0), from: 'server', bytes: text.length, truncated: false, text };
  const messages = [format, ...Array.from({ length: 30 }, (_, index) => binary(32 * (index + 1)))];
  held([
    call('createVoiceSession', 'POST /voice/session', { at: 0, ...answer(200, { session_id: 'ses_1' }) }),
    socket({ event: 'connected' }),
    socket({ event: 'closed', code: 1000, messages, received: { frames: 30, bytes: 30_720 } }),
  ]);
});

test('a journal of 200,000 entries is read, and a wrong message in it tells nothing', () => {
  const entry = socket({ event: 'refused' });
  expect(
    seenIn(
      Array.from({ length: 200_000 }, () => entry),
      {},
    ).strayed.length,
  ).toBe(0);
  expect(binaryOf({ type: 'binary', at: stamp(0), from: 'client', bytes: 2, truncated: false, base64: '!' })).toBe(
    undefined,
  );
});

/** Of one order under one key, whose job was there before. */
const repeat = (at: number, id: string): JournalEntry => ({
  ...order({ at, key: 'one', ...accepted(id) }),
  notes: [`${repeatNote} ${id}: no second job, no second charge`],
});

test.each<[what: string, rule: string, later: readonly JournalEntry[]]>([
  ['is asked for no more', 'jobs.followed', []],
  ['is fetched no more', 'results.downloaded', [poll('job_1', 2, 'succeeded')]],
  ['was given another status_url', 'jobs.status-url', [poll('elsewhere/job_1', 2, 'succeeded')]],
  [
    'had its webhook then',
    'jobs.missed-webhook',
    [delivery({ attempt: 6, at: stamp(2 * second), next_at: null }), poll('job_2', 3, 'failed')],
  ],
])(
  'a job that was made before the journal begins, and %s, may have been followed and fetched then',
  (_, rule, later) => {
    const entries = [repeat(0, 'job_1'), ...later];
    held(entries, { forgotten: 1 });
    // Where all is there, the repeat hides nothing.
    expect(complaints(entries).join('\n')).toContain(rule);
  },
);

/** Nothing is held against it. */
function held(entries: readonly JournalEntry[], about: { readonly forgotten?: number } = {}): void {
  expect(complaints(entries, about)).toEqual([]);
}

function complaints(entries: readonly JournalEntry[], about: { readonly forgotten?: number } = {}): readonly string[] {
  const numbered = entries.map((entry, index) => ({ ...entry, seq: index + 1 }));
  return complaintsOf(judgeConduct(numbered, { clock: 'real', accountId: 'acc_1', ...about }));
}
