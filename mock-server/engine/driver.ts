/** Does what is due when the clock gets there, or is moved there: the work of accounts, and what was planned. */
import { Alarm } from './alarm.ts';
import type { Clock } from './clock.ts';
import { type NextDue, Timeline } from './timeline.ts';

export type DriverOptions = {
  readonly clock: Clock;
  /** Does all that an account has to do until then. */
  readonly settle: (accountId: string, until: number) => Promise<void>;
  /** Waits for what runs outside because of an event, before the clock jumps past it; undefined if nothing does. */
  readonly settleOutside: () => Promise<unknown> | undefined;
  /** Told when something that was due could not be done: a bug of ours, or a broken store. */
  readonly onFailure: (error: unknown) => void;
};

export class Driver {
  readonly #options: DriverOptions;
  readonly #timeline = new Timeline();
  readonly #alarm: Alarm;
  #closed = false;
  #isHeld = false;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock, () => this.#wake());
  }

  /** Sets or clears the instant at which an account is due. */
  set(accountId: string, at: number | undefined): void {
    this.#timeline.set(accountId, at);
    this.#arm();
  }

  plan(at: number, work: () => Promise<void>): void {
    this.#timeline.plan(at, work);
    this.#arm();
  }

  next(): number | undefined {
    return this.#timeline.next()?.at;
  }

  /** Moves the clock to an instant, through all that is due until then. @returns false if it was closed on the way: another has the clock */
  async moveTo(target: number): Promise<boolean> {
    const { clock, settleOutside } = this.#options;
    for (;;) {
      await settleOutside();
      if (this.#closed) return false;
      const next = this.#timeline.next();
      if (next === undefined || next.at > target) break;
      clock.moveTo(next.at);
      await this.#meet(next, next.at);
    }
    clock.moveTo(target);
    return true;
  }

  /** Does nothing by itself until it is started. */
  hold(): void {
    this.#isHeld = true;
    this.#alarm.clear();
  }

  start(): void {
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
    this.#alarm.clear();
  }

  #arm(waitMinMs?: number): void {
    if (!this.#closed && !this.#isHeld) this.#alarm.set(this.#timeline.next()?.at, waitMinMs);
  }

  #wake(): void {
    this.#runDue().catch((error: unknown) => {
      this.#options.onFailure(error);
      this.#arm(failurePauseMs);
    });
  }

  async #runDue(): Promise<void> {
    const now = this.#options.clock.now();
    for (let next = this.#timeline.next(); next !== undefined && next.at <= now; next = this.#timeline.next()) {
      if (this.#closed) return;
      await this.#meet(next, now);
    }
    this.#arm();
  }

  /** Does what is due: all of an account's until then, or what was planned. */
  async #meet(next: NextDue, until: number): Promise<void> {
    if ('accountId' in next) await this.#options.settle(next.accountId, until);
    else await this.#timeline.take(next)();
  }
}

/** What was due and failed is tried again after this: a store that is broken now may soon be well. */
const failurePauseMs = 1_000;
