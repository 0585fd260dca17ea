/** What may have happened to a body that its signature does not fit. */
import { expect, test } from 'vitest';
import { changeOf } from './changed-body.ts';

const said = (signed: string, arrived: string): string | undefined =>
  changeOf(Buffer.from(arrived), (other) => other.equals(Buffer.from(signed)));

test.each<[what: string, signed: string, arrived: string, sentence: string]>([
  ['a line break that was added', '{}', '{}\n', 'It fits without the line break at the end'],
  ['a line break that was lost', '{}\n', '{}', 'It fits with a line break at the end'],
  ['JSON that was laid out', '{"a":1}', '{\n  "a": 1\n}', 'without its white space'],
  ['JSON that was packed', '{\n  "a": 1\n}', '{"a":1}', 'with indents of two'],
  ['other line ends', '{\n"a":1}', '{\r\n"a":1}', 'with other line ends'],
  ['a mark at the beginning', '{}', '\uFEFF{}', 'without the byte order mark'],
])('%s is named', (_, signed, arrived, sentence) => {
  expect(said(signed, arrived)).toContain(sentence);
});

test('of anything else nothing is said', () => {
  expect(said('{"a":1}', '{"a":2}')).toBeUndefined();
  expect(said('{"a":1}', 'no JSON')).toBeUndefined();
});
