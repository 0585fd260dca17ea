/** What is too little to praise a client for: then a rule has nothing to judge, and says what it wants. With a little more it is kept. */
import { expect, test } from 'vitest';
import { type JournalEntry, usageCutNote } from '../../spec/schemas/journal.ts';
import { accepted, answer, call, order, poll, second, socket, stamp } from './clients/written.case.ts';
import { type RuleVerdict, judgeConduct } from './scorecard.ts';

const refusal = (status: number, code: string) => answer(status, { error: { code, message: 'no' } });
const limited = refusal(429, 'rate_limited');
const full = refusal(429, 'at_capacity');
const warming = refusal(503, 'capacity_warming');
const empty = refusal(402, 'insufficient_balance');
const invalid = refusal(400, 'invalid_input');

const balance = (at: number, told = answer(200, { balance_usd: 5 })) =>
  call('getBalance', 'GET /balance', { at, ...told });
/** Of which more was there than was listed. */
const usage = (at: number) => ({
  ...call('listUsage', 'GET /usage', { at, ...answer(200, []) }),
  notes: [`${usageCutNote}: the log ends at 100`],
});
const voice = (at: number, told: typeof limited) =>
  call('createVoiceSession', 'POST /voice/session', { at, body: { duration_minutes: 1 }, ...told });
const session = (more = {}) =>
  call('createVoiceSession', 'POST /voice/session', {
    at: 0,
    ...answer(200, { session_id: 'ses_1', max_duration_sec: 60, ...more }),
  });
/** A job that the client knows to have succeeded, with a link that expires at once. */
const succeeded = [order({ at: 0, ...accepted('job_1') }), poll('job_1', 0.5, 'succeeded')];
const fetched = (at: number, status: number) =>
  call(null, `GET /outputs/job_1.mp4?expires=${Date.parse(stamp(second)) / 1000}`, { at, ...answer(status, {}) });
const said = (type: 'text' | 'binary', bytes: number): unknown => ({
  type,
  at: stamp(0),
  from: 'client',
  bytes,
  truncated: false,
  ...(type === 'text' ? { text: 'x'.repeat(bytes) } : { base64: btoa('\u0000\u0001'.repeat(bytes / 2)) }),
});
/** @param sample of 16, in the units of int16 */
const heard = (sample: (n: number) => number): unknown => {
  const samples = Int16Array.from({ length: 16 }, (_, n) => Math.round(sample(n)));
  return { ...(said('binary', 32) as object), base64: Buffer.from(samples.buffer).toString('base64') };
};
/** The same call, again and again. @param times in milliseconds */
const each = <T>(times: readonly number[], make: (at: number) => T): T[] => times.map(make);

test.each<[rule: string, what: string, thin: readonly JournalEntry[], kept: readonly JournalEntry[]]>([
  [
    'refusals.rate-limited-backs-off',
    'three quick repeats',
    each([0, 50, 100, 150], (at) => balance(at, limited)),
    [balance(0, limited), balance(2 * second)],
  ],
  [
    'refusals.rate-limited-backs-off',
    'one that waits while other calls go out as before',
    [balance(0, limited), order({ at: 300, ...limited }), balance(2 * second)],
    [balance(0, limited), order({ at: 2 * second, ...limited }), balance(3 * second)],
  ],
  [
    'refusals.at-capacity-waits',
    'a repeat after half a second',
    [order({ at: 0, ...full }), order({ at: 500, ...accepted('job_1') })],
    [order({ at: 0, ...full }), order({ at: 3 * second, ...accepted('job_1') })],
  ],
  [
    'refusals.warming-waits',
    'one early repeat',
    [voice(0, warming), voice(2 * second, warming)],
    [voice(0, warming), voice(60 * second, warming)],
  ],
  [
    'refusals.told-apart',
    'waits that differ as those of chance do',
    [
      ...each([0, 1, 3, 7], (at) => balance(at * second, limited)),
      ...each([20, 21.4, 24, 27.1], (at) => order({ at: at * second, ...full })),
    ],
    [
      ...each([0, 5, 15, 35], (at) => balance(at * second, limited)),
      ...each([50, 52, 54, 56], (at) => order({ at: at * second, ...full })),
    ],
  ],
  [
    'refusals.at-capacity-tried-again',
    'another order',
    [order({ at: 0, ...full }), order({ at: 5 * second, script: 'b', ...accepted('job_1') })],
    [order({ at: 0, ...full }), order({ at: 5 * second, ...accepted('job_1') })],
  ],
  [
    'refusals.top-up',
    'a second attempt that is refused, too',
    [order({ at: 0, ...empty }), order({ at: second, ...empty }), balance(9 * second)],
    [order({ at: 0, ...empty }), balance(9 * second)],
  ],
  [
    'inputs.invalid-not-repeated',
    'a refused upload',
    [call('uploadFile', 'POST /uploads', { at: 0, ...invalid }), balance(9 * second)],
    [order({ at: 0, ...invalid }), balance(9 * second)],
  ],
  [
    'inputs.json',
    'a body that was not read',
    [voice(0, limited)].map((entry) => ({
      ...entry,
      request: { ...entry.request, body: { bytes: 9, text: null, truncated: false } },
    })),
    [voice(0, limited)],
  ],
  [
    'inputs.known-fields',
    'a call that was refused before its fields were looked at',
    [voice(0, limited)],
    [voice(0, answer(200, {}))],
  ],
  [
    'inputs.uploaded-first',
    'an input of unknown origin that was refused',
    [order({ at: 0, image: 'file_a1_unknown', ...invalid })],
    [
      call('uploadFile', 'POST /uploads', { at: 0, ...answer(200, { file_key: 'file_a1_unknown' }) }),
      order({ at: second, image: 'file_a1_unknown', ...invalid }),
    ],
  ],
  [
    'keys.dead-key-dropped',
    'a second call with the dead key',
    [balance(0, refusal(401, 'unauthorized')), order({ at: 5 * second, ...refusal(401, 'unauthorized') })],
    [balance(0, refusal(401, 'unauthorized')), balance(9 * second)],
  ],
  [
    'jobs.poll-pause',
    'a few polls in a hurry',
    [order({ at: 0, ...accepted('job_1') }), ...each([1, 1.05, 1.1], (at) => poll('job_1', at, 'queued'))],
    [order({ at: 0, ...accepted('job_1') }), ...each([1, 2, 3], (at) => poll('job_1', at, 'queued'))],
  ],
  [
    'jobs.poll-pause',
    'a hundred polls with a little between them, of which sixty a minute would do',
    [
      order({ at: 0, ...accepted('job_1') }),
      ...each(
        Array.from({ length: 100 }, (_, index) => 1 + index * 0.15),
        (at) => poll('job_1', at, 'queued'),
      ),
      poll('job_1', 20, 'queued'),
    ],
    // Slower and slower.
    [order({ at: 0, ...accepted('job_1') }), ...each([1, 1.5, 2.5, 4.5], (at) => poll('job_1', at, 'queued'))],
  ],
  [
    'jobs.ended-is-ended',
    'three polls more',
    [order({ at: 0, ...accepted('job_1') }), ...each([1, 2, 3, 4], (at) => poll('job_1', at, 'failed'))],
    [order({ at: 0, ...accepted('job_1') }), ...each([1, 2, 3], (at) => poll('job_1', at, 'failed'))],
  ],
  [
    'jobs.queued-to-failed',
    'three polls more',
    [order({ at: 0, ...accepted('job_1') }), ...each([1, 2, 3, 4], (at) => poll('job_1', at, 'failed'))],
    [order({ at: 0, ...accepted('job_1') }), poll('job_1', 1, 'failed')],
  ],
  [
    'results.downloaded',
    'an expired link, after which a fresh one was asked for',
    [...succeeded, fetched(second, 403), poll('job_1', 3, 'succeeded')],
    [...succeeded, fetched(second, 403), poll('job_1', 3, 'succeeded'), fetched(9 * second, 200)],
  ],
  [
    'results.downloaded',
    'a link that a fault has broken',
    [...succeeded.map((entry) => ({ ...entry, faults: ['job-link-broken'] })), fetched(second, 404)],
    [...succeeded.map((entry) => ({ ...entry, faults: ['job-link-broken'] })), fetched(second, 200)],
  ],
  [
    'results.downloaded',
    'a link that was asked with a key, where the service may want none',
    [...succeeded, fetched(second, 400)],
    [...succeeded, fetched(second, 400), fetched(second, 206)],
  ],
  [
    'results.fresh-link',
    'an expired link that was let be',
    [...succeeded, fetched(second, 403), balance(9 * second)],
    [...succeeded, fetched(second, 403), poll('job_1', 9, 'succeeded')],
  ],
  [
    'retries.one-key-one-order',
    'a single order',
    [order({ at: 0, key: 'one', ...accepted('job_1') })],
    [
      order({ at: 0, key: 'one', ...accepted('job_1') }),
      order({ at: 0, key: 'two', script: 'b', ...accepted('job_2') }),
    ],
  ],
  [
    'money.filled-before',
    'a balance that is not empty',
    [balance(0), order({ at: second, ...accepted('job_1') })],
    [balance(0, answer(200, { balance_usd: 0 })), balance(9 * second)],
  ],
  [
    'money.totals-from-summary',
    'a log of usage that was not cut off',
    [{ ...usage(0), notes: [] }],
    [usage(0), call('getUsageSummary', 'GET /usage/summary', { at: second, ...answer(200, {}) })],
  ],
  [
    'money.ceiling-covered',
    'a session that began although the balance was too low when it was seen',
    [
      balance(0, answer(200, { balance_usd: 1 })),
      liveSwap({ max_cost_usd: 9 }),
      socket({ event: 'connected', at: stamp(2 * second) }),
    ],
    [
      balance(0, answer(200, { balance_usd: 10 })),
      liveSwap({ max_cost_usd: 9 }),
      socket({ event: 'connected', at: stamp(2 * second) }),
    ],
  ],
  [
    'streams.voice-changer-closed',
    'a stream that the service stopped',
    [session(), socket({ event: 'connected' }), socket({ event: 'closed', code: 1000, at: stamp(60 * second) })],
    [session(), socket({ event: 'connected' }), socket({ event: 'closed', code: 1000, at: stamp(5 * second) })],
  ],
  [
    'streams.voice-changer-closed',
    'a stream that the service stopped for want of money',
    [
      session(),
      socket({ event: 'connected' }),
      socket({ event: 'closed', code: 1000, detail: 'the balance is used up', at: stamp(5 * second) }),
    ],
    [session(), socket({ event: 'connected' }), socket({ event: 'closed', code: 1000, at: stamp(5 * second) })],
  ],
  [
    'streams.voice-changer-token',
    'a socket that was turned away',
    [session(), socket({ event: 'refused', code: 401, detail: 'the session token is wrong' })],
    [session(), socket({ event: 'connected' })],
  ],
  [
    'voice.binary',
    'a short text alone',
    [session(), socket({ event: 'connected' }), socket({ event: 'closed', messages: [said('text', 5)] })],
    [session(), socket({ event: 'connected' }), socket({ event: 'closed', messages: [said('binary', 32)] })],
  ],
  [
    'voice.int16',
    'silence',
    [
      session(),
      socket({ event: 'connected' }),
      socket({ event: 'closed', messages: each([1, 2, 3, 4], () => heard(() => 0)) }),
    ],
    [
      session(),
      socket({ event: 'connected' }),
      socket({ event: 'closed', messages: each([1, 2, 3, 4], (at) => heard((n) => 300 * Math.sin(at + n / 5))) }),
    ],
  ],
])('%s has nothing to judge in %s', (id, _what, thin, kept) => {
  expect(judged(thin, id)).toMatchObject({ verdict: 'not_testable' });
  expect(judged(kept, id)).toMatchObject({ verdict: 'pass' });
});

test.each(['jobs.ended-is-ended', 'inputs.invalid-not-repeated'])(
  '%s has nothing to judge before there was time to break it',
  (id) => {
    const entries = [
      order({ at: 0, ...accepted('job_1') }),
      poll('job_1', 1, 'failed'),
      order({ at: 2 * second, ...invalid }),
    ];
    const soFar = id === 'jobs.ended-is-ended' ? entries.slice(0, 2) : entries;
    expect(judged(soFar, id, true)).toMatchObject({ verdict: 'not_testable' });
    expect(judged([...soFar, balance(5 * second)], id, true)).toMatchObject({ verdict: 'pass' });
  },
);

test('a log of usage that was cut off is held against nobody who may have had the summary before, or may yet ask for it', () => {
  const entries = [usage(0), balance(9 * second)].map((entry, index) => ({ ...entry, seq: index + 1 }));
  const verdictOf = (about: object) =>
    judgeConduct(entries, { clock: 'real', accountId: 'acc_1', ...about }).rules.find(
      (rule) => rule.id === 'money.totals-from-summary',
    )?.verdict;
  expect([{}, { forgotten: 1 }, { running: true }].map(verdictOf)).toEqual(['warn', 'not_testable', 'not_testable']);
});

function liveSwap(told: object) {
  return call('createLiveSwapSession', 'POST /full-live-swap/session', {
    at: second,
    ...answer(200, { session_id: 'ses_1', ...told }),
  });
}

function judged(entries: readonly JournalEntry[], id: string, running = false): RuleVerdict | undefined {
  const numbered = entries.map((entry, index) => ({ ...entry, seq: index + 1 }));
  return judgeConduct(numbered, { clock: 'real', accountId: 'acc_1', running }).rules.find((rule) => rule.id === id);
}
