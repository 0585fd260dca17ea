/** The money of a run: every paid request is reserved before it is sent, at the most that it can cost, and settled when the cost is known. */
import { NotTestable, Stopped } from '../verdict.ts';
import { PaidStreams } from './streams.ts';

export class Purse {
  readonly budgetUsd: number;
  #spentUsd = 0;
  #reservedUsd = 0;
  #firstBalanceUsd: number | undefined;
  #lostUsd = 0;
  readonly #kept = new Map<string, readonly ((usd: number) => void)[]>();
  /** What was set aside, in order: what for, the most that it could cost, and what it turned out to cost, as far as that is known. */
  readonly reserved: { readonly what: string; readonly usd: number; actualUsd: number | undefined }[] = [];
  readonly streams = new PaidStreams();

  /** @param budgetUsd undefined where nothing may be spent */
  constructor(budgetUsd: number | undefined) {
    this.budgetUsd = budgetUsd ?? 0;
    this.mayPay = budgetUsd !== undefined;
  }

  readonly mayPay: boolean;

  /** What was spent, and what may still be: the most that it can be, by our count or by the balance. */
  get spentUsd(): number {
    return Math.max(this.countedUsd, this.#lostUsd);
  }

  /** By our count alone. */
  get countedUsd(): number {
    return this.#spentUsd + this.#reservedUsd;
  }

  /** By the balance alone. */
  get lostUsd(): number {
    return this.#lostUsd;
  }

  /** The balance of the account that pays, whenever it is seen: what it lost was spent, whatever the answers said. */
  sawBalance(usd: number): void {
    this.#firstBalanceUsd ??= usd;
    this.#lostUsd = Math.max(this.#lostUsd, this.#firstBalanceUsd - usd);
  }

  /** Throws NotTestable where nothing may be spent. */
  expectLeave(what: string): void {
    if (!this.mayPay) throw new NotTestable(`${what} costs money`, 'spend');
  }

  /** Whether so much could be set aside now. */
  covers(usd: number): boolean {
    return this.spentUsd + usd <= this.budgetUsd + 1e-9;
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
   * @returns settles it at what it cost; what is said later stands
   */
  reserve(usd: number, what: string): (actualUsd?: number) => void {
    this.expectLeave(what);
    if (!this.covers(usd)) {
      throw new Stopped(
        `the budget of ${this.budgetUsd} USD does not cover ${what}: ${this.spentUsd.toFixed(6)} USD are spent or set aside, up to ${usd.toFixed(6)} USD more are needed`,
      );
    }
    this.#reservedUsd += usd;
    const entry: Purse['reserved'][number] = { what, usd, actualUsd: undefined };
    this.reserved.push(entry);
    return (actualUsd = usd) => {
      if (entry.actualUsd === undefined) this.#reservedUsd -= usd;
      this.#spentUsd += actualUsd - (entry.actualUsd ?? 0);
      entry.actualUsd = actualUsd;
    };
  }
}
