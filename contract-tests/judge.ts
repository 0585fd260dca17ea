/** Runs one check and says what came of it. */
import type { ClauseId } from '../spec/clauses.ts';
import { clauses } from '../spec/clauses.ts';
import type { GapId } from '../spec/gaps.ts';
import type { Check } from './check.ts';
import type { Run } from './run.ts';
import { Trial } from './trial.ts';
import { streamsOf } from './sockets/stream-evidence.ts';
import {
  type Conclusion,
  type Evidence,
  Finding,
  NotTestable,
  Stopped,
  Undecided,
  type Verdict,
  WentAway,
} from './verdict.ts';
import { type Exchange, costOf } from './wire/exchange.ts';
import { needsUnmet } from './offers.ts';
import { RandomFinding } from './random-finding.ts';
import { noSuchCase, replayToken } from './replay.ts';
import { WrongOrder } from './wrong-order.ts';

export type Outcome = {
  readonly check: Check;
  readonly verdict: Verdict;
  readonly message: string;
  /** How often something was tried, whether or not it came to a judgement. */
  readonly attempts: number;
  /** How many of these came so far that there was something to judge. */
  readonly preconditionsMet: number;
  /** How often each of its clauses was judged. */
  readonly conclusions: { readonly [clause in ClauseId]?: number };
  /** It passed, and one of its clauses was never judged. */
  readonly isVacuous: boolean;
  /** The clause that a finding is about. */
  readonly clause?: ClauseId;
  readonly gap?: GapId;
  readonly evidence: Evidence;
  /** Gives the same result again, with the flags of the target. */
  readonly replay: string;
  readonly tookMs: number;
  /** Requests that it sent itself. */
  readonly requests: number;
};

/** Throws Stopped when the budget is used up, WrongOrder for a path that leads to no case, and whatever an error of the judge itself is. */
export const judge = async (run: Run, check: Check): Promise<Outcome> => {
  const trial = new Trial(run, check);
  const started = performance.now();
  const told = (
    verdict: Verdict,
    message: string,
    about: Partial<Evidence> = {},
    more: { readonly gap?: GapId; readonly isVacuous?: boolean; readonly path?: string } = {},
  ): Outcome => {
    const { path = check.path, ...others } = more;
    return {
      check,
      verdict,
      message,
      attempts: trial.attempts,
      preconditionsMet: trial.preconditionsMet,
      conclusions: Object.fromEntries(trial.conclusions),
      isVacuous: false,
      ...others,
      ...(about.clause !== undefined && { clause: about.clause }),
      evidence: {
        gaps: [],
        exchanges: [],
        concluded: [],
        ...about,
        streams: streamsOf(run, about.exchanges ?? []),
        spentUsd: costOf([...trial.exchanges, ...(about.exchanges ?? [])]),
      },
      replay: replayToken({ checkId: check.id, seed: run.seed, path }),
      tookMs: performance.now() - started,
      requests: trial.exchanges.length,
    };
  };

  const missing = needsUnmet(check, run);
  if (missing !== undefined) return told('not_testable', missing);
  try {
    await check.run(trial);
  } catch (error) {
    if (error instanceof Finding) {
      const { clause, expected, actual, exchanges, gaps } = error;
      const verdict = clauses[clause].level === 'must' ? 'fail' : 'warn';
      const message = `${clauses[clause].text} Expected ${expected}; got ${actual}.`;
      const about = { clause, expected, actual, exchanges, gaps };
      return error instanceof RandomFinding
        ? told(verdict, `${message} ${error.remark}`, about, { path: error.path })
        : told(verdict, message, about);
    }
    if (error instanceof Undecided) {
      trial.attempts++;
      trial.preconditionsMet++;
      const { gap, message, exchanges } = error;
      return told('undecidable', `open (${gap}): ${message}`, { exchanges, gaps: [gap] }, { gap });
    }
    if (error instanceof NotTestable) {
      trial.tried();
      return told('not_testable', error.message, { exchanges: error.exchanges });
    }
    if (error instanceof Stopped || error instanceof WentAway || error instanceof WrongOrder) throw error;
    throw withCheck(error, check, trial.exchanges);
  }
  if (check.path !== undefined) {
    if (!trial.isReplayed) throw noSuchCase(check);
    // One case need not come to all of its clauses.
    if (trial.conclusions.size > 0) return told('pass', '', held(trial));
  }
  const unjudged = check.clauses.filter((id) => !trial.conclusions.has(id));
  if (unjudged.length === 0) return told('pass', trial.remark, held(trial));
  return told('pass', `never judged: ${unjudged.join(', ')}`, held(trial), { isVacuous: true });
};

/** What a pass rests on. Of large answers what the run keeps, so that no outcome holds their bytes. */
const held = ({ run, concluded }: Trial): Pick<Evidence, 'concluded' | 'exchanges'> => {
  const kept = (exchange: Exchange): Exchange => {
    const own = run.exchanges[exchange.number - 1];
    return own?.request === exchange.request ? own : exchange;
  };
  const all = [...concluded.values()].map((one): Conclusion => ({
    ...one,
    exchanges: [...new Set(one.exchanges)].map(kept),
  }));
  return { concluded: all, exchanges: [...new Set(all.flatMap(({ exchanges }) => exchanges))] };
};

/** An error of the judge, with the check it came from. */
const withCheck = (error: unknown, { id }: Check, exchanges: readonly Exchange[]): Error => {
  const last = exchanges.at(-1);
  const where = last === undefined ? '' : `, after ${last.request.method} ${new URL(last.request.url).pathname}`;
  return new Error(`the check ${id} broke${where}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
};
