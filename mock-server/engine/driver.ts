/** Does what is due when the clock gets there, or is moved there: the work of accounts, and what was planned. */
import { Alarm } from './alarm.ts';
import type { Clock } from './clock.ts';
import { Setbacks } from './setbacks.ts';
import { type NextDue, Timeline } from './timeline.ts';

export type DriverOptions = {
  readonly clock: Clock;
  /** Does all that an account has to do until then. */
  readonly settle: (accountId: string, until: number) => Promise<void>;
  /** When an account has something to do next. */
  readonly dueAt: (accountId: string) => number | undefined;
  /** Waits for what runs outside because of an event, before the clock jumps past it; undefined if nothing does. */
  readonly settleOutside: () => Promise<unknown> | undefined;
  /** Whether the store has failed: then time stands still while it is moved. After a bug of ours only the account with it does. */
  readonly isOfStore: (error: unknown) => boolean;
  /** Told when something that was due could not be done: a bug of ours, or a broken store. */
  readonly onFailure: (error: unknown) => void;
};

export class Driver {
  readonly #options: DriverOptions;
  readonly #timeline = new Timeline();
  readonly #alarm: Alarm;
  readonly #setbacks: Setbacks;
  #closed = false;
  #isHeld = false;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock, () => this.#wake());
    this.#setbacks = new Setbacks({ retry: (accountId) => this.#place(accountId), onFailure: options.onFailure });
  }

  /** An account has gone on: it may be due at another instant. */
  changed(accountId: string): void {
    this.#setbacks.over(accountId);
    this.#place(accountId);
  }

  plan(at: number, work: () => Promise<void>): void {
    this.#timeline.plan(at, work);
    this.#arm();
  }

  next(): number | undefined {
    return this.#timeline.next()?.at;
  }

  /**
   * Moves the clock to an instant, through all that is due until then. Throws what the store has thrown, and the clock stands where it was.
   * @returns false if it was closed on the way: another has the clock
   */
  async moveTo(target: number): Promise<boolean> {
    const { clock, settleOutside } = this.#options;
    const passedOver = new Set<string>();
    for (;;) {
      await settleOutside();
      if (this.#closed) return false;
      // Whoever moves the clock does not wait for what is to be tried again later.
      this.#setbacks.retryAll(passedOver);
      const next = this.#timeline.next();
      if (next === undefined || next.at > target) break;
      clock.moveTo(next.at);
      const failure = await this.#meet(next, next.at);
      if (failure === undefined) continue;
      if (this.#options.isOfStore(failure.error)) throw failure.error;
      this.#setBack(next, failure.error, passedOver);
    }
    clock.moveTo(target);
    return true;
  }

  /** Does nothing by itself until it is started. */
  hold(): void {
    this.#isHeld = true;
    this.#alarm.clear();
  }

  /** Also after it was closed: it goes on where it was. */
  start(): void {
    this.#closed = false;
    this.#isHeld = false;
    this.#arm();
  }

  /** Follows a change of the clock: its pace, or a jump. */
  rearm(): void {
    this.#alarm.clear();
    this.#arm();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    this.#setbacks.retryAll();
    this.#setbacks.clear();
    this.#alarm.clear();
  }

  #arm(): void {
    if (!this.#closed && !this.#isHeld) this.#alarm.set(this.#timeline.next()?.at);
  }

  /** Among what is due, where the account itself says: an instant that was noted before may be past, and nothing would be due there. */
  #place(accountId: string): void {
    this.#timeline.set(accountId, this.#options.dueAt(accountId));
    this.#arm();
  }

  #wake(): void {
    this.#runDue().catch(this.#options.onFailure);
  }

  async #runDue(): Promise<void> {
    const now = this.#options.clock.now();
    for (let next = this.#timeline.next(); next !== undefined && next.at <= now; next = this.#timeline.next()) {
      if (this.#closed) return;
      const failure = await this.#meet(next, now);
      if (failure !== undefined) this.#setBack(next, failure.error);
    }
    this.#arm();
  }

  /** Does what is due: all of an account's until then, or what was planned. @returns what hindered it */
  async #meet(next: NextDue, until: number): Promise<{ readonly error: unknown } | undefined> {
    try {
      if ('accountId' in next) {
        await this.#options.settle(next.accountId, until);
        this.changed(next.accountId);
      } else await this.#timeline.take(next)();
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  /** Others go first, until it is tried again. */
  #setBack(next: NextDue, error: unknown, passedOver?: Set<string>): void {
    if (!('accountId' in next)) return this.#options.onFailure(error);
    if (this.#closed) return;
    this.#timeline.set(next.accountId, undefined);
    this.#setbacks.add(next.accountId, error);
    passedOver?.add(next.accountId);
  }
}
