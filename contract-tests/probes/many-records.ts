/** An account with more usage records than can be listed at once, where the judge can make one; else the account as it is. */
import { limits } from '../../spec/limits.ts';
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { isSuccess } from '../wire/exchange.ts';
import { isBrief } from '../sample.ts';

/** `total`: how many records it has at least. */
export type ManyRecords = { readonly account: Account; readonly total: number };

export const manyRecords = async (actor: Actor): Promise<ManyRecords> => {
  if (actor.target.control === undefined) return { account: await actor.main(), total: 0 };
  const account = await actor.made(1_000);
  // That the default is kept can be told with few.
  const wanted = (isBrief(actor.run) ? limits.usageLimitDefault : limits.usageLimitMax) + 5;
  let last = await actor.submit(account, 'face-swap-image');
  for (let made = 1; made < wanted; made += together) {
    const count = Math.min(together, wanted - made);
    const submits = Array.from({ length: count }, () => actor.submit(account, 'face-swap-image'));
    last = (await Promise.all(submits)).find((one) => !isSuccess(one)) ?? last;
  }
  if (!isSuccess(last)) actor.wanted(undefined, 'submits that are accepted', last);
  // Long enough for all of them to end, eight at a time.
  await actor.run.pass(3_600);
  return { account, total: wanted };
};

const together = 16;
