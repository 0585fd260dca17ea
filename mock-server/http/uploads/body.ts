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

type Source = {
  readonly incoming: NodeJS.ReadableStream | undefined;
  readonly request: Pick<Request, 'body'>;
};

export const openBody = ({ incoming, request }: Source, waitMs = idleMs): Readable => {
  if (incoming !== undefined) return shield(incoming as Readable, waitMs, () => undefined);
  if (request.body === null) return Readable.from([]);
  const body = Readable.fromWeb(request.body);
  return shield(body, waitMs, () => body.destroy());
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
