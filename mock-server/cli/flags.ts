/** Reads the values of flags; a wrong one says what is allowed. */
import { InvalidArgumentError } from 'commander';
import type { GapChoices } from '../../spec/gaps.ts';
import { type ClockMode, parseClockMode, parseInstant, parseStart } from '../engine/clock.ts';
import { faultOfChoice } from '../gap-choices.ts';
import { isSignatureHeader, ranges } from '../options.ts';
import { parseAllowed } from '../webhooks/allowed-entry.ts';
import { InvalidSecret } from './wrong-usage.ts';

/** @param orElse what may stand there beside a number, for the message */
export const readNumber =
  ({ min, max, whole = false }: { min: number; max: number; whole?: boolean }, orElse = '') =>
  (text: string): number => {
    const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max) || (whole && !Number.isInteger(value))) {
      throw new InvalidArgumentError(
        `It must be ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}${orElse}.`,
      );
    }
    return value;
  };

export const readRate = (text: string): number | 'off' =>
  text === 'off' ? 'off' : readNumber(ranges.rateLimit, ', or off')(text);

export const readClock = (text: string): ClockMode => {
  const mode = parseClockMode(text);
  if (mode === undefined) throw new InvalidArgumentError('It must be real, manual, or a speed such as 60x.');
  return mode;
};

export const readInstant = (text: string): string => {
  if (parseInstant(text) === undefined) {
    throw new InvalidArgumentError('It must be an ISO 8601 instant, such as 2026-01-01T00:00:00Z.');
  }
  if (parseStart(text) === undefined) throw new InvalidArgumentError('It must be in one of the years 1970 to 9998.');
  return text;
};

export const readUrl = (text: string): string => {
  if (text.includes('@')) {
    throw new InvalidSecret('The public URL must be without user name and password.');
  }
  if (!/^https?:\/\/[^/]+\/?$/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It must be an http or https address without a path, such as https://mock.example.');
  }
  return text.replace(/\/$/, '');
};

/** Gathers the values of a flag that may be repeated. */
export const readHosts = (text: string, before: readonly string[] = []): readonly string[] => {
  if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/i.test(text)) {
    throw new InvalidArgumentError('It must be a name without scheme and port, such as mock.example.');
  }
  return [...before, text];
};

/** What can be sent as `Authorization: Bearer <key>`. */
export const readKey = (text: string): string => {
  if (!/^[\x21-\x7e]{1,256}$/.test(readText(text))) {
    throw new InvalidSecret('The API key must be 1 to 256 visible ASCII characters without spaces.');
  }
  return text;
};

/** It may have a password in it: a wrong one is not shown. */
export const readDatabaseUrl = (text: string): string => {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new InvalidSecret('The database URL must be like postgres://user:password@host:5432/database.');
  }
  return text;
};

export const readText = (text: string): string => {
  if (text === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
};

/** Gathers `GAP=VALUE`. Two values for one gap are a mistake: nobody could say which one was meant. */
export const readVariant = (text: string, before: Partial<GapChoices> = {}): Partial<GapChoices> => {
  const [, gap, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (gap === undefined || value === undefined) {
    throw new InvalidArgumentError('It must be a gap and its value, such as error-body=flat.');
  }
  const fault = faultOfChoice(gap, value);
  if (fault !== undefined) {
    const hint = 'understudy spec gaps lists them';
    throw new InvalidArgumentError(`${fault.charAt(0).toUpperCase()}${fault.slice(1)} (${hint})`);
  }
  const chosen = new Map(Object.entries(before)).get(gap);
  if (chosen !== undefined && chosen !== value) {
    throw new InvalidArgumentError(`The gap ${gap} has one value, and was given ${chosen} and ${value}.`);
  }
  return { ...before, [gap]: value };
};

export const readHeaderName = (text: string): string => {
  if (!isSignatureHeader(text)) {
    throw new InvalidArgumentError("It must be a header's name that nothing else has, such as Service-Signature.");
  }
  return text;
};

/** Gathers host names, addresses and ranges. */
export const readTargets = (text: string, before: readonly string[] = []): readonly string[] => {
  const entry = parseAllowed(text);
  if ('fault' in entry) throw new InvalidArgumentError(`${entry.fault}.`);
  return [...before, text];
};
