/** Who is let in: the token is the session's own, and the session can stream now. From then on it is billed. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { CloseSession } from '../domain/commands.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import type { Session } from '../domain/session.ts';
import type { Engine } from '../engine/engine.ts';
import { accountIdIn } from '../engine/ids.ts';
import { Lanes } from '../engine/lanes.ts';

export type Admitted = {
  readonly engine: Engine;
  readonly accountId: string;
  readonly session: Session;
  /** Number of the connection in its session. */
  readonly connection: number;
  /** When streaming began, by the mock's clock. */
  readonly at: number;
};

/** What the address of a socket names; a token that is missing, or there twice, is undefined. */
export type Ticket = { readonly sessionId: string; readonly token: string | undefined };

export type Admit = (ticket: Ticket) => Promise<Admitted | Refused>;

/** A ticket as a port sees it. */
export type Knock = Ticket & {
  /** The session that it names, whatever its token; undefined where there is none. */
  readonly session: () => Promise<Session | undefined>;
};

/** A port: callers may wrap who is let in. */
export type AdmitPort = (next: Admit) => (knock: Knock) => Promise<Admitted | Refused>;

/** As a port leaves it. */
export const portedAdmit = (engine: () => Engine, port: AdmitPort | undefined, fresh?: () => Promise<void>): Admit => {
  const admit = createAdmit(engine, fresh);
  if (port === undefined) return admit;
  const wrapped = port(admit);
  return ({ sessionId, token }) =>
    wrapped({
      sessionId,
      token,
      session: async () => {
        const accountId = accountIdIn(sessionId);
        const account = accountId === undefined ? undefined : await engine().account(accountId);
        return account?.sessions.get(sessionId);
      },
    });
};

const createAdmit = (currentEngine: () => Engine, fresh?: () => Promise<void>): Admit => {
  const connects = new Lanes();
  return async ({ sessionId, token }) => {
    if (fresh !== undefined) await fresh();
    // One engine from the first look to the last, as in the router.
    const engine = currentEngine();
    const accountId = accountIdIn(sessionId);
    const account = accountId === undefined ? undefined : await engine.account(accountId);
    const session = account?.sessions.get(sessionId);
    // An unknown session takes the same way as a wrong token, and as long.
    const known = isSame(token ?? '', session?.token ?? noToken);
    if (account === undefined || session === undefined || !known) return badToken;
    // One after the other: what one of them leaves behind is not the next one's.
    const outcome = await connects.run(account.id, () => connect(engine, account.id, session));
    if (isRefused(outcome)) return outcome;
    const { connection } = outcome.reply;
    const { state } = session;
    // Due in the same instant, taken over by another, or in another world by now.
    if (state.status !== 'streaming' || state.connection !== connection || engine !== currentEngine()) return badToken;
    return { engine, accountId: account.id, session, connection, at: state.at };
  };
};

/**
 * What fails may have been written all the same: then there is a stream without a socket, which is over before it began. No other connect
 * of this process comes between, so that it is the one after those that are known, or a later one if other processes have let some in.
 */
const connect = async (engine: Engine, accountId: string, { id: sessionId, state }: Session) => {
  const livedUntil = engine.clock.now();
  const connection = state.status === 'streaming' ? state.connection + 1 : 1;
  try {
    return await engine.execute(accountId, { type: 'connect-session', sessionId });
  } catch (error) {
    const { process } = engine.world.settings;
    const undo: CloseSession = { type: 'close-session', sessionId, connection, by: 'lost', livedUntil };
    // That it cannot be written now is what has failed already: it is tried again.
    void engine.insist(accountId, process === undefined ? undo : { ...undo, process }).catch(() => undefined);
    throw error;
  }
};

const badToken = refuse(
  'unauthorized',
  'send the session_token of this session as a query parameter: this one is missing, wrong or expired',
);

const noToken = 'no token is this one';

/** Digests are of equal length, so that the comparison takes as long for any token. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (token: string): Buffer => hash('sha256', token, 'buffer');
