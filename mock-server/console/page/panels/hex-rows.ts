/** The bytes that a signature is made over, in rows of sixteen, each byte with the part that it belongs to. */

export type SignedPart = 't' | 'dot' | 'body';

export type HexRow = {
  /** The place of its first byte. */
  readonly from: number;
  readonly bytes: readonly { readonly hex: string; readonly letter: string; readonly part: SignedPart }[];
};

export const hexRows = (t: string, body: string): readonly HexRow[] => {
  const all = new TextEncoder().encode(`${t}.${body}`);
  const dotAt = new TextEncoder().encode(t).length;
  return Array.from({ length: Math.ceil(all.length / rowBytes) }, (_, row) => ({
    from: row * rowBytes,
    bytes: [...all.subarray(row * rowBytes, (row + 1) * rowBytes)].map((byte, index) => {
      const at = row * rowBytes + index;
      return {
        hex: byte.toString(16).padStart(2, '0'),
        // What is no plain letter is a dot, as in every such list.
        letter: byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
        part: at < dotAt ? ('t' as const) : at === dotAt ? ('dot' as const) : ('body' as const),
      };
    }),
  }));
};

const rowBytes = 16;
