import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCharacters } from './text.ts';

test.each([
  ['nothing', '', 0],
  ['letters', 'Hello', 5],
  ['accents of their own', 'e\u0301', 2],
  ['an emoji', '😀', 1],
  ['a family of four joined emojis', '👨‍👩‍👧‍👦', 7],
  ['half an emoji at the end', 'a\ud83d', 2],
  ['half an emoji at the beginning', '\ude00a', 2],
  ['two first halves and one second', '\ud83d\ud83d\ude00', 2],
  ['two halves in the wrong order', '\ude00\ud83d', 2],
])('%s: counted in code points', (_, text, characters) => {
  expect(countCharacters(text)).toBe(characters);
});

test('text is counted in code points, lone surrogates included', () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom('\ud83d', '\ude00', '😀', 'a', '\udbff', '\udc00', '\udfff', '\ud800'),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 60, size: 'max' }), (units) => {
      const text = units.join('');
      expect(countCharacters(text)).toBe(Array.from(text).length);
    }),
  );
});
