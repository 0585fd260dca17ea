/** Length of text as limits and prices count it. */
import type { GapChoices } from '../../spec/gaps.ts';

/** In the unit that the gap `text-unit` chooses; an emoji is one code point and mostly two UTF-16 units. */
export const countIn = (unit: GapChoices['text-unit'], text: string): number =>
  unit === 'utf-16' ? text.length : countCharacters(text);

/** In code points. */
export const countCharacters = (text: string): number => {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      count--;
      index++;
    }
  }
  return count;
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Speed of speech: from it come the length of spoken results and the time that an avatar's price is for. */
export const charactersPerSecond = 15;
