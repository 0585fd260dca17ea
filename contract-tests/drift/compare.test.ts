/** What counts as a difference between two exchanges, and what does not. */
import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { check } from '../check.ts';
import type { Breaks } from '../lawful/requests.ts';
import type { Exchange } from '../wire/exchange.ts';
import { contrastsBetween } from './compare.ts';
import type { Placed, Recording } from './recording.ts';

const some = check({
  id: 'some.check',
  title: 'it is a check',
  clauses: ['endpoints.balance.returns-balance'],
  run: async () => undefined,
});

type Told = {
  readonly operation?: OperationId;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly breaks?: Breaks;
  readonly failure?: string;
};

const sent = (json: unknown, told: Told = {}): Placed<Exchange> => {
  const { operation = 'getBalance', path = '/balance', status = 200, headers = {}, breaks, failure } = told;
  const body = Buffer.from(JSON.stringify(json) ?? '');
  const request = { method: 'GET', url: `http://a/api/v1${path}`, headers: {}, body: undefined };
  const answer = { status, headers: { 'content-type': 'application/json', ...headers }, body, json };
  const exchange = {
    number: 1,
    operation,
    request,
    breaks,
    answer: failure === undefined ? answer : undefined,
    failure,
  };
  return { of: { ...exchange, sentAt: 0, tookMs: 1, cost: { usd: 0 } }, group: some.id, check: some };
};

const look = (id: string, status: string, more: object = {}): Placed<Exchange> =>
  sent({ id, status, ...more }, { operation: 'getJob', path: `/jobs/${id}` });

const recording = (...exchanges: readonly Placed<Exchange>[]): Recording => ({
  exchanges,
  streams: [],
  deliveries: [],
  signatureHeader: undefined,
});

const told = (mock: readonly Placed<Exchange>[], deployment: readonly Placed<Exchange>[]): readonly string[] =>
  contrastsBetween(recording(...mock), recording(...deployment)).map(
    ({ operation, what, mock: ours, deployment: theirs, seen }) =>
      `${operation}, ${what}: ${ours} / ${theirs}, ${seen.length}`,
  );

test.each<[what: string, mock: Placed<Exchange>, deployment: Placed<Exchange>, expected: readonly string[]]>([
  ['other values', sent({ id: 'a', at: '2026-01-01', usd: 1 }), sent({ id: 'b', at: '1999', usd: 2.5 }), []],
  ['another status', sent({}), sent({}, { status: 203 }), ['getBalance, answer: 200 / 203, 1']],
  [
    'another code',
    sent({ error: { code: 'invalid_input' } }, { status: 400 }),
    sent({ error: { code: 'not_found' } }, { status: 404 }),
    ['getBalance, answer: 400 invalid_input / 404 not_found, 1'],
  ],
  ['no answer', sent({}), sent({}, { failure: 'ECONNRESET' }), ['getBalance, answer: 200 / none (ECONNRESET), 1']],
  ['a missing member', sent({ a: 1, b: 1 }), sent({ a: 1 }), ['getBalance, member b: number / absent, 1']],
  [
    'another type, deep inside',
    sent({ a: [{ b: 1 }] }),
    sent({ a: [{ b: '1' }] }),
    ['getBalance, member a[].b: number / string, 1'],
  ],
  ['a list that is empty on one side', sent([{ a: 1 }]), sent([]), []],
  ['no JSON', sent({}), sent(undefined), ['getBalance, body: object / no JSON, 1']],
  [
    'a media type with a parameter',
    sent({}),
    sent({}, { headers: { 'content-type': 'Application/JSON;charset=utf-8' } }),
    ['any answer, media type: application/json / application/json; charset=utf-8, 1'],
  ],
  ['a header', sent({}), sent({}, { headers: { via: '1.1 a' } }), ['any answer, header via: absent / there, 1']],
  ['what belongs to the connection', sent({}), sent({}, { headers: { date: 'x', connection: 'close' } }), []],
])('%s', (_, mock, deployment, expected) => {
  expect(told([mock], [deployment])).toEqual(expected);
});

test('what is seen more than once is one difference, with a count', () => {
  expect(told([sent({}), sent({})], [sent({ a: 1 }), sent({ a: 1 })])).toEqual([
    'getBalance, member a: absent / number, 2',
  ]);
});

test('polls are laid side by side by what they show, however many there are', () => {
  const mock = [
    look('j1', 'queued', { a: null }),
    look('j1', 'processing', { a: null }),
    look('j1', 'succeeded', { a: 'x' }),
  ];
  const slow = Array.from({ length: 5 }, () => look('k9', 'queued', { a: null }));
  expect(told(mock, [...slow, look('k9', 'processing', { a: null }), look('k9', 'succeeded', { a: 'y' })])).toEqual([]);
  expect(told(mock, [look('k9', 'succeeded', { a: null })])).toEqual([
    'getJob, member a when succeeded: string / null, 1',
  ]);
});

test('a poll that is refused on one side alone is a difference', () => {
  const refused = sent({ error: { code: 'not_found' } }, { operation: 'getJob', path: '/jobs/k9', status: 404 });
  expect(told([look('j1', 'queued')], [refused])).toEqual(['getJob, answer: 200 / 404 not_found, 1']);
});

test('a request that was held up by the rate is left out', () => {
  const held = sent({ error: { code: 'rate_limited' } }, { status: 429 });
  expect(told([sent({ a: 1 })], [held, sent({ a: 2 })])).toEqual([]);
});

test('a word that only one side was seen to use is a difference, but for a state that may have passed unseen', () => {
  const ends = (word: string): readonly Placed<Exchange>[] => [look('j1', 'queued'), look('j1', word)];
  expect(told(ends('succeeded'), ends('done'))).toEqual([
    'getJob, status `succeeded`: seen / not seen, 1',
    'getJob, status `done`: not seen / seen, 1',
  ]);
  const works = [look('j1', 'queued'), look('j1', 'processing')];
  expect(told(works, [look('j1', 'queued')])).toEqual([]);
  const waits = Array.from({ length: 6 }, () => look('j1', 'queued'));
  expect(told(works, waits)).toEqual(['getJob, status `processing`: seen / not seen, 1']);
  expect(told([look('j1', 'succeeded')], [...waits, look('j1', 'succeeded')])).toEqual([]);
});

test('a log of what happened holds what it holds: only what the mock never shows there is a difference', () => {
  const log = (...reasons: readonly (string | null)[]): Placed<Exchange> =>
    sent(
      reasons.map((reason) => ({ status: 'failed', reason })),
      { operation: 'listUsage', path: '/usage' },
    );
  expect(told([log('render_failed', null)], [log('render_failed')])).toEqual([]);
  expect(told([log('render_failed')], [log('render_failed', null)])).toEqual([
    'listUsage, member [].reason when failed: string / null or string, 1',
  ]);
});
