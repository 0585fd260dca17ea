/** Sockets: who is let in that should not be, and who is not that should. */
import { clauseNamed } from '../clause-named.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Session, deciding, isVoice, streaming, withEvents } from './ports.ts';
import { isStandard, sessionKinds } from './session-kinds.ts';

export const sessionTokenDefects: readonly Defect[] = made();

function made(): readonly Defect[] {
  const required = 'authentication.socket-token-required';
  /** Lets in as if the token were right. */
  const lettingIn = (applies: (token: string | undefined, session: Session) => boolean): Ports => ({
    admit: (next) => async (knock) => {
      const session = await knock.session();
      return next(session !== undefined && applies(knock.token, session) ? { ...knock, token: session.token } : knock);
    },
  });
  const defect = (id: string, does: string, ports: Defect['ports']): Defect => ({
    id: `sessions.${id}`,
    does,
    clause: required,
    ports,
  });
  const refusing = (applies: (session: Session) => boolean): Ports => ({
    admit: (next) => async (knock) => {
      const session = await knock.session();
      return next(session !== undefined && applies(session) ? { ...knock, token: undefined } : knock);
    },
  });
  return [
    defect('token-not-looked-at', 'lets every socket in', () => lettingIn(() => true)),
    defect('token-not-looked-at-voice', 'lets every socket of a voice session in', () =>
      lettingIn((_, session) => isVoice(session)),
    ),
    defect('token-not-looked-at-standard', 'lets every socket of the tier standard in', () =>
      lettingIn((_, session) => isStandard(session)),
    ),
    defect('token-missing-accepted', 'lets a socket without a token in', () =>
      lettingIn((token) => token === undefined),
    ),
    defect('token-empty-accepted', 'lets a socket with an empty token in', () => lettingIn((token) => token === '')),
    defect('token-any-with-prefix', 'lets every token in that begins with rt_', () =>
      lettingIn((token) => token?.startsWith('rt_') ?? false),
    ),
    defect('token-beginning-accepted', 'compares as many letters of the token as it is given', () =>
      lettingIn((token, session) => token !== undefined && token.length > 3 && session.token.startsWith(token)),
    ),
    defect('token-longer-accepted', 'compares as many letters of the token as there should be', () =>
      lettingIn((token, session) => token?.startsWith(session.token) ?? false),
    ),
    defect('token-session-id', 'takes the id of the session for its token', () =>
      lettingIn((token, { id }) => token === id),
    ),
    defect('token-of-another-session', 'takes the token of any session', () => {
      const given = new Set<string>();
      return {
        ...deciding(
          (next) => (account, world, command, moment) =>
            withEvents(next(account, world, command, moment), (events) => {
              for (const event of events) if (event.type === 'session.created') given.add(event.session.token);
              return events;
            }),
        )(),
        ...lettingIn((token) => token !== undefined && given.has(token)),
      };
    }),
    defect('token-api-key', 'takes an API key for a token', () => {
      const keys = new Set<string>();
      return {
        authenticate: (next) => async (claim) => {
          const caller = await next(claim);
          if (caller !== undefined && caller !== 'public')
            keys.add((claim.authorization ?? '').replace(/^Bearer /, ''));
          return caller;
        },
        ...lettingIn((token) => token !== undefined && keys.has(token)),
      };
    }),
    {
      id: 'sessions.token-in-query-not-read',
      does: 'does not read the token in the query',
      clause: 'authentication.socket-token-in-query',
      also: ['endpoints.full-live-swap.socket-opens', 'endpoints.voice-session.socket-opens'],
      ports: () => refusing(() => true),
    },
    ...sessionKinds.map(({ word, endpoint, is }): Defect => ({
      id: `sessions.socket-refused-${word}`,
      does: `turns every socket of a ${word} session away`,
      clause: clauseNamed(`endpoints.${endpoint}.socket-opens`),
      also: ['authentication.socket-token-in-query'],
      ports: () => refusing(is),
    })),
    ...sessionKinds.map(({ word, endpoint, is }): Defect => ({
      id: `sessions.socket-closed-at-once-${word}`,
      does: `closes every socket of a ${word} session when it is open`,
      clause: clauseNamed(`endpoints.${endpoint}.socket-opens`),
      also: ['authentication.socket-token-in-query'],
      ports: streaming(is, (line) => {
        setImmediate(() => line.close(1013, 'try again later'));
        return { send: () => undefined };
      }),
    })),
  ];
}
