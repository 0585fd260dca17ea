/** The mock's clock, for whoever steers it: its pace, and moves ahead. */
import { type Refused, refuse } from '../domain/refusal.ts';
import { type ClockMode, latestInstant, parseClockMode, parseInstant } from '../engine/clock.ts';
import type { Engine } from '../engine/engine.ts';

export type ClockState = { readonly mode: ClockMode; readonly now: string; readonly next_due: string | null };

/** Where to move the clock. */
export type Advance = { readonly seconds: number } | { readonly to: string } | { readonly to_next: true };

export type ClockControl = {
  readonly clock: () => ClockState;
  /** @param mode real, manual or a speed such as 60x */
  readonly setClockMode: (mode: string) => Promise<ClockState | Refused>;
  /** Runs everything that is due until then, each at its own instant. The clock never goes back. */
  readonly advance: (to: Advance) => Promise<ClockState | Refused>;
};

/** Where several processes go by one clock: moves it while no other does, and tells them. */
export type MoveClock = <T>(move: () => Promise<T> | T) => Promise<T>;

/** @param paceChanged told after the clock was given another pace */
export const clockControl = (
  engine: () => Engine,
  paceChanged: () => void,
  moveClock: MoveClock = async (move) => move(),
): ClockControl => {
  let advancing: Promise<unknown> = Promise.resolve();

  const read = (): ClockState => {
    const { clock } = engine();
    const next = engine().nextDue();
    return { mode: clock.mode, now: iso(clock.now()), next_due: next === undefined ? null : iso(next) };
  };

  const move = async (to: Advance): Promise<ClockState | Refused> => {
    const now = engine().clock.now();
    const target = targetOf(to, now, engine().nextDue());
    if (target === undefined) return refuse('invalid_input', 'to must be an ISO 8601 instant');
    if (!(target <= latestInstant))
      return refuse('invalid_input', `the clock goes no further than the year 9998: it is ${iso(now)}`);
    if (target < now) return refuse('invalid_input', `the clock never goes back: it is ${iso(now)}`);
    await engine().advanceTo(target);
    return read();
  };

  return {
    clock: read,
    setClockMode: async (mode) => {
      const parsed = parseClockMode(mode);
      if (parsed === undefined)
        return refuse('invalid_input', `mode must be real, manual or a speed such as 60x, got ${mode}`);
      return moveClock(() => {
        engine().clock.setMode(parsed);
        engine().rearm();
        paceChanged();
        return read();
      });
    },
    advance: (to) => {
      // One after the other: each begins where the one before has ended.
      const turn = advancing.then(() => moveClock(() => move(to)));
      advancing = turn.catch(() => undefined);
      return turn;
    },
  };
};

/** Undefined where it is no instant. */
const targetOf = (to: Advance, now: number, nextDue = now): number | undefined => {
  if ('seconds' in to) return now + Math.round(to.seconds * 1000);
  if ('to' in to) return parseInstant(to.to);
  // Due already, on a clock that runs: then it is now.
  return Math.max(now, nextDue);
};

const iso = (time: number): string => new Date(time).toISOString();
