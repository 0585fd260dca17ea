/**
 * The form that nearly every client sends: one part, its two headers as they are written everywhere, and no more. It is told by its bytes
 * alone and read without a parser. Whatever is otherwise in any way is left to the parser (`form.ts`), which would find the same in these.
 */

export type FileHead = { readonly name: string; readonly contentType: string };

export type PlainHead = FileHead & {
  /** Where the file begins. */
  readonly fileAt: number;
};

/** From the beginning of the body to the file. */
const headBytesMax = 1_024;

/** What the form begins with, as far as it has come; `other` as soon as it cannot become a plain one any more. */
export const plainHead = (bytes: Buffer, boundary: string): PlainHead | 'incomplete' | 'other' => {
  const delimiter = `--${boundary}\r\n`;
  const begun = bytes.toString('latin1', 0, Math.min(bytes.length, delimiter.length));
  if (!plainBoundary.test(boundary) || !delimiter.startsWith(begun)) return 'other';
  const end = bytes.subarray(0, headBytesMax).indexOf('\r\n\r\n');
  if (end < 0) return bytes.length < headBytesMax ? 'incomplete' : 'other';
  const [, name, contentType] = headers.exec(bytes.toString('latin1', delimiter.length, end)) ?? [];
  if (name === undefined || contentType === undefined) return 'other';
  return { name, contentType, fileAt: end + 4 };
};

/** The file of a form that is all there; `undefined` where more than its last boundary follows, or less. */
export const plainFile = (bytes: Buffer, fileAt: number, boundary: string): Buffer | undefined => {
  const delimiter = `\r\n--${boundary}`;
  // The line break before a boundary belongs to it, even where it ends the head as well.
  const end = bytes.indexOf(delimiter, fileAt - 2);
  if (end <= fileAt) return undefined;
  const rest = bytes.toString('latin1', end + delimiter.length);
  return rest === '--\r\n' || rest === '--' ? bytes.subarray(fileAt, end) : undefined;
};

/** What may stand behind a file: its last boundary and a line break. */
export const plainTailBytes = (boundary: string): number => boundary.length + 8;

const plainBoundary = /^[\w-]+$/;

/** Names of letters that mean nothing anywhere: no quotes, no escapes, nothing that is not ASCII. */
const headers =
  /^[Cc]ontent-[Dd]isposition: form-data; name="file"; filename="([\w .,()@+-]{1,255})"\r\n[Cc]ontent-[Tt]ype: ([a-z]+\/[a-z0-9.+-]{1,100})$/;
