/** Commands that must not be lost, by account, until they are performed: the end of a stream, say, that the store could not take when it came. */
import type { Command } from '../domain/commands.ts';

/** `at` is the instant of the clock at which it was given. */
export type Debt = { readonly command: Command; readonly at: number };

export class Debts {
  readonly #byAccount = new Map<string, Debt[]>();

  add(accountId: string, debt: Debt): void {
    const debts = this.#byAccount.get(accountId);
    if (debts === undefined) this.#byAccount.set(accountId, [debt]);
    else debts.push(debt);
  }

  /** The first that was given, if that was until then. */
  next(accountId: string, until = Number.POSITIVE_INFINITY): Debt | undefined {
    const debt = this.#byAccount.get(accountId)?.[0];
    return debt !== undefined && debt.at <= until ? debt : undefined;
  }

  remove(accountId: string, debt: Debt): void {
    const left = this.#byAccount.get(accountId)?.filter((other) => other !== debt) ?? [];
    if (left.length > 0) this.#byAccount.set(accountId, left);
    else this.#byAccount.delete(accountId);
  }
}
