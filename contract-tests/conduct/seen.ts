/** What the journal tells of one client, folded once for all rules. */
import type { DeliveryEntry, JournalEntry, RequestEntry, SocketEntry } from '../../spec/schemas/journal.ts';
import { type Call, callOf } from './call.ts';
import { type SeenJob, jobsIn } from './seen-jobs.ts';
import { type SeenSession, sessionsIn } from './seen-sessions.ts';

export type Seen = {
  readonly entries: readonly JournalEntry[];
  /** Requests in the order in which they began. */
  readonly calls: readonly Call[];
  readonly jobs: readonly SeenJob[];
  /** The uploads that were taken, by the file_key they gave. */
  readonly uploads: ReadonlyMap<string, Call>;
  readonly sessions: readonly SeenSession[];
  /** Attempts to open a socket under an address that names no session. */
  readonly strayed: readonly SocketEntry[];
  readonly pace: Pace;
  /** Whether what has not happened will not happen any more: the client has ended, and there was time after this moment. */
  readonly isOverSince: (at: number) => boolean;
  /** Whether the journal is whole: what it does not show has not happened. */
  readonly isWhole: boolean;
};

/** How far the mock's clock tells of the client's pauses. */
export type Pace = {
  /**
   * How long the client let pass between two calls, in milliseconds; undefined where that cannot be told. No time at all between some
   * calls tells nothing: the clock may have stood then.
   */
  readonly pause: (before: Call, after: Call) => number | undefined;
  /** How many times as fast as real time it runs; undefined where times tell nothing. */
  readonly speed: number | undefined;
};

/** What else has to be known to read the journal; `judgeConduct` describes it. */
export type Circumstances = {
  readonly clock?: string | undefined;
  readonly running?: boolean | undefined;
  readonly forgotten?: number | undefined;
};

export const seenIn = (entries: readonly JournalEntry[], circumstances: Circumstances): Seen => {
  const { clock, running = false, forgotten = 0 } = circumstances;
  const calls = entries.filter(isRequest).map(callOf).toSorted(inOrder);
  const sockets = entries.filter(isSocket);
  const isWhole = forgotten === 0;
  const last = entries.reduce((latest, { at }) => Math.max(latest, Date.parse(at)), 0);
  return {
    entries,
    calls,
    jobs: jobsIn(calls, entries.filter(isDelivery), isWhole),
    uploads: uploadsIn(calls),
    sessions: sessionsIn(calls, sockets),
    strayed: sockets.filter(({ event, session_id }) => event === 'refused' && session_id === null),
    pace: paceOf(clock),
    // On a clock that stands nothing can come, however often a client asks.
    isOverSince: (at) => !running && (clock !== 'manual' || last > at),
    isWhole,
  };
};

const isRequest = (entry: JournalEntry): entry is RequestEntry => entry.kind === 'request';
const isDelivery = (entry: JournalEntry): entry is DeliveryEntry => entry.kind === 'delivery';
const isSocket = (entry: JournalEntry): entry is SocketEntry => entry.kind === 'socket';

/** Entries are written when what they tell of has ended. */
const inOrder = (a: Call, b: Call): number => a.at - b.at || a.seq - b.seq;

const uploadsIn = (calls: readonly Call[]): ReadonlyMap<string, Call> =>
  new Map(
    calls.flatMap((call): [string, Call][] => {
      const key = call.answer?.['file_key'];
      return call.operation === 'uploadFile' && typeof key === 'string' ? [[key, call]] : [];
    }),
  );

/** A clock that stands, or is slower than real time, makes a pause look shorter than it was. */
const paceOf = (clock: string | undefined): Pace => {
  const factor = Number.parseFloat(clock ?? '');
  const tells = clock !== 'manual' && !(factor < 1);
  return {
    speed: tells ? (Number.isNaN(factor) ? 1 : factor) : undefined,
    pause: (before, after) => (tells && after.at >= before.endedAt ? after.at - before.endedAt : undefined),
  };
};
