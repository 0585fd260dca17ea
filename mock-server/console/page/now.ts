/** The mock's clock at this moment: told every now and then, and reckoned in between. */
import { computed, signal } from '@preact/signals';
import { clock, pageTime } from './store.ts';

/** Milliseconds since 1970; changes some times a second while the clock runs. */
export const now = signal(0);

/** The same in whole seconds: for what is not worth drawing more often. */
export const second = computed(() => Math.floor(now.value / 1_000));

const speedOf = (mode: string): number => (mode === 'manual' ? 0 : mode === 'real' ? 1 : Number(mode.replace('x', '')));

const reckon = (): void => {
  const { mode, now: told, toldAt } = clock.value;
  const speed = speedOf(mode) || 0;
  const reckoned = told + (pageTime() - toldAt) * speed;
  // Whole tenths, so that nothing is drawn anew for less; a clock that stands still is shown as it stands.
  now.value = speed === 0 ? told : Math.floor(reckoned / 100) * 100;
};

setInterval(reckon, 100);
clock.subscribe(reckon);
