/** How the jobs of a program are looked at: with the key that submitted each, for whether another key of its account sees it is open (gap `job-owner`). */
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { textIn } from '../reading/members.ts';
import { codeIn } from '../reading/refusal.ts';
import { NotTestable } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { JobLog } from './log.ts';

/** @param holder whose account has a key that is never revoked */
export const lookAt = async (
  actor: Actor,
  { first }: { readonly first: Account },
  job: JobLog,
): Promise<Exchange | undefined> => {
  if (job.isHidden || textIn(job.acknowledgement, 'status_url') === undefined) return undefined;
  const key = keyFor(actor, first, job);
  const look = await actor.look(key, job.acknowledgement);
  return isSeen(look, key, job) ? look : undefined;
};

/** To its end. @returns whether that was seen */
export const followToEnd = async (
  actor: Actor,
  { first }: { readonly first: Account },
  job: JobLog,
): Promise<boolean> => {
  if (job.isHidden) return false;
  const key = keyFor(actor, first, job);
  try {
    job.looks.push(...(await actor.follow(key, job.acknowledgement)));
    return true;
  } catch (error) {
    if (!(error instanceof NotTestable)) throw error;
    const looks = error.exchanges.filter(({ operation }) => operation === 'getJob');
    job.looks.push(...looks.filter((look) => isSeen(look, key, job)));
    return false;
  }
};

/** A key that was revoked sees nothing any more. */
const keyFor = ({ run }: Actor, first: Account, { by }: JobLog): Account => (run.known.isRevoked(by.key) ? first : by);

/** What another key than its own does not find says nothing of a job, and nothing more can be said of it. */
const isSeen = (look: Exchange, { key }: Account, job: JobLog): boolean => {
  if (key === job.by.key || codeIn(look) !== 'not_found') return true;
  job.isHidden = true;
  return false;
};
