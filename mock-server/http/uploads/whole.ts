/**
 * A small form is taken whole before anything is done with it: one write instead of streams in a row. Whatever turns out to be no small,
 * plain form goes on as a stream, from its first byte: here nothing is refused but what the beginning of a plain form is refused for.
 */
import { Readable } from 'node:stream';
import { type FileHead, type PlainHead, plainFile, plainHead, plainTailBytes } from './plain-form.ts';

/** Longer ones are streamed. About what the streams of one upload hold when the disk is slow. */
export const wholeBytesMax = 512 * 1024;

/** Of all that are still coming: many slow ones hold no more than this, and those beyond it are streamed. */
const heldBytesMax = 32 * 1024 * 1024;

/** A body that comes in crumbs would take a hundred times the room of its bytes. */
const chunksMax = 64;

let heldBytes = 0;

export type Whole = FileHead & { readonly content: Buffer };

/**
 * The form, or the body to go on with. Rejects where the body breaks off.
 * @param most how large the file may be. Asked as soon as it is known what it is; what it throws ends the body.
 */
export const readWhole = (
  body: Readable,
  boundary: string,
  most: (head: FileHead) => number,
): Promise<Whole | Readable> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let bytesMax = wholeBytesMax;
    let head: PlainHead | undefined;

    const settle = (): Buffer => {
      heldBytes -= bytes;
      body.off('data', onData).off('end', onEnd).off('error', onError);
      return together(chunks);
    };
    const judge = (): 'good' | 'other' => {
      if (head !== undefined) return 'good';
      const found = plainHead(together(chunks), boundary);
      if (found === 'other') return found;
      if (found === 'incomplete') return 'good';
      head = found;
      bytesMax = Math.min(bytesMax, found.fileAt + most(found) + plainTailBytes(boundary));
      return 'good';
    };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      heldBytes += chunk.length;
      try {
        if (judge() === 'good' && bytes <= bytesMax && heldBytes <= heldBytesMax && chunks.length < chunksMax) return;
      } catch (error) {
        settle();
        body.destroy();
        reject(error);
        return;
      }
      body.pause();
      body.unshift(settle());
      resolve(body);
    };
    const onEnd = (): void => {
      const all = settle();
      const content = head && plainFile(all, head.fileAt, boundary);
      resolve(head && content ? { name: head.name, contentType: head.contentType, content } : Readable.from([all]));
    };
    const onError = (error: Error): void => {
      settle();
      reject(error);
    };
    // Until whoever goes on with the body listens, too.
    body.on('error', () => undefined);
    body.on('data', onData).on('end', onEnd).on('error', onError);
  });

const together = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
