/** The boxes that MP4 files consist of: a length, four letters, content. */

export type Box = { readonly type: string; readonly body: number; readonly end: number };

/** The boxes between two places. Stops at the first that makes no sense or leaves its parent. */
export const boxesIn = (bytes: Buffer, from: number, to: number): Box[] => {
  const boxes: Box[] = [];
  for (let start = from; start + 8 <= to;) {
    const short = bytes.readUInt32BE(start);
    // A length of 1 says that the true one follows in 64 bits.
    const wide = short === 1 && start + 16 <= to;
    const end = start + (wide ? Number(bytes.readBigUInt64BE(start + 8)) : short);
    const body = start + (wide ? 16 : 8);
    if (end < body || end > to) break;
    boxes.push({ type: bytes.toString('latin1', start + 4, start + 8), body, end });
    start = end;
  }
  return boxes;
};
