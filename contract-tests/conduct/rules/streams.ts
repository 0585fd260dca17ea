/** Sockets of both capabilities: where they are opened, how often, and whether they are closed. */
import type { ClauseId } from '../../../spec/clauses.ts';
import { type SocketEntry, stopDetails, tokenMissingDetail } from '../../../spec/schemas/journal.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import type { Capability, Connection, SeenSession } from '../seen-sessions.ts';
import type { Seen } from '../seen.ts';
import { numbers } from '../series.ts';

const titles: { readonly [capability in Capability]: string } = {
  'full-live-swap': 'Full Live Swap',
  'voice-changer': 'Voice Changer',
};

export const streamRules: readonly ConductRule[] = [
  {
    id: 'streams.given-address',
    title: 'opens its socket at the stream_url it was given',
    clauses: ['conventions.stream-url-from-session'],
    level: 'must',
    advice:
      'Connect to stream_url as it stands in the answer of the session call: host and path may be others than those of the API.',
    wants: 'a session that is connected to',
    look: ({ sessions, strayed }) => ({
      occasions:
        sessions.filter(({ connections, refused }) => connections.length + refused.length > 0).length + strayed.length,
      lapses: strayed.map(({ seq }) => ({
        message: 'a socket was opened at an address that no session gave',
        entries: [seq],
      })),
    }),
  },
  ...(['full-live-swap', 'voice-changer'] as const).flatMap((capability) => [
    tokenSent(capability),
    closed(capability),
    connectedOnce(capability),
  ]),
];

function tokenSent(capability: Capability): ConductRule {
  const clauses = {
    'full-live-swap': 'endpoints.full-live-swap.socket-address',
    'voice-changer': 'endpoints.voice-session.socket-address',
  } as const satisfies { [name in Capability]: ClauseId };
  return {
    id: `streams.${capability}-token`,
    title: `connects to a ${titles[capability]} with session_token in the query`,
    clauses: [clauses[capability], 'authentication.socket-token-required'],
    level: 'must',
    advice:
      'Add "?session_token=" and the session_token of the answer to stream_url. The API key has no place on a socket.',
    wants: `a ${titles[capability]} session that is connected to`,
    look: (seen) => {
      const own = of(seen, capability);
      const bare = own.flatMap(({ refused, call }) =>
        refused.filter(({ detail }) => detail === tokenMissingDetail).map((entry) => ({ entry, call })),
      );
      return {
        // One that was turned away for another reason shows nothing of its token.
        occasions: own.reduce((sum, { connections }) => sum + connections.length, bare.length),
        lapses: bare.map(({ entry, call }) => ({
          message: 'a socket was opened without one session_token in its query',
          entries: numbers(call, entry),
        })),
      };
    },
  };
}

function closed(capability: Capability): ConductRule {
  return {
    id: `streams.${capability}-closed`,
    title: `closes the socket of a ${titles[capability]} when it is done`,
    clauses: [`states.${capability}.closed-by-client`, `states.${capability}.billed-per-second`],
    level: 'must',
    advice: 'Close the socket in every way out of the stream, also after an error: until then each second is billed.',
    wants: `a ${titles[capability]} stream that ends before the service stops it`,
    look: (seen) => {
      const own = of(seen, capability);
      const left = own
        .flatMap(({ connections }) => connections)
        .filter(({ connected, end }) => end === undefined && isLeft(seen, connected));
      const closings = own.flatMap((session) =>
        session.connections.filter((connection) => isClosedByClient(session, connection)),
      );
      return {
        occasions: closings.length + left.length,
        lapses: left.map(({ connected }) => ({
          message: `the socket of ${connected.session_id} was left open`,
          entries: [connected.seq],
        })),
      };
    },
  };
}

function connectedOnce(capability: Capability): ConductRule {
  return {
    id: `streams.${capability}-once`,
    title: `connects once to a ${titles[capability]} session`,
    clauses: [`states.${capability}.close-ends-session`],
    level: 'should',
    advice:
      'Create a session for every stream: one that was closed is over, and one that streams takes no second socket.',
    wants: `a ${titles[capability]} session that is connected to`,
    look: (seen) => {
      const connected = of(seen, capability).filter(({ connections }) => connections.length > 0);
      return { occasions: connected.length, lapses: connected.flatMap(secondAttempts) };
    },
  };
}

/** A service that stops a stream says so, or its time was up. A line that broke was closed by nobody. */
const isClosedByClient = ({ maxDurationSec = 0 }: SeenSession, { connected, end }: Connection): boolean => {
  if (end?.event !== 'closed' || end.faults.length > 0 || end.code === policyViolation) return false;
  const seconds = (Date.parse(end.at) - Date.parse(connected.at)) / 1000;
  return seconds < maxDurationSec && !Object.values<string | null>(stopDetails).includes(end.detail);
};

const policyViolation = 1008;

/** A service that has gone silent does not hear that the client closes. */
const isLeft = ({ isOverSince }: Seen, { at, faults }: SocketEntry): boolean =>
  isOverSince(Date.parse(at) - 1) && !faults.includes('socket-half-open');

const of = ({ sessions }: Seen, wanted: Capability): SeenSession[] =>
  sessions.filter(({ capability }) => capability === wanted);

/** After a line that broke, or a stream that the service closed, a client may try again. */
const secondAttempts = ({ connections, refused, call }: SeenSession): Lapse[] => {
  const attempts = [...connections.map(({ connected }) => connected), ...refused].toSorted((a, b) => a.seq - b.seq);
  return attempts.flatMap((attempt) => {
    const before = connections.findLast(({ connected }) => connected.seq < attempt.seq);
    if (before === undefined || !wasLast(before, attempt.seq)) return [];
    const state = isOpen(before, attempt.seq) ? 'while it was streaming' : 'after its socket had been closed';
    return [
      {
        message: `a second socket was opened to ${attempt.session_id} ${state}`,
        entries: numbers(call, before.connected, attempt),
      },
    ];
  });
};

const isOpen = ({ end }: Connection, seq: number): boolean => end === undefined || end.seq > seq;

const wasLast = (connection: Connection, seq: number): boolean => {
  const { end, connected } = connection;
  if (isOpen(connection, seq)) return connected.faults.length === 0;
  return end?.event === 'closed' && end.faults.length === 0 && (end.code === 1000 || end.code === 1005);
};
