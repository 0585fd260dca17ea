/** Texts of an exact length, on which all readings of "character" agree (gap `text-unit`). */

/** Plain words, as many characters as asked for. */
export const wordsOf = (characters: number): string =>
  'Good morning to everyone who listens. '
    .repeat(Math.ceil(characters / 38))
    .slice(0, characters)
    .replace(/ $/, '.');

/** Letters that are two bytes each in UTF-8, and one code point and one UTF-16 unit. */
export const lettersOf = (characters: number): string => 'ä'.repeat(characters);

/** Signs beyond the first plane: one code point, two UTF-16 units each. */
export const signsOf = (codePoints: number): string => '😀'.repeat(codePoints);
