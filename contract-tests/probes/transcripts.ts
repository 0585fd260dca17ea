/** What a live swap socket says at first, and to a message of bytes. The document does not show its frames: this only finds out. */
import type { Actor } from '../actor.ts';
import { isObject } from '../reading/members.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { StreamFrame } from '../wire/stream.ts';
import { type Session, createSession } from './sessions.ts';

export type Transcript = {
  readonly session: Exchange;
  /** HTTP status of the answer to the upgrade. */
  readonly status: number;
  /** It was still open when it had been heard. */
  readonly staysOpen: boolean;
  /** Each message in a word: its kind, and the names in it if it is a JSON object. */
  readonly says: readonly string[];
  /** Close code with which the client's close was answered; undefined where it was closed before. */
  readonly code: number | undefined;
};

export const transcript = (actor: Actor, session: Session): Promise<Transcript> =>
  actor.run.once((one) => listen(one, session), `transcript ${session.name}`);

/** Whether messages may be sent to it that are made up. */
export const isTalked = async (actor: Actor, session: Session): Promise<boolean> => {
  const { staysOpen, says } = await transcript(actor, session);
  return staysOpen && says.includes('binary');
};

const listen = async (actor: Actor, kind: Session): Promise<Transcript> => {
  const session = await createSession(actor, await actor.main(), kind, 1);
  const stream = await actor.connect(session);
  if (stream.status !== 101) return { session, status: stream.status, staysOpen: false, says: [], code: undefined };
  const sent = Buffer.from(Array.from({ length: 64 }, (_, place) => (place * 37) % 256));
  stream.send(sent, 'gap:live-swap-frames');
  await stream.until((frames) => frames.some(({ kind: form }) => form === 'binary'), 2_000);
  const staysOpen = stream.isOpen;
  const frames = [...stream.frames];
  const end = await stream.close();
  const echoed = frames.find(({ kind: form }) => form === 'binary');
  if (echoed !== undefined) {
    const greeted = frames[0]?.kind === 'text';
    actor.run.observe('live-swap-frames', greeted ? 'ready-first' : echoed.bytes.equals(sent) ? 'echo' : 'changed');
  }
  return { session, status: 101, staysOpen, says: frames.map(inAWord), code: staysOpen ? end.code : undefined };
};

const inAWord = ({ kind, bytes }: StreamFrame): string => {
  if (kind === 'binary') return 'binary';
  try {
    const json: unknown = JSON.parse(bytes.toString());
    return isObject(json) ? `text ${Object.keys(json).toSorted().join(' ')}` : 'text';
  } catch {
    return 'text';
  }
};
