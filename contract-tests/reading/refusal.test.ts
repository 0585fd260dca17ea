import { expect, test } from 'vitest';
import type { HttpErrorCode } from '../../spec/errors.ts';
import type { Breaks } from '../lawful/requests.ts';
import type { Exchange } from '../wire/exchange.ts';
import { codeIn, isOfTheMoment, isRefusal, isRefusedAs } from './refusal.ts';

const answered = (status: number, json: unknown): Exchange => ({
  number: 1,
  operation: 'createVoiceSession',
  request: { method: 'POST', url: 'http://127.0.0.1/api/v1/voice/session', headers: {}, body: undefined },
  breaks: undefined,
  answer: { status, headers: {}, body: Buffer.from(JSON.stringify(json)), json },
  failure: undefined,
  sentAt: 0,
  tookMs: 0,
  cost: { usd: 0 },
});

const error = (code: unknown): object => ({ error: { code, message: 'It is so.' } });

test.each<[what: string, status: number, body: unknown, codes: HttpErrorCode[], isRefused: boolean]>([
  ['the right code and status', 400, error('invalid_input'), ['invalid_input'], true],
  [
    'the right code with another status, which another check sees',
    422,
    error('invalid_input'),
    ['invalid_input'],
    true,
  ],
  ['another code of the document', 400, error('unsupported_format'), ['invalid_input'], false],
  ['one of two that are allowed', 400, error('input_too_large'), ['invalid_input', 'input_too_large'], true],
  ['no code, and a status that goes with the right one', 400, {}, ['invalid_input'], true],
  ['a code of its own, and a status that the document keeps for nothing', 422, error('bad'), ['invalid_input'], true],
  ['a code of its own, and a status that stands for something else', 404, error('bad'), ['invalid_input'], false],
  ['a failure of the server', 500, {}, ['invalid_input'], false],
  ['a success', 200, {}, ['invalid_input'], false],
  ['a success that carries an error', 200, error('invalid_input'), ['invalid_input'], false],
])('%s', (_what, status, body, codes, isRefused) => {
  expect(isRefusedAs(answered(status, body), codes)).toBe(isRefused);
});

const breaking = (breaks: Breaks, status: number, code: string): Exchange => ({
  ...answered(status, error(code)),
  breaks,
});

test.each<[breaks: Breaks, status: number, code: string, isRefused: boolean]>([
  ['field:script', 404, 'not_found', false],
  ['field:script + unknown-file-key', 400, 'invalid_input', true],
  ['field:script + unknown-file-key', 404, 'not_found', true],
  ['field:script + unknown-file-key', 402, 'insufficient_balance', true],
  ['field:script + unknown-file-key', 400, 'unsupported_format', false],
  ['field:script + unknown-file-key', 500, 'internal_error', false],
])('a request that breaks %s is refused with %i %s: %s', (breaks, status, code, isRefused) => {
  expect(isRefusedAs(breaking(breaks, status, code), ['invalid_input'])).toBe(isRefused);
});

test('without a good key, a file that does not exist may be told first', () => {
  expect(isRefusedAs(breaking('no-key + unknown-file-key', 400, 'invalid_input'), ['unauthorized'])).toBe(true);
  expect(isRefusedAs(breaking('no-key', 400, 'invalid_input'), ['unauthorized'])).toBe(false);
});

test('a code counts only if it is one of HTTP errors', () => {
  expect(codeIn(answered(400, error('invalid_input')))).toBe('invalid_input');
  for (const code of ['processing_failed', 'toString', 7, null])
    expect(codeIn(answered(400, error(code)))).toBeUndefined();
});

test('a refusal is an answer; no answer is none', () => {
  expect(isRefusal(answered(402, {}))).toBe(true);
  expect(isRefusal(answered(203, {}))).toBe(false);
  expect(isRefusal({ ...answered(200, {}), answer: undefined, failure: 'cut' })).toBe(false);
});

test('only what says how things stand is of the moment', () => {
  expect(isOfTheMoment(answered(429, error('at_capacity')))).toBe(true);
  expect(isOfTheMoment(answered(400, error('invalid_input')))).toBe(false);
});
