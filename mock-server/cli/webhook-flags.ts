/** Flags that the commands for webhooks share, and their readers. */
import { InvalidArgumentError, Option } from 'commander';
import { limits } from '../../spec/limits.ts';
import { signature } from '../../spec/webhooks.ts';
import { parseInstant } from '../engine/clock.ts';
import { readHeaderName, readNumber } from './flags.ts';
import { InvalidSecret } from './wrong-usage.ts';

export const secretVariable = 'UNDERSTUDY_WEBHOOK_SECRET';

export const secretOption = (): Option =>
  new Option('--secret <secret>', 'webhook secret of the account; the variable keeps it out of the list of processes')
    .argParser(readSecret)
    .env(secretVariable);

export const headerOption = (): Option =>
  new Option('--signature-header <name>', 'header that the signature stands in')
    .argParser(readHeaderName)
    .default(signature.header);

export const toleranceOption = (): Option =>
  new Option('--tolerance <seconds>', 'how far t may be from now, or off')
    .argParser(readTolerance)
    .default(limits.signatureToleranceSeconds);

/** Unlike other values it is never shown where it is wrong. */
const readSecret = (text: string): string => {
  if (text === '') throw new InvalidSecret('The value of --secret must not be empty.');
  return text;
};

const readTolerance = (text: string): number =>
  text === 'off' ? Number.POSITIVE_INFINITY : readNumber({ min: 1, max: 1e9 }, ', or off')(text);

/** Unix seconds, from them or from an ISO 8601 instant. */
export const readSeconds = (text: string): number => {
  const instant = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : parseInstant(text);
  if (instant === undefined || instant < 0) {
    throw new InvalidArgumentError('It must be Unix seconds, or an ISO 8601 instant such as 2026-01-01T00:00:00Z.');
  }
  return Math.floor(instant / 1000);
};

/** The address of a receiver. As users of Stripe's command are used to, `http://` may be left out. */
export const readReceiverUrl = (text: string): string => {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (/\/\/[^/?#]*@/.test(url)) throw new InvalidSecret('A URL must be without user name and password.');
  if (!/^https?:\/\/[^/?#\s]+[^#\s]*$/i.test(url) || !URL.canParse(url)) {
    throw new InvalidArgumentError('It must be an http or https address, such as http://localhost:3000/webhook.');
  }
  return new URL(url).href;
};
