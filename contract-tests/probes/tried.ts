/** Jobs whose webhooks are answered in ways that are chosen beforehand, and waiting for what becomes of them. */
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { textIn } from '../reading/members.ts';
import type { Mailbox, Reply } from '../receiver.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { webhookAccount } from './webhooks.ts';

/** A job with the deliveries of its webhook. */
export type Tried = {
  readonly says: string;
  readonly account: Account;
  readonly box: Mailbox;
  readonly acknowledgement: Exchange;
};

export type Asking = { readonly says: string; readonly replies: readonly Reply[] };

/** Jobs that succeed, one for each way of answering their webhooks; returns when the first attempts have come, or might have. */
export const tried = async (actor: Actor, ways: readonly Asking[]): Promise<readonly Tried[]> => {
  const account = await webhookAccount(actor);
  const { control } = actor.target;
  const all: Tried[] = [];
  for (const { says, replies } of ways) {
    const box = await actor.mailbox(replies);
    const acknowledgement = await actor.submit(account, 'face-swap-image', { callbackUrl: box.url });
    if (!isSuccess(acknowledgement)) actor.wanted(undefined, 'a submit that is accepted', acknowledgement);
    all.push({ says, account, box, acknowledgement });
  }
  // All at once: attempts that are not answered are waited for together. One that cannot be ended by hand ends by itself.
  for (const { acknowledgement } of all) {
    await control?.finishJob(textIn(acknowledgement, 'id') ?? '', 'succeeded').catch(() => undefined);
  }
  return all;
};

/** A job of the other side of the world may take its time, and its webhook a moment more. */
export const firstAttemptsSeconds = ({ target }: Actor): number => (target.control === undefined ? 720 : 60);
/** Beyond the longest first wait of a ladder of 20 minutes: a fifth of it, a quarter more, and the time of an attempt. */
export const firstWaitSeconds = 330;
/** Beyond the longest ladder there may be. */
export const ladderSeconds = 25 * 60;

/** Waits on the target's clock. @returns whether it came to hold */
export const watch = async (
  { run, target: { control } }: Actor,
  holds: () => boolean,
  seconds: number,
): Promise<boolean> => {
  const end = (await run.lookAtClock()) + seconds * 1_000;
  for (let idle = 0; ;) {
    if (holds()) return true;
    const left = (end - run.now) / 1_000;
    if (left <= 0) return false;
    const next = (await control?.clock())?.nextDue;
    // Nothing more will happen by itself; a few moments are left to what is under way.
    if (control !== undefined && (next === undefined || next > end) && ++idle > 5) await run.pass(left);
    else await run.step(left);
  }
};

/** The same, at the pace of the target's ladder. */
export const watchLadder = (actor: Actor, holds: () => boolean, seconds: number): Promise<boolean> =>
  watch(actor, holds, seconds / actor.target.timeScale);

export const haveCome =
  (all: readonly Tried[], attempts = 1) =>
  (): boolean =>
    all.every(({ box }) => box.deliveries.length >= attempts);

export const never = (): boolean => false;
