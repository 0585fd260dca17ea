/** Writes the body of a request, with the zeros that pad it: hundreds of megabytes go out of one small buffer. */
import type { ClientRequest } from 'node:http';
import type { SentRequest } from './exchange.ts';

type Body = Pick<SentRequest, 'body' | 'padding'>;

/** Ends the request. Stops where the connection does. */
export const writeBody = (call: ClientRequest, { body, padding }: Body): void => {
  if (body === undefined || padding === undefined) return void call.end(body);
  let left = padding.bytes;
  const more = (): void => {
    while (left > 0) {
      if (call.destroyed) return;
      const chunk = left < zeros.byteLength ? zeros.subarray(0, left) : zeros;
      left -= chunk.byteLength;
      if (!call.write(chunk)) return void call.once('drain', more);
    }
    call.end(body.subarray(padding.at));
  };
  call.write(body.subarray(0, padding.at));
  more();
};

export const lengthOf = ({ body, padding }: Body): number => (body?.byteLength ?? 0) + (padding?.bytes ?? 0);

/** What a padded body may take beyond the usual time, in milliseconds: a second for each megabyte. */
export const timeFor = ({ padding }: Body): number => (padding?.bytes ?? 0) / 1_000;

const zeros = new Uint8Array(512 * 1024);
