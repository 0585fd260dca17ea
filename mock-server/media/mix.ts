/** A 32-bit whole number drawn from a seed and an index: the same two always give the same, neighbours differ widely. */
export const mix = (seed: number, index: number): number => {
  let bits = Math.imul(seed ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};
