/** Who gets through to a stream: the bearer of its own token, and nobody else. */
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { families, pro, standard, voice } from '../probes/sessions.ts';
import { ownToken, strangers } from '../probes/tokens.ts';
import { someOf } from '../sample.ts';

export const sessionSocketChecks: readonly Check[] = [
  ...families.map(({ endpoint, sessions, title }) => {
    const clause = clauseNamed(`endpoints.${endpoint}.socket-opens`);
    return check({
      id: `${endpoint}.socket-opens`,
      title: `the socket of a ${title} session opens at its stream_url`,
      clauses: [clause],
      needs: ['spend'],
      run: async (t) => {
        for (const session of sessions) {
          const { status, isServed, session: exchange } = await ownToken(t, session);
          t.expect(clause, isServed, {
            expected: 'a socket that is let in, and served',
            actual: status === 101 ? 'a socket that is let in and not served' : `status ${status}`,
            at: exchange,
          });
        }
      },
    });
  }),
  check({
    id: 'sockets.token-in-query',
    title: 'session_token in the query is all that a socket needs to be let in',
    clauses: ['authentication.socket-token-in-query'],
    needs: ['spend'],
    run: async (t) => {
      for (const session of [voice, pro, standard]) {
        const { status, isServed, session: exchange } = await ownToken(t, session);
        t.expect('authentication.socket-token-in-query', isServed, {
          expected: `a socket of ${session.title} that is let in with its token in the query, and no header about it`,
          actual: status === 101 ? 'a socket that is let in and not served' : `status ${status}`,
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'sockets.token-required',
    title: 'a socket without the token of its session is not served',
    clauses: ['authentication.socket-token-required'],
    needs: ['spend'],
    run: async (t) => {
      for (const session of someOf(t.run, [voice, pro, standard], 2, 'strangers')) {
        for (const { says, status, code, isServed, session: exchange } of await strangers(t, session)) {
          t.expect('authentication.socket-token-required', !isServed, {
            expected: `${says} to be turned away at the socket of ${session.title}`,
            actual: 'a socket that is served',
            at: exchange,
            gaps: ['socket-bad-token'],
          });
          t.run.observe('socket-bad-token', String(status === 101 ? code : status));
        }
      }
    },
  }),
];
