/** How an engine goes on with what others have appended: the process before this one, or those beside it. */
import type { Account } from '../domain/account.ts';
import type { AccountEvent } from '../domain/events.ts';
import { interrupted, lostStreams } from '../domain/interrupted.ts';
import type { Clock } from './clock.ts';
import type { Driver } from './driver.ts';
import type { Folded } from './folded.ts';
import type { Lanes } from './lanes.ts';
import type { Loop } from './loop.ts';

export type RecoveryParts = {
  readonly clock: Clock;
  readonly folded: Folded;
  readonly loop: Loop;
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
   * way when the process before ended, unless others go on with it.
   * @param clockStays for a world that is made while another one has the clock
   */
  async recover(clockStays = false): Promise<void> {
    const { clock, folded, loop, driver, isShared } = this.#parts;
    driver.hold();
    let lastAt = 0;
    for await (const { account, event } of folded.takeIn()) {
      lastAt = Math.max(lastAt, event.at);
      if (account !== undefined) loop.tellOfPast(account, event as AccountEvent);
    }
    if (!clockStays) clock.moveTo(lastAt);
    for (const account of folded.accounts.all()) {
      // As of its last event, before all that has become due since: a stream is paid for until its last sign of life, not until its hard stop.
      const cutOff = isShared ? [] : interrupted(account);
      for (const command of cutOff) await loop.perform(account.id, command, account.lastAt);
      loop.reschedule(account);
    }
  }

  /** Folds what other processes have appended. */
  async catchUp(): Promise<void> {
    const { folded, loop } = this.#parts;
    const changed = new Set<Account>();
    try {
      for await (const { account, event } of folded.takeIn()) {
        if (account === undefined) continue;
        changed.add(account);
        loop.tellReadBack(account, event as AccountEvent);
      }
    } finally {
      // Also of what was folded before the database went away.
      for (const account of changed) loop.reschedule(account);
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
