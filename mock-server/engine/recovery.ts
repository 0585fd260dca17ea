/** How an engine goes on with what others have appended: the process before this one, or those beside it. */
import type { Account } from '../domain/account.ts';
import { interrupted, lostStreams } from '../domain/interrupted.ts';
import type { Clock } from './clock.ts';
import type { Driver } from './driver.ts';
import type { Folded } from './folded.ts';
import type { Lanes } from './lanes.ts';
import type { Loop } from './loop.ts';
import type { Telling } from './telling.ts';

export type RecoveryParts = {
  readonly clock: Clock;
  readonly folded: Folded;
  readonly loop: Loop;
  readonly telling: Telling;
  readonly lanes: Lanes;
  readonly driver: Driver;
  /** Whether other processes append to the same store. */
  readonly isShared: boolean;
};

export class Recovery {
  readonly #parts: RecoveryParts;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /**
   * Goes on with the world that the store holds: folds what has happened, at the later of now and the last event, and ends what was under
   * way when the process before ended, unless others go on with it. What the store does not take of that is owed.
   * @param clockStays for a world that is made while another one has the clock
   */
  async recover(clockStays = false): Promise<void> {
    const { clock, folded, loop, telling, driver, isShared } = this.#parts;
    driver.hold();
    let lastAt = 0;
    const seen = ({ at }: { readonly at: number }): void => void (lastAt = Math.max(lastAt, at));
    await folded.takeIn({
      ofWorld: seen,
      ofAccount: (account, event) => {
        seen(event);
        telling.past(account, event);
      },
    });
    if (!clockStays) clock.moveTo(lastAt);
    for (const account of folded.accounts.all()) {
      loop.reschedule(account);
      if (!isShared) await this.#endInterrupted(account);
    }
  }

  /** Folds what other processes have appended. */
  catchUp(): Promise<void> {
    const { folded, loop, telling } = this.#parts;
    return folded.takeIn({
      ofAccount: (account, event, version) => {
        loop.reschedule(account);
        telling.readBack(account, event, version);
      },
    });
  }

  /** As of its last event, before all that has become due since: a stream is paid for until its last sign of life, not until its hard stop. */
  async #endInterrupted(account: Account): Promise<void> {
    const { loop, lanes } = this.#parts;
    const { id, lastAt } = account;
    const commands = interrupted(account);
    for (const command of commands) loop.owe(id, command, lastAt);
    if (commands.length === 0) return;
    try {
      await lanes.run(id, () => loop.settle(id, lastAt));
    } catch (error) {
      // It is tried again once the engine is started. Until then the account is as it was, as on a disk that is full.
      if (!loop.isOfStore(error)) throw error;
    }
  }

  /** Settles streams whose process is gone, as of their last sign of life. */
  async endStreamsOf(isGone: (process: string | undefined) => boolean): Promise<void> {
    const { folded, loop, lanes } = this.#parts;
    for (const id of folded.accounts.ids()) {
      await lanes.run(id, async () => {
        const account = folded.accounts.known(id);
        for (const command of lostStreams(account, isGone)) await loop.perform(id, command, account.lastAt);
      });
    }
  }
}
