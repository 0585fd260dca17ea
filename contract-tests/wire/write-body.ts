/** Writes the body of a request, with the zeros that pad it: hundreds of megabytes go out of one small buffer. */
import type { ClientRequest } from 'node:http';
import type { SentRequest } from './exchange.ts';

type Body = Pick<SentRequest, 'body' | 'padding'>;

/** Ends the request. Stops where the connection does. */
export const writeBody = (call: ClientRequest, request: Body): void => {
  const pieces = piecesOf(request);
  const more = (): void => {
    while (pieces.length > 1) {
      if (call.destroyed) return;
      if (!call.write(pieces.shift())) return void call.once('drain', more);
    }
    call.end(pieces.shift());
  };
  more();
};

/** The body, a piece after the other; none of them is empty, and where there is no body there is none. */
export const piecesOf = ({ body, padding }: Body): Uint8Array[] => {
  if (body === undefined) return [];
  const { at, bytes } = padding ?? { at: 0, bytes: 0 };
  const pieces = [body.subarray(0, at)];
  for (let left = bytes; left > 0; left -= zeros.byteLength) pieces.push(zeros.subarray(0, left));
  pieces.push(body.subarray(at));
  // A stream that is given an empty piece may wait for ever to be asked for the next.
  return pieces.filter(({ byteLength }) => byteLength > 0);
};

export const lengthOf = ({ body, padding }: Body): number => (body?.byteLength ?? 0) + (padding?.bytes ?? 0);

/** What a padded body may take beyond the usual time, in milliseconds: a second for each megabyte. */
export const timeFor = ({ padding }: Body): number => (padding?.bytes ?? 0) / 1_000;

const zeros = new Uint8Array(512 * 1024);
