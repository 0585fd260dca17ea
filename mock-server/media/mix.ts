/** Numbers that look drawn and are not: the same go in, the same comes out, and neighbours differ widely. */

/** A 32-bit whole number from a seed and an index. */
export const mix = (seed: number, index: number): number => {
  let bits = Math.imul(seed ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};

/** A 32-bit whole number from a text. */
export const mixText = (text: string): number => {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return mix(bits, text.length);
};
