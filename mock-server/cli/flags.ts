/** Reads the values of flags; a wrong one says what is allowed. */
import { InvalidArgumentError } from 'commander';
import { type ClockMode, parseClockMode } from '../engine/clock.ts';

export const readNumber =
  ({ min, max, whole = false }: { min: number; max: number; whole?: boolean }) =>
  (text: string): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max) || (whole && !Number.isInteger(value))) {
      throw new InvalidArgumentError(`It must be ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}.`);
    }
    return value;
  };

export const readRate = (text: string): number | 'off' =>
  text === 'off' ? 'off' : readNumber({ min: 1, max: 1_000_000, whole: true })(text);

export const readClock = (text: string): ClockMode => {
  const mode = parseClockMode(text);
  if (mode === undefined) throw new InvalidArgumentError('It must be real, manual, or a speed such as 60x.');
  return mode;
};

export const readInstant = (text: string): string => {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError('It must be an ISO 8601 instant, such as 2026-01-01T00:00:00Z.');
  }
  return text;
};

export const readUrl = (text: string): string => {
  if (!/^https?:\/\/[^/]+\/?$/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It must be an http or https address without a path, such as https://mock.example.');
  }
  return text.replace(/\/$/, '');
};
