/** Reads that many checks look at, sent once in a run. */
import type { Actor } from '../actor.ts';
import type { Exchange } from '../wire/exchange.ts';

export const balanceAnswer = async (actor: Actor): Promise<Exchange> => actor.call(await actor.main(), 'getBalance');
export const pricingAnswer = (actor: Actor): Promise<Exchange> => actor.call(undefined, 'getPricing');
export const voicesAnswer = async (actor: Actor): Promise<Exchange> => actor.call(await actor.main(), 'listVoices');
export const usageAnswer = async (actor: Actor): Promise<Exchange> => actor.call(await actor.main(), 'listUsage');
