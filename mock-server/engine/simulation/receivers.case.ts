/** The receivers of the accounts' webhooks: each hears of the attempts that begin and answers them at once, or says nothing. */
import type { Account } from '../../domain/account.ts';
import type { AccountEvent } from '../../domain/events.ts';
import type { Engine } from '../engine.ts';
import type { Books } from './books.case.ts';
import type { Receiver } from './program.case.ts';

export class Receivers {
  readonly #accounts = new Map<string, { readonly says: Receiver; readonly books: Books | undefined }>();
  #calls: { readonly accountId: string; readonly deliveryId: string; readonly attempt: number }[] = [];

  /** @param books where there are some: they note the answers */
  open(accountId: string, says: Receiver, books?: Books): void {
    this.#accounts.set(accountId, { says, books });
  }

  hear({ id: accountId }: Account, event: AccountEvent): void {
    if (event.type !== 'delivery.started') return;
    const { deliveryId, attempt = 0 } = event;
    this.#calls.push({ accountId, deliveryId, attempt });
  }

  /** Answers what has been heard so far, in that order; undefined if that is nothing. */
  answer(engine: Engine): Promise<void> | undefined {
    return this.#calls.length === 0 ? undefined : this.#answerAll(engine);
  }

  async #answerAll(engine: Engine): Promise<void> {
    // An answer lets happen what is due, and so more may be heard meanwhile.
    for (let heard = this.#calls.splice(0); heard.length > 0; heard = this.#calls.splice(0)) {
      for (const { accountId, deliveryId, attempt } of heard) {
        const { says, books } = this.#accounts.get(accountId) ?? {};
        const outcome = says?.[(attempt - 1) % says.length] ?? 'nothing';
        if (outcome === 'nothing') continue;
        books?.deliveries.answered(deliveryId, attempt, outcome, engine.clock.now());
        await engine.execute(accountId, { type: 'finish-delivery', deliveryId, attempt, outcome });
      }
    }
  }
}
