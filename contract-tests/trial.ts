/** One check in one run: an actor that draws conclusions. They are counted, so that a check that concluded nothing is not taken for a pass. */
import type { ClauseId } from '../spec/clauses.ts';
import type { GapId } from '../spec/gaps.ts';
import { Actor } from './actor.ts';
import type { Check } from './check.ts';
import { isAmbiguous } from './reading/refusal.ts';
import type { Run } from './run.ts';
import { type Conclusion, Finding, HarnessError, Undecided } from './verdict.ts';
import { type Exchange, toldOf } from './wire/exchange.ts';

export class Trial extends Actor {
  /** How often each clause was judged. */
  readonly conclusions = new Map<ClauseId, number>();
  /** How often something was tried, whether or not it came to a judgement. */
  attempts = 0;
  /** How many of these came to one: what they need came about. */
  preconditionsMet = 0;
  /** What was concluded on each clause the last time. */
  readonly concluded = new Map<ClauseId, Conclusion>();
  /** What makes a pass say less than it could. */
  remark = '';
  /** What was judged, in order, whether or not it held. */
  readonly judged: { readonly clause: ClauseId; readonly expected: string }[] = [];
  /** The case that the check's path names was performed. */
  isReplayed = false;

  constructor(
    run: Run,
    readonly check: Check,
  ) {
    super(run);
  }

  /**
   * Judges a clause of this check. Throws a Finding where it does not hold.
   * @param told what is expected, in words; what came instead, by default the last exchange; the exchanges that show it
   */
  expect(clause: ClauseId, holds: boolean, told: Told): void {
    if (!this.check.clauses.includes(clause)) throw new HarnessError(`${this.check.id} does not name ${clause}`);
    this.attempts++;
    this.preconditionsMet++;
    this.conclusions.set(clause, (this.conclusions.get(clause) ?? 0) + 1);
    this.judged.push({ clause, expected: told.expected });
    const { of, at = this.exchanges.slice(-1), gaps = [] } = told;
    const exchanges = Array.isArray(at) ? (at as readonly Exchange[]) : [at as Exchange];
    const expected = of === undefined ? told.expected : `${told.expected}: ${of}`;
    if (holds) {
      this.concluded.set(clause, { clause, expected, exchanges });
      if (exchanges.some(isAmbiguous)) this.remark = withoutFiles;
      return;
    }
    const last = exchanges.at(-1);
    const actual = 'actual' in told ? shown(told.actual) : last === undefined ? 'nothing' : toldOf(last);
    throw new Finding(clause, expected, actual, exchanges, gaps);
  }

  /** Something was tried, and says nothing: a precondition did not come about. */
  tried(): void {
    this.attempts++;
  }

  /** The document leaves open whether this is right. */
  undecided(gap: GapId, message: string, ...exchanges: readonly Exchange[]): never {
    throw new Undecided(gap, message, exchanges);
  }
}

const withoutFiles =
  'its requests named files that do not exist, for nothing may be spent: what was refused may have been refused for that alone';

export type Told = {
  readonly expected: string;
  /** The case, where the same is expected of many. */
  readonly of?: string;
  readonly actual?: unknown;
  readonly at?: Exchange | readonly Exchange[];
  /** Points that the document leaves open, and that were allowed for. */
  readonly gaps?: readonly GapId[];
};

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};
