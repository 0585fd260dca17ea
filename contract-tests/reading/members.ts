/** Members of answers, read without trust. */
import type { Exchange } from '../wire/exchange.ts';

/** Undefined where there is none, or where it is no object. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [name: string]: unknown })[name]
    : undefined;

export const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text in the body of an answer; undefined if there is none of that name. */
export const textIn = (exchange: Exchange, name: string): string | undefined => {
  const value = memberOf(exchange.answer?.json, name);
  return typeof value === 'string' ? value : undefined;
};

export const numberIn = (exchange: Exchange, name: string): number | undefined => {
  const value = memberOf(exchange.answer?.json, name);
  return typeof value === 'number' ? value : undefined;
};

/** Whether a look at a job shows its end. */
export const isTerminal = (look: Exchange): boolean => ['succeeded', 'failed'].includes(textIn(look, 'status') ?? '');

/** USD to whole micro-USD. */
export const microsOf = (usd: unknown): number => (typeof usd === 'number' ? Math.round(usd * 1e6) : Number.NaN);
