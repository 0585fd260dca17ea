/** Which account is due next: the one agenda over all accounts' agendas. */
import { Agenda } from '../domain/agenda.ts';

export class Timeline {
  readonly #agenda = new Agenda();

  /** Sets or clears the instant at which an account is due. */
  set(accountId: string, at: number | undefined): void {
    if (at === undefined) this.#agenda.drop(accountId);
    else this.#agenda.set(accountId, at);
  }

  next(): { readonly accountId: string; readonly at: number } | undefined {
    const next = this.#agenda.next();
    return next && { accountId: next.key, at: next.at };
  }
}
