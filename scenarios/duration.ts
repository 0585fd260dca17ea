/** Times as a story writes them: seconds as a number, or a text such as 90s, 15m, 4h, 2d. */

const seconds: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A leap year is longer than any story. */
const daysMax = 366;
export const secondsMax: number = daysMax * 86_400;

/** Of whole numbers below a bound, as a pattern: those with fewer digits, and those whose first digit that differs is smaller. */
const below = (bound: number): string => {
  const digits = String(bound);
  const smaller = digits
    .split('')
    .flatMap((digit, at) =>
      digit === '0' ? [] : [`${digits.slice(0, at)}[0-${Number(digit) - 1}]${'\\d'.repeat(digits.length - at - 1)}`],
    );
  return [`\\d{1,${digits.length - 1}}`, ...smaller].join('|');
};

/** The form of such a text, for the schema. */
export const durationForm: string = `^(${Object.entries(seconds)
  .map(([unit, length]) => `((${below(secondsMax / length)})(\\.\\d{1,3})?|${secondsMax / length}(\\.0{1,3})?)${unit}`)
  .join('|')})$`;

/** Seconds of a time that the schema has taken. */
export const secondsOf = (duration: number | string): number =>
  typeof duration === 'number'
    ? duration
    : Math.round(Number(duration.slice(0, -1)) * (seconds[duration.slice(-1)] ?? Number.NaN) * 1_000) / 1_000;
