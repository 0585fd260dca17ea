/** Streams and their bills: a session from its call to its settlement, with the balance at each step. What it is like to be on the socket is seen elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../account.ts';
import type { Actor, Balance } from '../actor.ts';
import type { Billed } from '../money/one-rate.ts';
import { memberOf, microsOf, textIn } from '../reading/members.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Stream } from '../wire/stream.ts';
import { type Session, ceilingMicros, createSession, maxSeconds, secondMicrosMax } from './sessions.ts';
import { quietAccount } from './quiet-account.ts';
import { isServed } from './tokens.ts';
import { isTalked } from './transcripts.ts';
import { formatIn } from '../reading/audio-format.ts';
import { chunkOf } from './voice-talk.ts';

export type StreamPlan = {
  readonly minutes: number;
  /** Between the call and the connect, by the target's clock. */
  readonly idleSeconds?: number;
  /** Streamed; `Infinity` waits for the hard stop. */
  readonly seconds: number;
  /** How the client ends it, if it does. */
  readonly ends?: 'close' | 'cut';
  /** Sends nothing. */
  readonly isSilent?: boolean;
  /** Knocks with the same token in the middle. */
  readonly knocksAgain?: boolean;
  /** How long the balance is watched when it is settled; then its token is tried once more. */
  readonly watchSeconds?: number;
};

export type Streamed = Billed & {
  readonly plan: StreamPlan;
  readonly account: Account;
  readonly session: Exchange;
  readonly stream: Stream;
  readonly ceilingMicros: number;
  readonly secondMicrosMax: number;
  readonly maxSeconds: number;
  readonly before: Balance;
  /** After the call, and just before the connect. */
  readonly created: Balance;
  readonly idled: Balance;
  readonly after: Balance;
  /** When it has been watched. */
  readonly later: Balance;
  /** Its token opened another stream then. */
  readonly goesOn: boolean;
  /** The first message came, where one is promised. */
  readonly isGreeted: boolean;
  /** It was open still when its time, or almost the whole of its funded time, was over. */
  readonly wasOpen: boolean;
  /** It was over when its funded time was. */
  readonly isStopped: boolean;
  /** Of the session; undefined if none came. */
  readonly record: unknown;
  readonly usage: Exchange;
  /** Time was streamed in the sense of any reading: messages went both ways from its beginning to its end (gap `session-clock`). */
  readonly isTalked: boolean;
};

/** A stream as planned, once in a run for each plan. */
export const streamed = (actor: Actor, session: Session, plan: StreamPlan): Promise<Streamed> =>
  actor.once(
    (one) => stream(one, session, plan),
    `stream ${session.name} ${JSON.stringify({ ...plan, seconds: String(plan.seconds) })}`,
  );

const stream = async (actor: Actor, kind: Session, plan: StreamPlan): Promise<Streamed> => {
  const { run, target } = actor;
  const {
    minutes,
    idleSeconds = 0,
    seconds,
    ends = 'close',
    isSilent = false,
    knocksAgain = false,
    watchSeconds = 0,
  } = plan;
  const isTalking = !isSilent && (kind.name === 'voice' || (await isTalked(actor, kind)));
  const account = await dear(actor);
  const opened = await openBill(actor, account);
  const { before } = opened;
  const session = await createSession(actor, account, kind, minutes);
  const created = await actor.balance(account);
  if (idleSeconds > 0) await run.pass(idleSeconds);
  const idled = idleSeconds > 0 ? await actor.balance(account) : created;

  const connecting = await run.lookAtClock();
  const first = await actor.connect(session);
  if (first.status !== 101) actor.wanted(undefined, `a socket that opens (it got status ${first.status})`, session);
  let socket = first;
  const connected = await run.lookAtClock();
  const isGreeted =
    kind.name !== 'voice' ||
    (await first.until((frames) => frames.some((frame) => formatIn(frame) !== undefined), 2_000));
  const length = maxSeconds(actor, session);
  const planned = Math.min(seconds, length - marginSeconds(actor));
  let isHeard = isTalking;
  for (let part = 0; part < parts; part++) {
    if (isHeard) isHeard = await exchanged(socket, kind);
    if (knocksAgain && part === 2) {
      const second = await actor.connect(session, { breaks: 'used-token' });
      // One of the two is turned away (gap `socket-second`).
      await Promise.race([first.ended(1_000), second.ended(1_000)]);
      run.observe('socket-second', first.isOpen ? 'refused' : 'replaces');
      if (first.isOpen) second.cut();
      else socket = second;
    }
    if (planned > 0) await run.pass(planned / parts);
  }
  if (isHeard) isHeard = await exchanged(socket, kind);
  const wasOpen = socket.isOpen;
  const closing = await run.lookAtClock();
  let isStopped = false;
  if (seconds > planned) {
    await run.pass(2 * marginSeconds(actor));
    isStopped = (await socket.ended(3_000)) !== undefined;
    if (!isStopped) await socket.close();
  } else if (ends === 'cut') {
    socket.cut();
    // On loopback it is noticed at once, but not in this very moment.
    if (target.control !== undefined) await sleep(20);
  } else await socket.close();
  const closed = await run.lookAtClock();

  const { record, usage, after } = await billOf(actor, opened, session);
  const gone = ends === 'cut' ? await run.lookAtClock() : closed;
  if (watchSeconds > 0) await run.pass(watchSeconds);
  const later = watchSeconds > 0 ? await actor.balance(account) : after;
  const goesOn = watchSeconds > 0 && (await opensAgain(actor, kind, session));
  const secondsMost = Math.min((gone - connecting) / 1_000, length);
  const secondsLeast = ends === 'cut' || !wasOpen ? 0 : (closing - connected) / 1_000;
  return {
    says: `${Math.round(secondsMost * 1_000) / 1_000} s of ${kind.name} (${minutes} min funded)`,
    plan,
    account,
    session,
    stream: socket,
    chargedMicros: before.leftMicros - after.leftMicros,
    ceilingMicros: ceilingMicros(actor, session),
    secondMicrosMax: secondMicrosMax(actor, session),
    maxSeconds: length,
    before,
    created,
    idled,
    after,
    later,
    goesOn,
    isGreeted,
    wasOpen,
    isStopped,
    record,
    usage,
    secondsLeast: isHeard && !knocksAgain ? secondsLeast : 0,
    secondsMost,
    isTalked: isHeard,
  };
};

/** What an account has before a session is called. */
export type OpenBill = { readonly account: Account; readonly known: ReadonlySet<string>; readonly before: Balance };

export const openBill = async (actor: Actor, account: Account): Promise<OpenBill> => {
  const known = new Set((await records(actor, account)).records.map(nameOf));
  return { account, known, before: await actor.balance(account) };
};

/** What became of it when the session is over: its record, if one came, and the balance that shows its charge. */
export const billOf = async (
  actor: Actor,
  { account, known, before }: OpenBill,
  session: Exchange,
): Promise<{ readonly record: unknown; readonly usage: Exchange; readonly after: Balance }> => {
  const { record, usage } = await settled(actor, account, session, known);
  return { record, usage, after: await paid(actor, account, before, record) };
};

/** Where accounts can be made, one for which a second costs much, so that a cent is nothing beside it. */
export const dear = async (actor: Actor): Promise<Account> =>
  actor.target.control === undefined
    ? quietAccount(actor)
    : actor.made(100_000, { rates: { full_live_swap: 0.4, full_live_swap_standard: 0.2, voice_changer: 0.1 } });

/** How far a hard stop may be from its time. */
export const marginSeconds = ({ target }: Actor): number => (target.control === undefined ? 4 : 1);

/** In so many parts a stream's time goes by, with a message at the beginning of each and at the end. */
const parts = 4;

/** Sends something; whether anything came back. */
const exchanged = async (socket: Stream, kind: Session): Promise<boolean> => {
  const had = socket.frames.length;
  if (kind.name === 'voice') socket.send(Buffer.alloc(2 * chunkOf(socket.frames), 7));
  else socket.send(Buffer.alloc(960, 7), 'gap:live-swap-frames');
  return socket.until((frames) => frames.length > had, 1_000);
};

/** The balance, when it shows what the record says. */
const paid = async (actor: Actor, account: Account, before: Balance, record: unknown): Promise<Balance> => {
  let after = await actor.balance(account);
  if (!(microsOf(memberOf(record, 'charged_usd')) > 0)) return after;
  const isPaid = (): boolean => after.leftMicros < before.leftMicros;
  if (isPaid()) return after;
  await actor.until(async () => {
    after = await actor.balance(account);
    return isPaid();
  }, settleSeconds);
  return after;
};

const opensAgain = async (actor: Actor, kind: Session, session: Exchange): Promise<boolean> => {
  const again = await actor.connect(session, { breaks: 'used-token' });
  const goesOn = await isServed(actor, again, kind);
  again.cut();
  return goesOn;
};

/** The record of a session, which may come a few seconds later (gap `session-settle-delay`). */
const settled = async (
  actor: Actor,
  account: Account,
  session: Exchange,
  known: ReadonlySet<string>,
): Promise<{ readonly record: unknown; readonly usage: Exchange }> => {
  let found: unknown;
  let looked = await records(actor, account);
  const id = textIn(session, 'session_id');
  await actor.until(async () => {
    looked = await records(actor, account);
    const fresh = looked.records.filter((record) => !known.has(nameOf(record)));
    // In an account of our own there is no other; elsewhere a session that nobody connected to may be recorded just now.
    found =
      fresh.find((record) => memberOf(record, 'id') === id) ??
      fresh.find((record) => actor.target.control !== undefined || memberOf(record, 'reason') !== 'no_stream');
    return found !== undefined;
  }, settleSeconds);
  const charged = memberOf(found, 'charged_usd');
  if (id !== undefined && typeof charged === 'number') actor.run.purse.streams.settleRecorded(id, charged);
  return { record: found, usage: looked.exchange };
};

const records = (actor: Actor, account: Account): ReturnType<Actor['usage']> => actor.usage(account, { limit: '500' });

/** Its id, or all of it where it has none. */
const nameOf = (record: unknown): string => JSON.stringify(memberOf(record, 'id') ?? record) ?? '';

const settleSeconds = 15;
