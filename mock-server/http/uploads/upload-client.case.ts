/** A client that uploads so many bytes, made up as it goes, and stops when it is answered. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

export type Length = 'declared' | 'chunked';

/** Status, and the code of an error. */
export type Outcome = [status: number, code: string];

export const send = async (
  { port, apiKey }: { readonly port: number; readonly apiKey: string },
  type: string,
  bytes: number,
  length: Length,
): Promise<Outcome> => {
  const outgoing = request({
    agent: false,
    port,
    path: '/api/v1/uploads',
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'multipart/form-data; boundary=B',
      ...(length === 'declared' && { 'content-length': headOf(type).length + bytes + tail.length }),
    },
  });
  outgoing.on('error', () => undefined);
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.write(headOf(type));
  const sending = { over: false };
  const over = answered.then(() => {
    sending.over = true;
  });
  for (let left = bytes; left > 0 && !sending.over; left -= piece.length) {
    if (!outgoing.write(piece.subarray(0, Math.min(left, piece.length)))) {
      const drained = new Promise((resolve) => outgoing.once('drain', resolve));
      await Promise.race([drained, over]);
    }
  }
  if (!sending.over) outgoing.end(tail);
  const [response] = await answered;
  response.on('error', () => undefined);
  const text = (await response.setEncoding('utf8').toArray()).join('');
  outgoing.destroy();
  return [response.statusCode ?? 0, /"code":"(\w+)"/.exec(text)?.[1] ?? ''];
};

export const headOf = (type: string): string =>
  `--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ${type}\r\n\r\n`;

export const tail = '\r\n--B--\r\n';

export const piece: Buffer = Buffer.alloc(1_000_000, 7);
