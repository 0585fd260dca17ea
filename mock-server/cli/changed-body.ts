/** How a body may have been changed since it was signed: the usual accidents are tried. */

/** A sentence for the one with which the signature fits; undefined if none does. */
export const changeOf = (body: Buffer, fits: (other: Buffer) => boolean): string | undefined =>
  accidents.find(({ undo }) => {
    const other = undo(body);
    return other !== undefined && !other.equals(body) && fits(other);
  })?.said;

type Accident = { readonly said: string; readonly undo: (body: Buffer) => Buffer | undefined };

const accidents: readonly Accident[] = [
  {
    said: 'It fits without the line break at the end: echo and editors add one.',
    undo: (body) => Buffer.from(body.toString('latin1').replace(/\r?\n$/, ''), 'latin1'),
  },
  {
    said: 'It fits with a line break at the end: curl -d and $(...) leave it out.',
    undo: (body) => Buffer.concat([body, Buffer.from('\n')]),
  },
  {
    said: 'It fits the same JSON without its white space: the body was parsed and written again.',
    undo: (body) => rewritten(body),
  },
  {
    said: 'It fits the same JSON with indents of two: the body was parsed and written again.',
    undo: (body) => rewritten(body, 2),
  },
  {
    said: 'It fits with other line ends: the body was changed from one system to another.',
    undo: (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  },
  {
    said: 'It fits without the byte order mark at the beginning.',
    undo: (body) => (body.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? body.subarray(3) : undefined),
  },
];

const rewritten = (body: Buffer, space?: number): Buffer | undefined => {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, space));
  } catch {
    return undefined;
  }
};
