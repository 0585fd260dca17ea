/** Commands that must not be lost, by account, until they are performed: the end of a stream, say, that the store could not take when it came. */
import type { Command } from '../domain/commands.ts';

/** `at` is the instant of the clock at which it was given. */
export type Debt = { readonly command: Command; readonly at: number };

export class Debts {
  /** In the order in which they were given: of ten thousand receivers that answer at once each is paid off without a look at the others. */
  readonly #byAccount = new Map<string, Set<Debt>>();

  add(accountId: string, debt: Debt): void {
    const debts = this.#byAccount.get(accountId);
    if (debts === undefined) this.#byAccount.set(accountId, new Set([debt]));
    else debts.add(debt);
  }

  /** The first that was given, if that was until then. */
  next(accountId: string, until = Number.POSITIVE_INFINITY): Debt | undefined {
    const [debt] = this.#byAccount.get(accountId) ?? [];
    return debt !== undefined && debt.at <= until ? debt : undefined;
  }

  remove(accountId: string, debt: Debt): void {
    const debts = this.#byAccount.get(accountId);
    debts?.delete(debt);
    if (debts?.size === 0) this.#byAccount.delete(accountId);
  }
}
