/** When two histories are judged for the same. */
import { expect, test } from 'vitest';
import type { ClauseId } from '../../spec/clauses.ts';
import { Finding } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Law } from './law.ts';
import { type Log, type Submit, type UploadLog, noNotes } from './log.ts';
import { isAlike, situationOf } from './situation.ts';

const clause: ClauseId = 'limits.retry-safety-same-job';

const exchange = (operation: Exchange['operation']): Exchange => ({
  number: 1,
  operation,
  request: { method: 'POST', url: 'http://127.0.0.1/api/v1', headers: {}, body: undefined },
  breaks: undefined,
  answer: undefined,
  failure: undefined,
  sentAt: 0,
  tookMs: 0,
  cost: { usd: 0 },
});

const submit = (kind: Submit['kind'], key?: string, more: Partial<Submit> = {}): Submit => ({
  who: 0,
  endpoint: 'face-swap-image',
  key,
  kind,
  uploads: [],
  callbackUrl: undefined,
  exchange: exchange('submitFaceSwapImage'),
  ...more,
});

const logOf = (...submits: readonly Submit[]): Log => ({
  ...noNotes(),
  accounts: [],
  submits,
  uploads: submits.flatMap(({ uploads }) => uploads),
  deliveries: [],
  isOpen: false,
  exchanges: submits.map((one) => one.exchange),
});

/** It judges that clause, in those words. */
const law = (judged: ClauseId, expected: string): Law => ({
  id: 'a-law',
  title: 'a law',
  clauses: [judged],
  needs: [],
  judge: (_log, _known, expectation) => expectation(judged, true, { expected }),
});

const known = { pricing: undefined, totalCharged: () => undefined };
const [first, again, keyless] = [submit('first', 'a'), submit('again', 'a'), submit('first')];
const failed = (at: readonly Exchange[]): Finding => new Finding(clause, '0.06 USD gone', '0.09 USD', at, []);

test('the steps that showed the failure are needed, by kind and number; others are not', () => {
  const situation = situationOf(failed([first.exchange, again.exchange]), logOf(first, keyless, again));
  const alike = (...submits: Submit[]): boolean =>
    isAlike(logOf(...submits), known, law(clause, '0 USD gone'), situation);
  expect(alike(first, again)).toBe(true);
  expect(alike(first)).toBe(false);
  expect(alike(first, keyless)).toBe(false);
});

test('of two steps of a kind both are needed, but where books are shown, one is enough', () => {
  const other = submit('first');
  const log = logOf(keyless, other);
  const narrow = situationOf(failed([keyless.exchange, other.exchange]), log);
  const books = situationOf(failed([keyless.exchange, other.exchange, exchange('getBalance')]), log);
  const alike = (situation: typeof narrow): boolean =>
    isAlike(logOf(keyless), known, law(clause, '0.03 USD gone'), situation);
  expect([alike(narrow), alike(books)]).toEqual([false, true]);
});

test('where books are shown, a submit with a key stands for one without', () => {
  const log = logOf(keyless);
  const narrow = situationOf(failed([keyless.exchange]), log);
  const books = situationOf(failed([keyless.exchange, exchange('getBalance')]), log);
  const alike = (situation: typeof narrow): boolean =>
    isAlike(logOf(first), known, law(clause, '0.03 USD gone'), situation);
  expect([alike(narrow), alike(books)]).toEqual([false, true]);
});

test('an upload is needed, and a submit that asks for a webhook, but not where books are shown', () => {
  const upload: UploadLog = { who: 0, role: 'face', exchange: exchange('uploadFile'), fileKey: 'f' };
  const naming = submit('first', 'a', { uploads: [upload] });
  const called = submit('first', 'b', { callbackUrl: 'http://127.0.0.1:1/hooks/h1' });
  const log = logOf(naming, called);
  const shown = [upload.exchange, naming.exchange, called.exchange];
  const narrow = situationOf(failed(shown), log);
  const books = situationOf(failed([...shown, exchange('getBalance')]), log);
  const alike = (situation: typeof narrow, ...submits: Submit[]): boolean =>
    isAlike(logOf(...submits), known, law(clause, '0.03 USD gone'), situation);
  expect(alike(narrow, naming, called)).toBe(true);
  expect(alike(narrow, naming, submit('first', 'b'))).toBe(false);
  expect(alike(narrow, submit('first', 'a'), called)).toBe(false);
  expect(alike(books, submit('first', 'a'))).toBe(true);
});

test('the same clause must be judged, in the same words but for the numbers', () => {
  const situation = situationOf(failed([first.exchange]), logOf(first));
  const alike = (judged: ClauseId, expected: string): boolean =>
    isAlike(logOf(first), known, law(judged, expected), situation);
  expect(alike(clause, '12 USD gone')).toBe(true);
  expect(alike(clause, '')).toBe(false);
  expect(alike('service.charges-from-balance', '12 USD gone')).toBe(false);
});
