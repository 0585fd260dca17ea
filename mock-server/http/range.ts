/** The `Range` header (RFC 9110): one range of bytes is honoured; several, or what is none, get the whole. */

export type ByteRange = { readonly start: number; readonly end: number };

/** Both ends included. `unsatisfiable` if it lies behind the end; undefined where the whole is to be sent. */
export const readRange = (header: string | null, bytes: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first, last] = /^bytes= *(\d{0,20})-(\d{0,20}) *$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
};
