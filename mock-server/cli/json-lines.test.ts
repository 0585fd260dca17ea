import { expect, test } from 'vitest';
import { jsonOf } from './json-lines.ts';

test.each(['\u001b[2J', '\u009b2J', '\u202Eabc', '\u2028', '\u{E0041}tag', '"\\\n\t', 'ä 😀'])(
  '%j is read as it was written, and steers nothing (K4)',
  (text) => {
    for (const space of [undefined, 2]) {
      const written = jsonOf({ [text]: [text] }, space);
      expect(JSON.parse(written)).toEqual({ [text]: [text] });
      expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
    expect(jsonOf({ [text]: text })).not.toContain('\n');
  },
);
