/** Values as a caller might send them, or somebody who means harm: any JSON, any text, and what has broken servers before. */
import { alphabets } from '../../fixtures/scripts.ts';
import { type Draw, among, from, sizeBelow, textOf } from './dice.case.ts';

/** What has broken servers before. */
export const hostile: Draw<unknown> = among(
  from<unknown>([null, true, 0, -1, 1.5, 1e308, 2 ** 53, -0, 480, 720, 1080, [], {}, [[]]]),
  from<unknown>([{ $ne: null }, { toString: 1 }, { length: 5 }, '', ' ', '0', '10', 'null', '\0', '\ud83c']),
  from<unknown>(['\u202e', '../../x', '%00', '__proto__', 'http://127.0.0.1:9/', 'file:///etc/passwd', '\r\nX: 1']),
  from<unknown>(["' OR 1=1 --", '${7*7}', '{{7*7}}', '<script>', '2026-01-01', '2026-02-30', 'https://example.com/']),
  from<unknown>(['pro', 'standard', '1k', '2k', 'voice_ember', 'x'.repeat(5_001), ...Object.values(alphabets)]),
);

/** Any code point; half of them are of ASCII. */
const codePoint: Draw<string> = (dice) => {
  if (dice.below(2) === 0) return String.fromCodePoint(dice.below(0x80));
  // Without the halves of pairs.
  const code = dice.below(0x11_0000 - 0x800);
  return String.fromCodePoint(code < 0xd8_00 ? code : code + 0x800);
};

export const anyText: Draw<string> = textOf(codePoint, 40);

/** Of what a reader takes for one character, and of which some are several code points. */
export const graphemes: Draw<string> = textOf(
  among(
    codePoint,
    from(['e\u0301', 'o\u0302\u0323', '한', '각', 'นี้', 'क्षि', '👩‍👩‍👧‍👦', '🇺🇳', '👍🏽', '❤️', '1️⃣', '🏴‍☠️', '\r\n', 'ﷺ', 'Z͑ͫ̓']),
  ),
  20,
);

/** Printable ASCII, as most names are; and names that an object has already. */
export const anyName: Draw<string> = among(
  textOf((dice) => String.fromCodePoint(0x20 + dice.below(0x5f)), 10),
  from([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    'length',
  ]),
  from(['toJSON', 'then', 'key', 'ref', 'name', 'caller', 'arguments', 'apply', 'call', 'bind', '', '0', '-1', ' ']),
);

export const anyInteger: Draw<number> = among(
  (dice) => dice.next() | 0,
  (dice) => dice.below(41) - 20,
  from([2 ** 31 - 1, -(2 ** 31), 2 ** 32, 2 ** 53, -(2 ** 53), Number.MAX_SAFE_INTEGER]),
);

const bits = new DataView(new ArrayBuffer(8));

/** Any number that JSON can have: of any size as likely as of any other. */
const anyDouble: Draw<number> = (dice) => {
  bits.setUint32(0, dice.next());
  bits.setUint32(4, dice.next());
  const double = bits.getFloat64(0);
  return Number.isFinite(double) ? double : 5e-324;
};

const scalars: Draw<unknown> = among<unknown>(
  from([null, true, false]),
  anyInteger,
  anyDouble,
  textOf((dice) => String.fromCodePoint(0x20 + dice.below(0x5f)), 10),
  anyText,
);

/** JSON of so many levels of arrays and objects at most. */
export const jsonValue =
  (levels: number): Draw<unknown> =>
  (dice) => {
    const kind = levels === 0 ? 0 : dice.below(4);
    if (kind < 2) return scalars(dice);
    const inner = jsonValue(levels - 1);
    const items = Array.from({ length: sizeBelow(dice, 6) }, () => inner(dice));
    return kind === 2 ? items : Object.fromEntries(items.map((item) => [anyName(dice), item]));
  };
