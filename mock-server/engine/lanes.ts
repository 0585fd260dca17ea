/** Work for the same name is done one after the other, each when the one before has ended, well or not; other names do not wait for it. */

export class Lanes {
  /** The last work of each, for the next to wait for. */
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(name) ?? ready).then(work);
    this.#last.set(name, turn.catch(ignore));
    return turn;
  }

  /** Until all that has begun or waits is done. */
  async quiet(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

const ready = Promise.resolve();
const ignore = (): void => undefined;
