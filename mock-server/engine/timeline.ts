/** What is due next: the one agenda over all accounts' agendas, and what was planned from outside, which is no account's own. */
import { Agenda } from '../domain/agenda.ts';

/** Something that is done at its instant. */
type Plan = { readonly at: number; readonly work: () => Promise<void> };

/** `at` is in milliseconds of the mock's clock. */
export type NextDue = { readonly at: number; readonly accountId: string } | Plan;

export class Timeline {
  readonly #agenda = new Agenda();
  /** The earliest first; of the same instant in the order in which they were planned. */
  #plans: readonly Plan[] = [];

  /** Sets or clears the instant at which an account is due. */
  set(accountId: string, at: number | undefined): void {
    if (at === undefined) this.#agenda.drop(accountId);
    else this.#agenda.set(accountId, at);
  }

  plan(at: number, work: () => Promise<void>): void {
    this.#plans = [...this.#plans, { at, work }].sort((one, other) => one.at - other.at);
  }

  /** What is planned goes before what is due at the same instant. */
  next(): NextDue | undefined {
    const [plan] = this.#plans;
    const next = this.#agenda.next();
    if (plan !== undefined && (next === undefined || plan.at <= next.at)) return plan;
    return next && { accountId: next.key, at: next.at };
  }

  /** Takes out what was planned. @returns what is to be done */
  take(plan: Plan): Plan['work'] {
    this.#plans = this.#plans.filter((other) => other !== plan);
    return plan.work;
  }
}
