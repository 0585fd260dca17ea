/** What the balance says of the money of a run: while it runs, so that the budget holds whatever the answers say, and at its end. */
import { memberOf } from '../reading/members.ts';
import { plural, usd as inUsd } from '../report/figures.ts';
import type { Run } from '../run.ts';
import { Stopped } from '../verdict.ts';

export type Money = {
  /** What was set aside for the requests that were sent. */
  readonly atMostUsd: number;
  /** What the balance lost meanwhile; undefined if it could not be read. */
  readonly byBalanceUsd: number | undefined;
  /** Jobs that had not ended: they are charged later, and the balance does not show it. */
  readonly rendering?: number;
  /** What is odd about all this. */
  readonly remark?: string;
};

export class BalanceWatch {
  readonly #run: Run;
  readonly #firstUsd: number | undefined;
  #paidCalls = 0;

  /** @param firstUsd before the first request that costs something; undefined if it could not be read */
  constructor(run: Run, firstUsd: number | undefined) {
    this.#run = run;
    this.#firstUsd = firstUsd;
    if (firstUsd !== undefined) run.purse.sawBalance(firstUsd);
    // Of a mock it is play money.
    if (run.purse.mayPay && run.target.control === undefined) run.watch = this;
  }

  /** Looks at it every few paid calls, also within a check: a server may charge for what it refused, and the purse must know. */
  async look(): Promise<void> {
    const { length } = this.#run.purse.reserved;
    if (length < this.#paidCalls + callsBetweenLooks) return;
    this.#paidCalls = length;
    const usd = await this.#read();
    if (usd !== undefined) this.#run.purse.sawBalance(usd);
  }

  /** Why the budget does not cover what comes next; undefined where it does. @param usd the most of it that is needed at once */
  async tooDear(what: string, usd: number): Promise<string | undefined> {
    await this.look();
    const { purse } = this.#run;
    return purse.covers(usd)
      ? undefined
      : `the budget of ${purse.budgetUsd} USD does not cover ${what}: up to ${inUsd(usd)} are needed, and ${inUsd(purse.spentUsd)} are spent or set aside`;
  }

  /** What we think was spent, and what the balance says. @param rendering jobs that have not ended, and are charged when they do */
  async settled(rendering = 0): Promise<Money> {
    const { countedUsd: atMostUsd } = this.#run.purse;
    const after = await this.#read().catch((error: unknown) => {
      // The run was interrupted, and the rate is used up: nobody waits for the next turn.
      if (error instanceof Stopped) return undefined;
      throw error;
    });
    const byBalanceUsd =
      after === undefined || this.#firstUsd === undefined
        ? undefined
        : Math.round((this.#firstUsd - after) * 1e6) / 1e6;
    const remarks = [remarkOn(byBalanceUsd, atMostUsd), remarkOnRendering(rendering)].filter(
      (one) => one !== undefined,
    );
    return {
      atMostUsd,
      byBalanceUsd,
      ...(rendering > 0 && { rendering }),
      ...(remarks.length > 0 && { remark: remarks.join('; ') }),
    };
  }

  /** Throws Stopped where the run was interrupted and the rate leaves no request. */
  async #read(): Promise<number | undefined> {
    const { wire, target, pace } = this.#run;
    await pace.turn();
    // A request of its own: also after the run was interrupted.
    const { answer } = await wire.send({
      method: 'GET',
      url: `${target.baseUrl}/balance`,
      headers: { authorization: `Bearer ${target.key}` },
      body: undefined,
    });
    const usd = memberOf(answer?.json, 'balance_usd');
    return typeof usd === 'number' ? usd : undefined;
  }
}

const callsBetweenLooks = 5;

const remarkOn = (lostUsd: number | undefined, countedUsd: number): string | undefined => {
  if (lostUsd === undefined) return 'the balance could not be read, so the money is our count only';
  if (lostUsd > countedUsd + 1e-6)
    return `the balance lost ${lostUsd} USD, more than the ${countedUsd.toFixed(6)} USD that our requests can have cost: somebody else spends from it, or something was charged that must not be`;
  if (lostUsd < 0) return 'the balance grew meanwhile: it was topped up, or earlier jobs were refunded';
  return undefined;
};

const remarkOnRendering = (jobs: number): string | undefined =>
  jobs === 0
    ? undefined
    : `${plural(jobs, 'job')} ${jobs === 1 ? 'was' : 'were'} still rendering, as far as could be seen: a job is charged when it ends, so what is spent is told by our count, the most that it can be`;
