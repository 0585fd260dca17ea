/** Webhooks that many checks look at, asked for once in a run: of a job of each capability, and of jobs that fail. */
import { type JobErrorCode, jobErrors } from '../../spec/errors.ts';
import type { JobOutcome } from '../../spec/magic.ts';
import { type JobEndpoint, jobEndpoints } from '../../spec/vocabulary.ts';
import { type Actor, type SubmitOptions } from '../actor.ts';
import { type FinishedJob, finishedJob } from '../finished-job.ts';
import { jobCalls } from '../job-calls.ts';
import type { Account } from '../account.ts';
import { isTerminal, memberOf, textIn } from '../reading/members.ts';
import type { Delivery, Mailbox } from '../receiver.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { isBrief, someOf } from '../sample.ts';

/** A job that asked for a webhook, and what came. */
export type Announced = {
  readonly account: Account;
  readonly endpoint: JobEndpoint;
  /** How it was made to end. */
  readonly outcome: JobOutcome;
  readonly callbackUrl: string;
  readonly box: Mailbox;
  /** Polled when the webhook had come. */
  readonly job: FinishedJob;
  /** Nothing may come before the end: a look at an unfinished job, after a webhook had come. */
  readonly early: Exchange | undefined;
  /** What its links led to when it came, where they differ: the one in the webhook, and the one that polling gave. */
  readonly links: Links | 'not-looked-at' | undefined;
};

export type Links = { readonly announced: Exchange; readonly polled: Exchange };

/** The account of the jobs that ask for webhooks. */
export const webhookAccount = (actor: Actor): Promise<Account> => actor.run.once((one) => one.own(), 'webhook account');

/** The signing secret of an account, where it is known. */
export const secretOf = (actor: Actor, account: Account): string | undefined =>
  account.secret ?? (account.key === actor.target.key ? actor.target.webhooks?.secret : undefined);

/** The webhook of a capability's job that succeeds. */
export const announced = (actor: Actor, endpoint: JobEndpoint): Promise<Announced> =>
  actor.run.once(
    async (one) => announce(one, await webhookAccount(one), endpoint, 'succeeded'),
    `announced ${endpoint}`,
  );

/** The webhook of a job that fails, in one of the ways in which jobs fail. */
export const announcedFailure = (actor: Actor, outcome: Exclude<JobOutcome, 'succeeded'>): Promise<Announced> =>
  actor.run.once(
    async (one) => announce(one, await webhookAccount(one), 'face-swap-image', outcome),
    `announced ${outcome}`,
  );

/** A job of the other account. */
export const announcedElsewhere = (actor: Actor): Promise<Announced> =>
  actor.run.once(
    async (one) => announce(one, await one.second(), 'face-swap-image', 'succeeded'),
    'announced elsewhere',
  );

/** Asks for a webhook, and waits for it for a while. */
export const announce = async (
  actor: Actor,
  account: Account,
  endpoint: JobEndpoint,
  outcome: JobOutcome,
): Promise<Announced> => {
  const box = await actor.mailbox();
  // An address is used as it is given: with its query, and as it is escaped.
  const callbackUrl = `${box.url}?for=${endpoint}%2F${outcome}&n=1`;
  const { acknowledgement, looks, early } = await followed(actor, account, endpoint, outcome, { callbackUrl }, box);
  await actor.until(() => box.deliveries.length > 0, firstAttemptSeconds);
  const job = finishedJob(acknowledgement, [...looks, await actor.look(account, acknowledgement)]);
  return { account, endpoint, outcome, callbackUrl, box, job, early, links: await linksOf(actor, endpoint, box, job) };
};

/** How long the first attempt is waited for: the document does not say how soon it comes (gap `first-attempt`). */
export const firstAttemptSeconds = 120;

const followed = async (
  actor: Actor,
  account: Account,
  endpoint: JobEndpoint,
  outcome: JobOutcome,
  options: SubmitOptions,
  box: Mailbox,
): Promise<{
  readonly acknowledgement: Exchange;
  readonly looks: readonly Exchange[];
  readonly early: Exchange | undefined;
}> => {
  if (outcome !== 'succeeded') {
    const { acknowledgement, looks } = await actor.ending(account, endpoint, outcome, options);
    return { acknowledgement, looks, early: undefined };
  }
  const acknowledgement = await actor.submit(account, endpoint, options);
  if (!isSuccess(acknowledgement)) actor.wanted(undefined, 'a submit that is accepted', acknowledgement);
  const looks: Exchange[] = [];
  const from = await actor.run.lookAtClock();
  for (;;) {
    const hadCome = box.deliveries.length > 0;
    const look = await actor.look(account, acknowledgement);
    looks.push(look);
    if (isTerminal(look)) return { acknowledgement, looks, early: undefined };
    if (hadCome && isSuccess(look)) return { acknowledgement, looks, early: look };
    if (!isSuccess(look) || actor.run.now - from > jobSecondsMax * 1_000)
      actor.wanted(undefined, `a job that ends within ${jobSecondsMax} s`, acknowledgement, look);
    await actor.run.step(2);
  }
};

const jobSecondsMax = 600;

/** Looked at while they are fresh: a link has a lifetime. */
const linksOf = async (
  actor: Actor,
  endpoint: JobEndpoint,
  { deliveries }: Mailbox,
  { end }: FinishedJob,
): Promise<Announced['links']> => {
  const announcedUrl = memberOf(dataOf(deliveries[0]), 'output_url');
  const polledUrl = textIn(end, 'output_url') ?? '';
  if (
    typeof announcedUrl !== 'string' ||
    announcedUrl === polledUrl ||
    !isAbsolute(announcedUrl) ||
    !isAbsolute(polledUrl)
  )
    return undefined;
  // A video has to be made first.
  if (isBrief(actor.run) && jobCalls[endpoint].result === 'video') return 'not-looked-at';
  return { announced: await actor.get(announcedUrl), polled: await actor.get(polledUrl) };
};

const isAbsolute = (url: string): boolean => /^https?:\/\//.test(url) && URL.canParse(url);

export const dataOf = (delivery: Delivery | undefined): unknown => memberOf(delivery?.json, 'data');

/** Ways in which a job can be made to fail here. */
const failuresOf = ({ target }: Actor): readonly Exclude<JobOutcome, 'succeeded'>[] =>
  target.control === undefined
    ? (Object.keys(jobErrors) as JobErrorCode[]).filter((code) => target.inputs[code] !== undefined)
    : ['face_not_detected', 'content_rejected', 'processing_failed', 'timed_out', 'cancelled'];

/** The webhooks asked for by jobs that succeed, of all capabilities that could be called. Throws NotTestable if there are none. */
export const successes = (actor: Actor): Promise<readonly Announced[]> =>
  gathered(someOf(actor.run, jobEndpoints, 2, 'webhooks').map((endpoint) => () => announced(actor, endpoint)));

/** Those asked for by jobs that fail, in all the ways that can be had. */
export const failures = (actor: Actor): Promise<readonly Announced[]> =>
  gathered(
    someOf(actor.run, failuresOf(actor), 2, 'webhooks').map((outcome) => () => announcedFailure(actor, outcome)),
  );

/** Both; without the failures where no job can be made to fail. */
export const announcements = async (actor: Actor): Promise<readonly Announced[]> =>
  (await gathered([() => successes(actor), () => failures(actor)])).flat();

const gathered = async <T>(probes: readonly (() => Promise<T>)[]): Promise<readonly T[]> => {
  const found: T[] = [];
  let missing = new NotTestable('it needs a job that fails', 'failing-input');
  for (const probe of probes) {
    try {
      found.push(await probe());
    } catch (error) {
      if (!(error instanceof NotTestable)) throw error;
      missing = error;
    }
  }
  if (found.length === 0) throw missing;
  return found;
};

/** A delivery as evidence: the request that came to the judge. */
export const seen = ({ url }: Mailbox, { method, path, headers, body, arrivedAt }: Delivery): Exchange => ({
  number: 0,
  operation: undefined,
  request: {
    method,
    url: new URL(path, url).href,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
  },
  breaks: undefined,
  answer: undefined,
  failure: 'a delivery to the judge',
  sentAt: arrivedAt,
  tookMs: 0,
  cost: { usd: 0 },
});
