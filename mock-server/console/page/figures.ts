/** Money, instants and lengths as they are written on the page. Times are the mock's clock, in UTC. */

/** To the cent, and beyond it as far as there is something: `12.34`, `0.000125`. */
export const usd = (amount: number): string => {
  const [whole = '0', micros = '000000'] = Math.abs(amount).toFixed(6).split('.');
  const sign = amount < 0 ? '−' : '';
  const places = micros.replace(/0{1,4}$/, '');
  return `${sign}${grouped(whole)}.${places}`;
};

/** The cents, and the rest of a micro-USD: for columns. */
export const usdParts = (amount: number): readonly [main: string, micros: string] => {
  const [whole = '0', micros = '000000'] = Math.abs(amount).toFixed(6).split('.');
  return [`${amount < 0 ? '−' : ''}${grouped(whole)}.${micros.slice(0, 2)}`, micros.slice(2)];
};

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ' ');

export const count = (number: number): string => grouped(String(number));

/** `12:34:56.789` */
export const timeOfDay = (iso: string): string => iso.slice(11, 23);

/** From one instant to another: `340 ms`, `12.5 s`, `3 min 20 s`. */
export const length = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
};

/** A number of bytes: `640 B`, `12.4 kB`. */
export const bytes = (number: number): string => {
  if (number < 1_000) return `${number} B`;
  return number < 1e6 ? `${(number / 1e3).toFixed(1)} kB` : `${(number / 1e6).toFixed(1)} MB`;
};
