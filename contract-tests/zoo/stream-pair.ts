/** Two streams that stand for the two ends of a TCP connection on loopback. Nothing on it times out. */
import { Duplex } from 'node:stream';

/** @returns the client's end and the server's */
export const streamPair = (): readonly [client: Duplex, server: Duplex] => {
  const client = new End({ allowHalfOpen: false });
  const server = new End({ allowHalfOpen: true });
  [client.peer, server.peer] = [server, client];
  return [client, server];
};

class End extends Duplex {
  peer: End | undefined;
  /** Of the peer's last write: called when this end wants more. */
  #taken: (() => void) | undefined;

  override _read(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#give([chunk], done);
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#give(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  /** In a later turn of the loop, as from a network: whoever writes is not answered before it has gone on. */
  #give(chunks: readonly Buffer[], done: (error?: Error) => void): void {
    setImmediate(() => {
      const { peer } = this;
      if (peer === undefined || peer.destroyed) return done(failure('EPIPE', 'write EPIPE'));
      let isWanted = true;
      // Not put together: copies of large bodies would have the memory cleared up again and again.
      for (const chunk of chunks) isWanted = peer.push(chunk);
      if (isWanted) done();
      else peer.#taken = done;
    });
  }

  override _final(done: () => void): void {
    setImmediate(() => {
      this.peer?.push(null);
      done();
    });
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { peer } = this;
    this.#taken?.();
    setImmediate(() => {
      if (peer?.destroyed === false && !peer.readableEnded) peer.push(null);
    });
    done(error);
  }

  /** As `net.Socket` has it. */
  destroySoon(): void {
    if (this.writableFinished) this.destroy();
    else this.end(() => this.destroy());
  }

  /** As `net.Socket` has it: the peer is told of it as an error. */
  resetAndDestroy(): this {
    const { peer } = this;
    setImmediate(() => peer?.destroy(failure('ECONNRESET', 'read ECONNRESET')));
    return this.destroy();
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });
