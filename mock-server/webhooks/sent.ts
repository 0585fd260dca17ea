/** What attempts have sent, as far as it is remembered: for the list of deliveries, and for the fault that sends it again. */
import type { Account } from '../domain/account.ts';
import { isSuccess } from '../domain/deliveries.ts';
import type { Attempt } from '../domain/delivery.ts';
import type { Sent } from './write-attempt.ts';

export class SentAttempts {
  /** Newest last. */
  readonly #sent = new Map<string, Sent>();
  /** Goes through them as they are forgotten. A new one would step over all that have been forgotten before it finds the oldest. */
  readonly #forgetting = this.#sent.keys();

  remember(key: string, sent: Sent): void {
    this.#sent.set(key, sent);
    if (this.#sent.size <= sentMax) return;
    const oldest = this.#forgetting.next();
    if (oldest.done !== true) this.#sent.delete(oldest.value);
  }

  /** @param key see `attemptKey` */
  find(key: string): Sent | undefined {
    return this.#sent.get(key);
  }

  /** What a receiver took last of this account, with its signature as it was then: of another delivery, if there is one. */
  lastTaken(account: Account, apartFrom: string): { readonly deliveryId: string; readonly sent: Sent } | undefined {
    const taken = [...account.deliveries.values()].flatMap(({ id: deliveryId, state, attempts }) => {
      const sent = this.#sent.get(attemptKey(deliveryId, takenAt(attempts)));
      if (sent === undefined || state.status !== 'delivered') return [];
      return [{ deliveryId, sent, at: deliveryId === apartFrom ? Number.NEGATIVE_INFINITY : state.at }];
    });
    return taken.sort((one, other) => one.at - other.at).at(-1);
  }

  clear(): void {
    this.#sent.clear();
  }
}

export const attemptKey = (deliveryId: string, attempt: number): string => `${deliveryId}/${attempt}`;

/** Number of the attempt of the ladder that was answered with 2xx; 0 if none was. */
const takenAt = (attempts: readonly Attempt[]): number =>
  attempts.findIndex(({ extra, outcome }) => !extra && outcome !== undefined && isSuccess(outcome)) + 1;

const sentMax = 10_000;
