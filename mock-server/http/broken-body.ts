/** A body that breaks off after its last byte here: the connection ends under it, or the stream fails where there is no connection. */
import type { Socket } from 'node:net';

export const breakingOff = (
  body: ReadableStream<Uint8Array> | Uint8Array,
  connection: Socket | undefined,
): ReadableStream<Uint8Array> =>
  (body instanceof Uint8Array ? new Blob([body.slice()]).stream() : body).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      flush: (controller) => {
        // A stream that fails is a failure of ours to the server; a connection that goes is one of the network.
        if (connection === undefined) controller.error(new TypeError('terminated: the connection was closed'));
        else connection.destroySoon();
      },
    }),
  );
