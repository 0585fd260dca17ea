/** What is sent, and not sent, beside the webhook of one job: jobs that asked for none, sessions, several jobs with one address, secrets that change. */
import { accountWith } from '../account.ts';
import type { Actor } from '../actor.ts';
import type { FinishedJob } from '../finished-job.ts';
import { NotTestable } from '../verdict.ts';
import type { Delivery, Mailbox } from '../receiver.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { watch } from './tried.ts';
import { type Announced, announce, webhookAccount } from './webhooks.ts';

/** For how long nothing may come. */
const quietSeconds = 60;

export type Quiet = {
  /** Of a job that asked for one, on the same account and just before. */
  readonly box: Mailbox;
  /** Jobs that asked for none. */
  readonly jobs: readonly FinishedJob[];
  /** What came after that first webhook. */
  readonly further: readonly Delivery[];
  readonly strays: readonly Delivery[];
};

/** Jobs without a `callback_url`, after one that had it. */
export const uncalled = async (actor: Actor): Promise<Quiet> => {
  const account = await actor.own();
  const { strays } = await actor.run.receiver();
  const { box, job: called } = await announce(actor, account, 'face-swap-image', 'succeeded');
  if (box.deliveries.length === 0) actor.wanted(undefined, 'a job whose webhook comes', called.end);
  const [before, straysBefore] = [box.deliveries.length, strays.length];
  const jobs = [await actor.finished(account, 'face-swap-image')];
  if (actor.target.control !== undefined)
    jobs.push(await actor.ending(account, 'face-swap-image', 'processing_failed'));
  await watch(actor, () => box.deliveries.length > before || strays.length > straysBefore, quietSeconds);
  return { box, jobs, further: box.deliveries.slice(before), strays: strays.slice(straysBefore) };
};

export type QuietSessions = {
  /** Of the job that asked for a webhook before. */
  readonly jobId: string;
  readonly sessions: readonly Exchange[];
  readonly further: readonly { readonly box: Mailbox; readonly delivery: Delivery }[];
};

/** Sessions of both kinds, one of them connected and closed; a `callback_url` in their call has no meaning. */
export const sessionsOnceCalled = async (actor: Actor): Promise<QuietSessions> => {
  const account = await actor.own();
  const { box, job } = await announce(actor, account, 'face-swap-image', 'succeeded');
  const own = await actor.mailbox();
  const before = box.deliveries.length;
  const sessions: Exchange[] = [];
  for (const [operation, body] of [
    ['createVoiceSession', {}],
    ['createLiveSwapSession', { duration_minutes: 1 }],
  ] as const) {
    const called = await actor.call(account, operation, {
      body: { ...body, callback_url: own.url },
      breaks: 'gap:unknown-fields',
    });
    const session = isSuccess(called) ? called : await actor.call(account, operation, { body });
    if (isSuccess(session)) sessions.push(session);
  }
  const [first] = sessions;
  const stream = await actor.connect(actor.wanted(first, 'a session'));
  if (stream.status === 101) {
    await actor.run.pass(2);
    await stream.close();
  }
  await watch(actor, () => box.deliveries.length > before || own.deliveries.length > 0, quietSeconds);
  return {
    jobId: job.id,
    sessions,
    further: [
      ...box.deliveries.slice(before).map((delivery) => ({ box, delivery })),
      ...own.deliveries.map((delivery) => ({ box: own, delivery })),
    ],
  };
};

export type Shared = { readonly box: Mailbox; readonly jobs: readonly FinishedJob[] };

/** Jobs that have one address, and end at about the same time. */
export const sharedAddress = async (actor: Actor): Promise<Shared> => {
  const account = await webhookAccount(actor);
  const box = await actor.mailbox();
  const options = { callbackUrl: box.url };
  const jobs = [
    await actor.ending(account, 'face-swap-image', 'succeeded', options),
    await actor.ending(account, 'face-swap-image', 'succeeded', options),
  ];
  if (actor.target.control !== undefined)
    jobs.push(await actor.ending(account, 'face-swap-image', 'content_rejected', options));
  await actor.until(() => box.deliveries.length >= jobs.length, quietSeconds);
  return { box, jobs };
};

export type Rotation = {
  /** Before anything was changed, and its secret. */
  readonly before: Announced;
  readonly secret: string;
  /** After another key was made, and asked for with that key; after it was revoked. */
  readonly afterKey: Announced;
  readonly afterRevoked: Announced;
  /** After the secret was changed; undefined if no job could be had then. */
  readonly after: Announced | undefined;
  readonly newSecret: string;
  /** Attempts to deliver one that was refused before the change, and was due again after it; the first `early` of them came before it. */
  readonly pending: { readonly box: Mailbox; readonly acknowledgement: Exchange; readonly early: number };
  /** A call with the account's key, after the change. */
  readonly balance: Exchange;
};

/** A secret through the life of keys, and keys through the life of a secret. Only a mock can be told to change them. */
export const rotation = async (actor: Actor): Promise<Rotation> => {
  const account = await actor.made(1_000);
  const [id, secret] = [actor.wanted(account.id, 'an account with an id'), actor.wanted(account.secret, 'a secret')];
  const once = (key = account.key): Promise<Announced> =>
    announce(actor, { ...accountWith(key, account), files: account.files }, 'face-swap-image', 'succeeded');
  const before = await once();
  const { key, keyId } = await actor.control.createKey(id);
  const afterKey = await once(key);
  await actor.control.revokeKey(id, keyId);
  const afterRevoked = await once();
  const box = await actor.mailbox([500, 200]);
  const { acknowledgement } = await actor.ending(account, 'face-swap-image', 'succeeded', { callbackUrl: box.url });
  await actor.until(() => box.deliveries.length > 0, quietSeconds);
  // Mostly one. A busy machine may see it so late that the clock has reached the next one as well.
  const early = box.deliveries.length;
  const newSecret = await actor.control.rotateSecret(id);
  const balance = await actor.call(account, 'getBalance');
  const after = await once().catch((error: unknown) => {
    if (error instanceof NotTestable) return undefined;
    throw error;
  });
  await actor.until(() => box.deliveries.length > early, firstWaitSeconds);
  const pending = { box, acknowledgement, early };
  return { before, secret, afterKey, afterRevoked, after, newSecret, pending, balance };
};

/** No ladder that fits into 20 minutes has a longer first wait. */
const firstWaitSeconds = 330;
