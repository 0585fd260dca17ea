/** How a text may be written by whoever sends it somewhere: letters in percent or as escapes of JSON, all of it in base64 or in hex. */

/** Percent-encoded or as an escape of JSON, also one that was encoded again. @param hex two digits, or alternatives of such */
export const coded = (hex: string): string => `(?:%(?:25){0,4}|\\\\{1,8}u00)(?:${hex})`;

/** Finds a text in every spelling. */
export const spelled = (text: string): string =>
  Array.from(text, (letter) => {
    const bytes = Array.from(
      Buffer.from(letter),
      (byte) => `%(?:25){0,4}${eitherCase(byte.toString(16).padStart(2, '0'))}`,
    );
    const units = letter
      .split('')
      .map((unit) => `\\\\{1,8}u${eitherCase(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`);
    const plain = letter === ' ' ? '[ +]' : letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
    return `(?:\\\\{0,8}${plain}|${bytes.join('')}|${units.join('')})`;
  }).join('');

/** What is to be found as it stands, where the whole text was encoded with whatever was around it. */
export const encodingsOf = (text: string): string[] => [...base64Of(text), ...hexOf(text)];

/** In base64 a text has three faces, by what stands before it. Of each only the letters that nothing else has a part in. */
export const base64Of = (text: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const [from, to] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    const plain = bytes.toString('base64').slice(from, to);
    const forAddresses = bytes.toString('base64url').slice(from, to);
    return [...new Set([plain, forAddresses, encodeURIComponent(plain), plain.replaceAll('/', '\\/')])];
  });

/** In small letters and in capitals. */
export const hexOf = (text: string): string[] => {
  const hex = Buffer.from(text).toString('hex');
  return [...new Set([hex, hex.toUpperCase()])];
};

const eitherCase = (hex: string): string => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
