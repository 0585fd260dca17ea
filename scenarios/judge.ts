/** Judges what a story says of its end, over what was seen. Pure: the same for a client of ours, of the user's own, and for a deployment. */
import { jobEndpoints } from '../spec/vocabulary.ts';
import { type Claim, type Subject, type Which, subjectOf } from './claims.ts';
import { secondsOf } from './duration.ts';
import type { Seen, SeenDelivery, SeenJob, SeenRequest, SeenSession, SeenSocket } from './seen.ts';
import { saidOf } from './claim-words.ts';
import { isSame, memberAt } from './references.ts';

export type ClaimVerdict = {
  readonly verdict: 'holds' | 'violated' | 'not_judged';
  /** The claim in words. */
  readonly expected: string;
  /** What was seen, or why nothing could be said. */
  readonly seen: string;
  readonly why: string | undefined;
  /** `file:line:column`. */
  readonly where: string;
};

/** @param whereIs the place of a claim, by its number from 0 */
export const judgeClaims = (
  claims: readonly Claim[],
  seen: Seen,
  whereIs: (index: number) => string,
): readonly ClaimVerdict[] =>
  claims.map((claim, index) => {
    const subject = subjectOf(claim) ?? 'jobs';
    const { holds, seen: told } = judged(claim, subject, seen);
    return {
      verdict: holds === undefined ? 'not_judged' : holds ? 'holds' : 'violated',
      expected: saidOf(claim, subject),
      seen: told,
      why: claim.why?.trim(),
      where: whereIs(index),
    };
  });

/** `holds` is undefined where nothing can be said. */
type Judged = { readonly holds: boolean | undefined; readonly seen: string };

const judged = (claim: Claim, subject: Subject, seen: Seen): Judged => {
  const hidden = Object.keys(claim).find((member) => Object.hasOwn(seen.unseen, member));
  if (hidden !== undefined) return { holds: undefined, seen: seen.unseen[hidden] ?? '' };
  switch (subject) {
    case 'jobs':
      return counted(claim.jobs, ofAccount(claim, seen.jobs), (job) => isSuchJob(claim, job), wordsOfJob);
    case 'sessions':
      return counted(
        claim.sessions,
        ofAccount(claim, seen.sessions),
        (one) => isSuchSession(claim, one),
        wordsOfSession,
      );
    case 'deliveries':
      return counted(
        claim.deliveries,
        ofAccount(claim, seen.deliveries),
        (one) => isSuchDelivery(claim, one),
        wordsOfDelivery,
      );
    case 'requests':
      return requestsJudged(claim, ofAccount(claim, seen.requests));
    case 'sockets':
      return counted(claim.sockets, ofAccount(claim, seen.sockets), (one) => isSuchSocket(claim, one), wordsOfSocket);
    case 'order':
      return orderJudged(claim.order ?? [], ofAccount(claim, seen.requests));
    case 'balance_usd':
    case 'charged_usd':
    case 'refunded_usd':
    case 'spent_usd':
    case 'nets_to_zero':
      return moneyJudged(claim, subject, seen);
    default:
      return subject satisfies never;
  }
};

const ofAccount = <T extends { readonly account: string | null }>({ by }: Claim, all: readonly T[]): readonly T[] =>
  by === undefined ? all : all.filter(({ account }) => account === by);

type Range = number | { readonly at_least?: number; readonly at_most?: number };

const fits = (value: number, range: Range): boolean =>
  typeof range === 'number'
    ? value === range
    : value >= (range.at_least ?? 0) && value <= (range.at_most ?? Number.POSITIVE_INFINITY);

/** Money, to the micro-USD. */
const fitsUsd = (usd: number, range: Range): boolean => {
  const micros = (amount: number): number => Math.round(amount * 1e6);
  return typeof range === 'number'
    ? micros(usd) === micros(range)
    : fits(micros(usd), {
        ...(range.at_least !== undefined && { at_least: micros(range.at_least) }),
        ...(range.at_most !== undefined && { at_most: micros(range.at_most) }),
      });
};

const counted = <T>(
  wanted: Claim['jobs'],
  all: readonly T[],
  isSuch: (one: T) => boolean,
  wordsOf: (one: T) => string,
): Judged => {
  const such = all.filter(isSuch).length;
  const holds =
    wanted === 'all'
      ? such > 0 && such === all.length
      : fits(such, wanted === 'none' ? 0 : (wanted ?? { at_least: 1 }));
  return {
    holds,
    seen: `${such}${all.length === 0 ? ', for there were none at all' : ` of ${all.length}: ${listed(all.map(wordsOf))}`}`,
  };
};

/** Alike ones once, with their number; not more than a reader takes in. */
const listed = (words: readonly string[]): string => {
  const numbers = new Map<string, number>();
  for (const word of words) numbers.set(word, (numbers.get(word) ?? 0) + 1);
  const parts = [...numbers].map(([word, number]) => (number === 1 ? word : `${number} × ${word}`));
  return parts.length <= shownMax
    ? parts.join('; ')
    : `${parts.slice(0, shownMax).join('; ')}; and ${parts.length - shownMax} more`;
};
const shownMax = 8;

const isSuchJob = ({ endpoint, status, code, charged_usd: charged }: Claim, job: SeenJob): boolean =>
  (endpoint === undefined || endpoint === 'submit' || endpoint === job.endpoint) &&
  (status === undefined || status === job.status) &&
  (code === undefined || code === job.code) &&
  (charged === undefined || fitsUsd(job.charged_usd, charged));

const isSuchSession = ({ endpoint, status, seconds, reason, charged_usd: charged }: Claim, one: SeenSession): boolean =>
  (endpoint === undefined || endpoint === one.endpoint) &&
  (status === undefined || status === one.status) &&
  (seconds === undefined || fits(one.seconds, seconds)) &&
  (reason === undefined || (reason === 'none' ? null : reason) === one.reason) &&
  (charged === undefined || fitsUsd(one.charged_usd, charged));

const isSuchDelivery = ({ status, attempts, outcomes }: Claim, one: SeenDelivery): boolean =>
  (status === undefined || status === one.status) &&
  (attempts === undefined || fits(one.outcomes.length, attempts)) &&
  (outcomes === undefined ||
    (outcomes.length === one.outcomes.length &&
      outcomes.every((outcome, index) => isSuchOutcome(outcome, one.outcomes[index]))));

/** Whether that is what came of an attempt of a webhook. */
export const isSuchOutcome = (wanted: number | string, came: number | string | undefined): boolean =>
  wanted === came || (typeof came === 'number' && wanted === `${Math.floor(came / 100)}xx`);

const isSuchSocket = ({ event, code }: Claim, one: SeenSocket): boolean =>
  (event === undefined || event === one.event) && (code === undefined || code === one.code);

/** Whether a request is one of those that are meant. */
export const isSuchRequest = ({ endpoint, status, code }: Which, one: SeenRequest): boolean =>
  (endpoint === undefined ||
    endpoint === one.endpoint ||
    (endpoint === 'submit' && jobEndpoints.some((name) => name === one.endpoint))) &&
  (status === undefined || (typeof status === 'number' ? status === one.status : status === classOf(one))) &&
  (code === undefined || code === one.code);

/** `none` where no answer was sent. */
const classOf = ({ status }: SeenRequest): string => (status === null ? 'none' : `${Math.floor(status / 100)}xx`);

const requestsJudged = (claim: Claim, all: readonly SeenRequest[]): Judged => {
  const { after, within, keys, fault, members } = claim;
  const longestMs = within === undefined ? Number.POSITIVE_INFINITY : secondsOf(within) * 1_000;
  const isSuch = (one: SeenRequest, index: number): boolean =>
    isSuchRequest(claim, one) &&
    (fault === undefined || one.faults.includes(fault)) &&
    (after === undefined ||
      all
        .slice(0, index)
        .some(
          (before) => isSuchRequest(after, before) && before.account === one.account && one.at - before.at <= longestMs,
        ));
  const meant = all.filter(isSuch);
  if (members !== undefined && meant.some(({ status, answered }) => status !== null && answered === undefined))
    return { holds: undefined, seen: 'an answer that counts is too long to be known whole' };
  const such = new Set(members === undefined ? meant : meant.filter((one) => holdsMembers(one, members)));
  const outcome = counted(claim.requests, all, (one) => such.has(one), wordsOfRequest);
  if (keys === undefined) return outcome;
  if (such.size === 0) return outcome;
  const different = new Set([...such].flatMap(({ key }) => (key === null ? [] : [key])));
  return {
    holds: outcome.holds === true && fits(different.size, keys),
    seen: `${outcome.seen} (${different.size} Idempotency-Key${different.size === 1 ? '' : 's'})`,
  };
};

const holdsMembers = ({ answered }: SeenRequest, members: NonNullable<Claim['members']>): boolean => {
  const json = jsonIn(answered ?? '');
  return Object.entries(members).every(([path, wanted]) => isSame(memberAt(json, path.split('.')), wanted));
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const orderJudged = (order: readonly Which[], all: readonly SeenRequest[]): Judged => {
  let met = 0;
  for (const one of all) {
    const next = order[met];
    if (next !== undefined && isSuchRequest(next, one)) met += 1;
  }
  return {
    holds: met === order.length,
    seen: `${met === 0 ? 'none' : `the first ${met}`} of these ${order.length} in this order: ${listed(all.map(wordsOfRequest))}`,
  };
};

const moneyJudged = (
  claim: Claim,
  subject: 'balance_usd' | 'charged_usd' | 'refunded_usd' | 'spent_usd' | 'nets_to_zero',
  seen: Seen,
): Judged => {
  const { by = 'main' } = claim;
  const account = seen.accounts.find((one) => one.account === by);
  if (account === undefined) return { holds: undefined, seen: `nothing is known of the account ${by}` };
  const { charged_usd: charged, refunded_usd: refunded, held_usd: held, spent_usd: net } = account;
  const told = `charged ${usd(charged)}, refunded ${usd(refunded)}`;
  if (subject === 'nets_to_zero')
    return { holds: fitsUsd(net, 0) && fitsUsd(held, 0), seen: `${told}, held ${usd(held)}` };
  const wanted = claim[subject] ?? 0;
  if (wanted === 'as_told') {
    const sum = [...seen.jobs, ...seen.sessions]
      .filter((one) => one.account === by)
      .reduce((all, one) => all + one.charged_usd, 0);
    return { holds: fitsUsd(net, sum), seen: `${usd(net)} spent, and jobs and sessions say ${usd(sum)}` };
  }
  const value = account[subject];
  return { holds: fitsUsd(value, wanted), seen: subject === 'balance_usd' ? usd(value) : `${usd(value)} (${told})` };
};

const usd = (amount: number): string => `${Number(amount.toFixed(6))} USD`;

const wordsOfJob = ({ endpoint, status, code, charged_usd: charged }: SeenJob): string =>
  `${endpoint} ${status}${code === null ? '' : ` (${code})`} for ${usd(charged)}`;
const wordsOfSession = ({ endpoint, status, seconds, charged_usd: charged, reason }: SeenSession): string =>
  `${endpoint} ${status}, ${seconds} s for ${usd(charged)}${reason === null ? '' : ` (${reason})`}`;
const wordsOfDelivery = ({ status, outcomes }: SeenDelivery): string => `${status} after [${outcomes.join(', ')}]`;
const wordsOfSocket = ({ event, code }: SeenSocket): string => (code === null ? event : `${event} with ${code}`);
const wordsOfRequest = ({ endpoint, status, code, faults }: SeenRequest): string =>
  [endpoint ?? 'no operation', status ?? 'unanswered', ...(code === null ? [] : [code]), ...faults].join(' ');
