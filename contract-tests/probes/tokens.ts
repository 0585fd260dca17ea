/** Sockets with tokens of all kinds, and who is let in. */
import type { Actor } from '../actor.ts';
import type { UpgradeLabel } from '../lawful/sockets.ts';
import { formatIn } from '../reading/audio-format.ts';
import { textIn } from '../reading/members.ts';
import { NotTestable } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Stream } from '../wire/stream.ts';
import { someOf } from '../sample.ts';
import { type Session, createSession } from './sessions.ts';
import { transcript } from './transcripts.ts';

/** A socket that is let in, and not closed before it served anything (gap `socket-bad-token`). */
export const isServed = async (
  { target }: Actor,
  stream: Stream,
  { name }: Pick<Session, 'name'>,
): Promise<boolean> => {
  if (stream.status !== 101) return false;
  const isFar = target.control === undefined;
  if (name === 'voice') {
    return stream.until((frames) => frames.some((frame) => formatIn(frame) !== undefined), isFar ? 5_000 : 2_000);
  }
  // Of live swap nobody knows what comes first, or whether anything does: whoever is not wanted is closed.
  return (await stream.ended(isFar ? 3_000 : 400)) === undefined;
};

export type Knock = {
  readonly session: Exchange;
  readonly says: string;
  /** HTTP status of the answer to the upgrade; 101 where it was accepted, if only to be closed. */
  readonly status: number;
  readonly code: number | undefined;
  readonly isServed: boolean;
};

/** Sockets without a token that would do. */
export const strangers = (actor: Actor, session: Session): Promise<readonly Knock[]> =>
  actor.run.once(async (one) => {
    const account = await one.main();
    const own = await createSession(one, account, session, 1);
    const other = await createSession(one, account, session, 1);
    const token = one.wanted(textIn(own, 'session_token'), 'a session with a session_token', own);
    const knocks: Knock[] = [];
    const knock = async (
      says: string,
      breaks: UpgradeLabel,
      query: { readonly [name: string]: string },
    ): Promise<void> => {
      // Whoever was let in has used the session up.
      if (knocks.some(({ isServed: was }) => was)) return;
      const stream = await one.connect(own, { query, breaks });
      const served = await isServed(one, stream, session);
      const code = stream.end?.code;
      stream.cut();
      knocks.push({ session: own, says, status: stream.status, code, isServed: served });
    };
    await knock('no token', 'no-token', {});
    const isOurs = new URL(one.address(textIn(own, 'stream_url') ?? '')).host === new URL(one.target.baseUrl).host;
    const wrongs: readonly (readonly [says: string, token: string, breaks?: UpgradeLabel])[] = [
      ['a token that was made up', `rt_${'0'.repeat(Math.max(8, token.length - 3))}`],
      ['an empty token', ''],
      ['the token without its last letter', token.slice(0, -1)],
      ['the token with a letter more', `${token}0`],
      ['the token with another last letter', token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')],
      ['the bare prefix of a token', 'rt_'],
      ['the id of the session as token', textIn(own, 'session_id') ?? ''],
      // A key goes to nobody but the service.
      ...(isOurs ? ([['the API key as token', account.key]] as const) : []),
      ...foreignTo(token, 'the token of another session', other),
    ];
    for (const [says, wrong, breaks = 'unknown-token'] of someOf(one.run, wrongs, 2, 'tokens')) {
      if (wrong !== token) await knock(says, breaks, { session_token: wrong });
    }
    await knock('the token under another name', 'no-token', { token });
    try {
      const foreign = await createSession(one, await one.second(), session, 1);
      for (const [says, wrong, breaks] of foreignTo(token, 'the token of another account', foreign))
        await knock(says, breaks, { session_token: wrong });
    } catch (error) {
      if (!(error instanceof NotTestable)) throw error;
    }
    return knocks;
  }, `strangers ${session.name}`);

/** The token of another session, if it has one of its own. */
const foreignTo = (
  token: string,
  says: string,
  session: Exchange,
): readonly (readonly [says: string, token: string, breaks: UpgradeLabel])[] => {
  const foreign = textIn(session, 'session_token') ?? '';
  return foreign === '' || foreign === token ? [] : [[says, foreign, 'foreign-token']];
};

export type Opened = { readonly session: Exchange; readonly status: number; readonly isServed: boolean };

/** A socket with its own token in the query, and nothing else that could tell who connects. */
export const ownToken = (actor: Actor, session: Session): Promise<Opened> =>
  actor.run.once(async (one) => {
    if (session.name !== 'voice') {
      const { session: exchange, status, staysOpen } = await transcript(one, session);
      return { session: exchange, status, isServed: staysOpen };
    }
    const own = await createSession(one, await one.main(), session, 1);
    const stream = await one.connect(own);
    const served = await isServed(one, stream, session);
    await stream.close();
    return { session: own, status: stream.status, isServed: served };
  }, `own token ${session.name}`);
