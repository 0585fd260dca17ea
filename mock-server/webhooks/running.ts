/** The attempts that run now, and what follows them: the clock is not moved past them before they have ended or had their time. */
import { limits } from '../../spec/limits.ts';
import type { GiveUp } from './give-up.ts';
import type { Spoiled } from './spoil.ts';

export type Running = {
  readonly giveUp: GiveUp;
  readonly spoiled: Spoiled;
  /** Its outcome is known. */
  hasEnded: boolean;
  /** Settles when this stands in the stream, or the store was told of it in vain; never rejects. */
  done: Promise<void>;
  /** Spent once it is done, or has had its time: nobody waits for it then. */
  patience: 'fresh' | 'spent';
  /** Ends it as if its time were over. */
  readonly expire: () => Promise<unknown>;
  /** Ends it when its real time is over, where the clock would not. */
  limit: NodeJS.Timeout | undefined;
};

export type RunningOptions = {
  /** How long a running attempt may go on, in real milliseconds, before the clock is moved past it. */
  readonly settleMs: number;
  /** Until what sends is loaded, which is no part of that time; undefined where there is nothing to wait for. */
  readonly loading?: () => Promise<unknown> | undefined;
  readonly reportFailure: (error: unknown) => void;
};

export class RunningAttempts {
  readonly #options: RunningOptions;
  readonly #running = new Map<string, Running>();
  /** What follows an attempt, and belongs to it: nothing is moved past it either. */
  readonly #following = new Set<Promise<void>>();

  constructor(options: RunningOptions) {
    this.#options = options;
  }

  set(key: string, running: Running): void {
    this.#running.set(key, running);
  }

  get(key: string): Running | undefined {
    return this.#running.get(key);
  }

  delete(key: string): void {
    this.#running.delete(key);
  }

  /** Something that belongs to an attempt which has ended. */
  alsoWaitFor(work: Promise<unknown>): void {
    const following = work
      .then(ignore, (error: unknown) => this.#options.reportFailure(error))
      .finally(() => this.#following.delete(following));
    this.#following.add(following);
  }

  /** Until every running attempt has ended or has had its time; undefined if none runs. */
  settle(): Promise<void> | undefined {
    return this.#patient().length === 0 ? undefined : this.#settleAll();
  }

  /**
   * The clock has another pace. How long an attempt may take was fixed by the old one, and may be hours by the new one, or for ever:
   * what runs now has ten real seconds at the most.
   */
  paceChanged(): void {
    for (const running of this.#running.values()) {
      running.limit ??= setTimeout(() => {
        running.expire().catch((error: unknown) => this.#options.reportFailure(error));
      }, longestWaitMs);
    }
  }

  /** Gives up all that run. */
  abort(): void {
    for (const { giveUp, limit } of this.#running.values()) {
      clearTimeout(limit);
      giveUp.now();
    }
    this.#running.clear();
  }

  async #settleAll(): Promise<void> {
    // What becomes of a load that fails is told by the attempt.
    await this.#options.loading?.()?.catch(ignore);
    for (let waiting = this.#patient(); waiting.length > 0; waiting = this.#patient()) {
      await Promise.all(waiting.map((wait) => wait()));
    }
  }

  /** What there is to wait for. */
  #patient(): (() => Promise<void>)[] {
    const running = [...this.#running.values()].filter(({ patience }) => patience !== 'spent');
    return [
      ...running.map((one) => () => this.#wait(one)),
      ...[...this.#following].map((following) => () => following),
    ];
  }

  #wait(running: Running): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        running.patience = 'spent';
        resolve();
      }, this.#options.settleMs);
      void running.done.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

const ignore = (): void => undefined;

/** Real milliseconds. */
const longestWaitMs = limits.webhookResponseWaitSeconds * 1000;
