/** Moves the mock's clock, and tells where it stands then. */
import { announce } from './announce.ts';
import { ask, said } from './ask.ts';

type ClockState = { readonly mode: string; readonly now: string };

export type Advance = { readonly seconds: number } | { readonly to: string } | { readonly to_next: true };

/** Throws where it fails. */
export const advanceClock = async (to: Advance): Promise<void> => {
  const { now } = await ask<ClockState>('clock/advance', 'POST', to);
  announce(`The clock is at ${now}`);
};

/** @param mode real, manual or a speed such as 60x */
export const setClockMode = async (mode: string): Promise<void> => {
  try {
    const clock = await ask<ClockState>('clock', 'PUT', { mode });
    announce(clock.mode === 'manual' ? 'The clock stands still' : `The clock runs: ${clock.mode}`);
  } catch (error) {
    announce(said(error), 'bad');
  }
};
