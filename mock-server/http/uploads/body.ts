/**
 * The body of a request as a stream of its own. Pipelines destroy what they read from when they fail; destroying the request
 * itself would close the connection under the answer that says why. So this stands between the two.
 */
import { Readable } from 'node:stream';
import { Gone } from './stop.ts';

/** Transport time. Waiting for our own disk does not count. */
export const idleMs = 30_000;

/** Much is taken at once: fewer turns of the loop for each megabyte. */
export const chunkBytes = 128 * 1024;

/** What is still taken of a body that came without a network, once nobody wants it any more. */
export const drainBytesMax = 64_000_000;

type Source = {
  readonly incoming: NodeJS.ReadableStream | undefined;
  readonly request: Pick<Request, 'body'>;
};

export const openBody = ({ incoming, request }: Source, waitMs = idleMs): Readable => {
  if (incoming !== undefined) return shield(incoming as Readable, waitMs, () => undefined);
  if (request.body === null) return Readable.from([]);
  const source = Readable.fromWeb(request.body);
  return shield(source, waitMs, () => drain(source));
};

/**
 * Reads on without anybody waiting for it, so that a stream of some length comes to its end and lets go of what is behind it.
 * Never cancels: Node 24 goes on filling the stream of a form or a Blob that was cancelled, and the rejection that follows
 * ends the whole process. What is longer is left where it is, as by anyone who answers without reading.
 */
const drain = (source: Readable): void => {
  let bytesLeft = drainBytesMax;
  const onData = (chunk: Uint8Array): void => {
    bytesLeft -= chunk.length;
    if (bytesLeft > 0) return;
    source.off('data', onData);
    source.pause();
  };
  source.on('data', onData);
  source.resume();
};

const shield = (source: Readable, waitMs: number, release: () => void): Readable => {
  const body = new Readable({
    highWaterMark: chunkBytes,
    read: () => {
      timer.refresh();
      source.resume();
    },
    destroy: (error, done) => {
      clearTimeout(timer);
      source.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      source.pause();
      // Whatever becomes of the source from here on is of no interest, and not an error of ours.
      source.on('error', ignore);
      release();
      done(error);
    },
  });
  const timer = setTimeout(() => {
    if (source.isPaused()) timer.refresh();
    else {
      body.destroy(new Gone(`no byte of the body came for ${waitMs / 1000} s`));
      source.destroy();
    }
  }, waitMs);
  const onData = (chunk: Buffer): void => {
    timer.refresh();
    if (!body.push(chunk)) source.pause();
  };
  const onEnd = (): void => {
    body.push(null);
  };
  const onGone = (): void => {
    if (!source.readableEnded) body.destroy(new Gone('the connection ended before the body did'));
  };
  source.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  source.pause();
  if (source.destroyed) onGone();
  return body;
};

const ignore = (): void => undefined;
