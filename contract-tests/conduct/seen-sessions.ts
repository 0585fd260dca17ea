/** The real-time sessions of a client: how each was created, and every connection to its socket. */
import type { SocketEntry, SocketMessage } from '../../spec/schemas/journal.ts';
import { type Call, isAccepted, isSessionCall } from './call.ts';

export type Capability = 'full-live-swap' | 'voice-changer';

export type SeenSession = {
  readonly id: string;
  readonly capability: Capability;
  readonly call: Call;
  readonly maxCostUsd: number | undefined;
  readonly maxDurationSec: number | undefined;
  readonly connections: readonly Connection[];
  /** Attempts to connect that were turned away. */
  readonly refused: readonly SocketEntry[];
};

export type Connection = {
  readonly connected: SocketEntry;
  readonly firstFrame: SocketEntry | undefined;
  /** Undefined where it has not ended. */
  readonly end: SocketEntry | undefined;
  /** Its first ones and its last, once it has ended. */
  readonly messages: readonly SocketMessage[];
};

export const sessionsIn = (calls: readonly Call[], sockets: readonly SocketEntry[]): SeenSession[] =>
  calls.flatMap((call) => {
    const id = call.answer?.['session_id'];
    if (!isSessionCall(call) || !isAccepted(call) || typeof id !== 'string') return [];
    const own = sockets.filter(({ session_id }) => session_id === id);
    const maxCost = call.answer?.['max_cost_usd'];
    const maxDuration = call.answer?.['max_duration_sec'];
    return {
      id,
      capability: call.operation === 'createVoiceSession' ? 'voice-changer' : 'full-live-swap',
      call,
      maxCostUsd: typeof maxCost === 'number' ? maxCost : undefined,
      maxDurationSec: typeof maxDuration === 'number' ? maxDuration : undefined,
      connections: own.filter(({ event }) => event === 'connected').map((connected) => connectionOf(connected, own)),
      refused: own.filter(({ event }) => event === 'refused'),
    };
  });

const connectionOf = (connected: SocketEntry, own: readonly SocketEntry[]): Connection => {
  const same = own.filter(({ connection }) => connection === connected.connection);
  const end = same.find(({ event }) => event === 'closed' || event === 'lost');
  return {
    connected,
    firstFrame: same.find(({ event }) => event === 'first-frame'),
    end,
    messages: end?.messages ?? [],
  };
};
