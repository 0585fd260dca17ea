/**
 * What a caller's money has to be after calls made at random: only a voice clone is paid for when it is asked for, all else once it is done,
 * which is not before the clock is moved. So the balance need not be asked for after each call: what it is after many tells of all of them, but
 * for what was taken and given back in between.
 */
import { rateCard } from '../../fixtures/rate-card.ts';
import type { Answer, TestMock } from './client.case.ts';

/** Money is not what the calls have cost. */
export class MoneyMoved extends Error {}

/** In millionths of a dollar, by the names of the balance. */
type Money = ReadonlyMap<string, number>;

export class ExpectedMoney {
  readonly #mock: TestMock;
  readonly #every: number;
  readonly #jobs = new Set<string>();
  #before: Money = new Map();
  /** Since then. */
  #calls: string[] = [];
  #micros = 0;

  /** @param every after how many calls the balance is asked for */
  constructor(mock: TestMock, every: number) {
    this.#mock = mock;
    this.#every = every;
  }

  /** Takes what is there for right. */
  async begin(): Promise<void> {
    this.#before = await this.#ask();
    this.#calls = [];
    this.#micros = 0;
  }

  /** @param script of a voice clone */
  async after(call: string, { code, body }: Answer, script: () => string | undefined): Promise<void> {
    this.#calls.push(code === undefined ? call : `${call} (${code})`);
    const clone = code === undefined && !this.#jobs.has(body.id) ? script() : undefined;
    // A repeat of a key that was used is answered with the job of then, and costs nothing.
    if (clone !== undefined) this.#jobs.add(body.id);
    this.#micros += Array.from(clone ?? '').length * microsOfCharacter;
    if (this.#calls.length >= this.#every) await this.hold();
  }

  /** Asks for the balance, and holds it against what it has to be. */
  async hold(): Promise<void> {
    const now = await this.#ask();
    for (const [name, micros] of now) {
      const expected = (this.#before.get(name) ?? Number.NaN) + (signs[name] ?? 1) * this.#micros;
      if (micros !== expected)
        throw new MoneyMoved(`${name} is ${micros}, not ${expected}, after ${this.#calls.join(', ')}`);
    }
    this.#before = now;
    this.#calls = [];
    this.#micros = 0;
  }

  async #ask(): Promise<Money> {
    const { body } = await this.#mock.get('/balance');
    return new Map(Object.entries(body).map(([name, usd]) => [name, Math.round(Number(usd) * 1e6)]));
  }
}

/** What becomes of each amount when something is paid for; all others are sums of what was paid. */
const signs: Readonly<Record<string, number>> = { balance_usd: -1, total_topped_up_usd: 0 };

const microsOfCharacter = (rateCard.voice_clone.usd * 1e6) / 1000;
