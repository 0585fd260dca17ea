/** The money of a run: every paid request is reserved before it is sent, at the most that it can cost, and settled when the cost is known. */
import { NotTestable, Stopped } from '../verdict.ts';

export class Purse {
  readonly #budgetUsd: number;
  #spentUsd = 0;
  #reservedUsd = 0;
  readonly #kept = new Map<string, readonly ((usd: number) => void)[]>();
  /** What was set aside, in order: what for, the most that it could cost, and whether it turned out to cost nothing. */
  readonly reserved: { readonly what: string; readonly usd: number; isFree: boolean }[] = [];

  /** @param budgetUsd undefined where nothing may be spent */
  constructor(budgetUsd: number | undefined) {
    this.#budgetUsd = budgetUsd ?? 0;
    this.mayPay = budgetUsd !== undefined;
  }

  readonly mayPay: boolean;

  /** What was spent, and what may still be: the most that it can be. */
  get spentUsd(): number {
    return this.#spentUsd + this.#reservedUsd;
  }

  /** A reservation that is settled when its job is seen at its end. Several submits may name the same job: it is charged once. */
  keep(jobId: string, settle: (usd: number) => void): void {
    this.#kept.set(jobId, [...(this.#kept.get(jobId) ?? []), settle]);
  }

  /** @param usd by its own word; the balance at the end of the run shows whether that was true */
  settleKept(jobId: string, usd: number): void {
    const settles = this.#kept.get(jobId) ?? [];
    this.#kept.delete(jobId);
    for (const [index, settle] of settles.entries()) settle(index === 0 ? Math.max(0, usd) : 0);
  }

  /**
   * Sets money aside. Throws NotTestable where nothing may be spent, Stopped where the budget does not cover it.
   * @returns settles it once, at what it cost
   */
  reserve(usd: number, what: string): (actualUsd?: number) => void {
    if (!this.mayPay) throw new NotTestable(`${what} costs money`, 'spend');
    if (this.#spentUsd + this.#reservedUsd + usd > this.#budgetUsd + 1e-9) {
      throw new Stopped(
        `the budget of ${this.#budgetUsd} USD does not cover ${what}: ${this.spentUsd.toFixed(6)} USD are spent or set aside, up to ${usd.toFixed(6)} USD more are needed`,
      );
    }
    this.#reservedUsd += usd;
    const entry = { what, usd, isFree: false };
    this.reserved.push(entry);
    let isSettled = false;
    return (actualUsd = usd) => {
      if (isSettled) return;
      isSettled = true;
      entry.isFree = actualUsd === 0;
      this.#reservedUsd -= usd;
      this.#spentUsd += actualUsd;
    };
  }
}
