/**
 * Sessions that are only created: the document lets them cost nothing, so they need no budget. A deployment is not taken at the document's
 * word: the first ones are the shortest there are, between looks at its balance, and where that falls no more is asked for without a budget.
 */
import type { Client } from '../client.ts';
import { limits } from '../../spec/limits.ts';
import { type FirstSessions, firstSessions } from '../probes/unconnected.ts';
import { memberOf, numberIn } from '../reading/members.ts';
import type { Run } from '../run.ts';
import { NotTestable } from '../verdict.ts';
import type { Cost } from '../wire/exchange.ts';
import type { Rates } from './rates.ts';
import type { SessionOperation } from './session-operation.ts';

export class SessionLeave {
  readonly #run: Run;
  #first: Promise<FirstSessions> | undefined;
  /** Whose calls are those by which it is found out. */
  #prover: Client | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  /** What became of the first ones, of a deployment. */
  first(): Promise<FirstSessions> {
    return (this.#first ??= this.#run.once((actor) => {
      this.#prover = actor;
      return firstSessions(actor);
    }, 'first sessions'));
  }

  /**
   * Asked before each call that could create one. Throws NotTestable where it may cost something and nothing may be spent, Stopped where the
   * budget does not cover its ceiling.
   * @param cost of what it is paid for: it is added there
   */
  async expect(client: Client, id: SessionOperation, body: unknown, cost: Cost): Promise<void> {
    const { target, purse } = this.#run;
    // Of a mock it is play money.
    if (target.control !== undefined || client === this.#prover) return;
    const first = await this.first();
    const why = doubt(first) ?? (purse.mayPay || purse.lostUsd === 0 ? undefined : lost(purse.lostUsd));
    if (why === undefined) return;
    if (!purse.mayPay) throw new NotTestable(`${why}: no more sessions are created without a budget`, 'spend');
    // Nothing is known of what becomes of it, so it stays spent.
    client.setAside(minutesOf(id, body) * (await minuteUsd(client, id, first)), id, cost)();
  }
}

const lost = (usd: number): string => `the balance lost ${usd.toFixed(6)} USD although nothing was paid for`;

/** Undefined where all that were created left the balance as it was. */
const doubt = ({ created, hasBalance }: FirstSessions): string | undefined => {
  if (!hasBalance) return 'no balance shows whether a session costs something when it is created';
  const fell = Object.values(created).find(
    (one) => one !== undefined && one.created.leftMicros < one.before.leftMicros,
  );
  return fell && lost((fell.before.leftMicros - fell.created.leftMicros) / 1e6);
};

/** The ceiling of the shortest one, or what the rate card says. Throws NotTestable where neither was told. */
const minuteUsd = async (client: Client, id: SessionOperation, { exchanges }: FirstSessions): Promise<number> => {
  const shortest = exchanges[id];
  const told = shortest && numberIn(shortest, 'max_cost_usd');
  return client.wanted(told ?? minuteRateUsd(await client.run.rates(), id), `a price of ${id}`);
};

const minuteRateUsd = (rates: Rates, id: SessionOperation): number | undefined => {
  const rate = rates[id === 'createVoiceSession' ? 'voice_changer' : 'full_live_swap'];
  if (rate?.unit === 'second') return rate.usd * 60;
  return rate?.unit === 'minute' ? rate.usd : undefined;
};

/** As it would be funded if it were taken. */
const minutesOf = (id: SessionOperation, body: unknown): number => {
  const [most, usual] =
    id === 'createVoiceSession'
      ? [limits.voiceMinutesMax, limits.voiceMinutesDefault]
      : [limits.liveSwapMinutesMax, limits.liveSwapMinutesMax];
  const asked = memberOf(body, 'duration_minutes');
  if (asked === undefined) return usual;
  const minutes = Number(asked);
  return minutes > 0 && Number.isFinite(minutes) ? minutes : most;
};
