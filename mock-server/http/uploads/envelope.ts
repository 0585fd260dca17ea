/** What stands around the file: watched on the way to the parser, which would pass over a head of any size and never stop reading. */
import { Transform } from 'node:stream';
import { chunkBytes } from './body.ts';
import { stop } from './stop.ts';

/** Allowed beside the file: boundaries, part headers, other fields, what stands before and behind. */
export const envelopeBytesMax = 1_000_000;

/** From the beginning of the body to the content of its first part. */
const headBytesMax = 16 * 1024;

/** Passes a body on as it is. Fails with `Stop` where it does not begin as a form does, or where it is too long. */
export const watchEnvelope = (boundary: string, bodyBytesMax: number): Transform => {
  // As the parser does: the line break before a boundary belongs to it, and the first may do without.
  let head: Buffer | undefined = Buffer.from('\r\n');
  let bytes = 0;
  return new Transform({
    highWaterMark: chunkBytes,
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) return done(stop('input_too_large', `the body has more than ${bodyBytesMax} bytes`));
      if (head === undefined) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      const verdict = judgeHead(head, `\r\n--${boundary}`);
      if (verdict === 'incomplete') return done();
      if (verdict === 'wrong') {
        return done(stop('invalid_input', `no part begins in the first ${headBytesMax} bytes of the form`));
      }
      const whole = head.subarray(2);
      head = undefined;
      return done(null, whole);
    },
    flush(done) {
      if (head === undefined) done();
      else done(stop('invalid_input', 'the form ends before its first part begins'));
    },
  });
};

const judgeHead = (head: Buffer, delimiter: string): 'good' | 'wrong' | 'incomplete' => {
  const first = head.indexOf(delimiter);
  const behind = first + delimiter.length;
  if (first >= 0 && head.length >= behind + 2 && head.toString('latin1', behind, behind + 2) !== '\r\n') return 'wrong';
  const end = first < 0 ? -1 : head.indexOf('\r\n\r\n', behind);
  if (end < 0) return head.length > headBytesMax ? 'wrong' : 'incomplete';
  return end > headBytesMax ? 'wrong' : 'good';
};

/** The boundary that a content type names; undefined if it is none of a form, or names none. */
export const boundaryOf = (contentType: string | null): string | undefined => {
  const [type, ...parameters] = (contentType ?? '').split(';').map((text) => text.trim());
  if (type?.toLowerCase() !== 'multipart/form-data') return undefined;
  for (const parameter of parameters) {
    const [, quoted, plain] = /^boundary=(?:"([^"\\]+)"|([^\s"\\]+))$/i.exec(parameter) ?? [];
    const boundary = quoted ?? plain;
    if (boundary !== undefined) return boundaryForm.test(boundary) ? boundary : undefined;
  }
  return undefined;
};

/** As long as RFC 2046 lets it be. */
const boundaryForm = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/;
