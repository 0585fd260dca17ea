/** The request rate: as fast as is allowed, and much faster. */
import { limits } from '../../spec/limits.ts';
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { codeIn } from '../reading/refusal.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { isBrief } from '../sample.ts';
import type { Due } from './watched.ts';

const requestsPerMinute = 6;

export type Burst = {
  readonly all: readonly Exchange[];
  /** Those that were not let through. */
  readonly refused: readonly Due[];
  /** The first one after a pause of more than a minute. */
  readonly after: Exchange;
};

/** A burst of writes, which count in any case (gap `rate-limit-counts`), five times what a minute has room for. */
export const tooFast = async (actor: Actor): Promise<Burst> => {
  if (actor.target.control !== undefined) {
    const perMinute = isBrief(actor.run) ? 3 : requestsPerMinute;
    return burst(actor, await actor.made(1_000, { requestsPerMinute: perMinute }), perMinute * 5);
  }
  const rate = actor.target.requestsPerMinute;
  if (rate === 'off') throw new NotTestable('no request rate is set there');
  return burst(actor, await actor.main(), rate * 5);
};

const burst = async (actor: Actor, account: Account, count: number): Promise<Burst> => {
  const all: Exchange[] = [];
  for (let sent = 0; sent < count; sent++) all.push(await write(actor, account, 'rate'));
  await actor.run.pass(61);
  const after = await write(actor, account, undefined);
  const refused = all.flatMap((exchange, at): Due[] =>
    isSuccess(exchange) && codeIn(exchange) === undefined
      ? []
      : [{ says: `request ${at + 1} of a burst of ${count}`, exchange, before: all.slice(0, Math.min(1, at)) }],
  );
  return { all, refused, after };
};

/** A write that costs nothing. */
const write = (actor: Actor, account: Account, breaks: 'rate' | undefined, isRateLooked = false): Promise<Exchange> =>
  actor.call(account, 'createVoiceSession', {
    body: { duration_minutes: 1 },
    isRateLooked,
    ...(breaks !== undefined && { breaks }),
  });

/**
 * Writes at an even pace that uses the documented rate up and never goes over it. On an account of our own for two minutes; else with the key
 * under test after a quiet minute, and a second time where one was limited: it may have been somebody else's request.
 */
export const evenPace = async (actor: Actor): Promise<readonly Exchange[]> => {
  const { requestsPerMinute: documented } = limits;
  const { control, requestsPerMinute: granted } = actor.target;
  if (control !== undefined) {
    const account = await actor.made(1_000, { requestsPerMinute: documented });
    return paced(actor, account, documented, isBrief(actor.run) ? documented + 2 : documented * 2);
  }
  const rate = granted === 'off' ? documented : Math.min(granted, documented);
  const account = await actor.main();
  const attempt = async (): Promise<readonly Exchange[]> => {
    await actor.run.pass(61);
    return paced(actor, account, rate, rate + 2);
  };
  const first = await attempt();
  return first.some((exchange) => codeIn(exchange) === 'rate_limited') ? attempt() : first;
};

const paced = async (
  actor: Actor,
  account: Account,
  perMinute: number,
  count: number,
): Promise<readonly Exchange[]> => {
  const all: Exchange[] = [];
  for (let sent = 0; sent < count; sent++) {
    const exchange = await write(actor, account, undefined, true);
    all.push(exchange);
    if (codeIn(exchange) === 'rate_limited') return all;
    // A little slower than allowed, so that no minute has one too many.
    await actor.run.pass(60.3 / perMinute);
  }
  return all;
};
