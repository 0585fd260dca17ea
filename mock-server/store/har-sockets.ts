/** Sockets in HAR: one entry a connection, from its first step to its last, with its messages as Chrome writes them. */
import type { SocketEntry, SocketMessage } from '../../spec/schemas/journal.ts';
import { type HarEntry, commentOf, noResponse, timingsOf, writtenRequest } from './har-parts.ts';

/** A message as Chrome has it: `send` is from the client; of a binary one `data` is base64. */
export type HarMessage = {
  readonly type: 'send' | 'receive';
  /** Seconds since 1970. */
  readonly time: number;
  /** 1 text, 2 binary. */
  readonly opcode: 1 | 2;
  readonly data: string;
  readonly _bytes: number;
  readonly _truncated: boolean;
};

export const socketsIn = (entries: readonly SocketEntry[], origin: string): HarEntry[] => {
  const connections = new Map<string, SocketEntry[]>();
  for (const entry of entries) {
    // A refusal is no step of a connection.
    const key = entry.connection === null ? `refused ${entry.seq}` : `${entry.session_id ?? ''} ${entry.connection}`;
    connections.set(key, [...(connections.get(key) ?? []), entry]);
  }
  return [...connections.values()].map((steps) => connectionIn(steps, origin));
};

const connectionIn = (steps: readonly SocketEntry[], origin: string): HarEntry => {
  const inOrder = [...steps].sort((a, b) => a.seq - b.seq);
  const [first] = inOrder;
  const last = inOrder.at(-1);
  if (first === undefined || last === undefined) throw new Error('a connection without a step');
  const time = Math.max(0, Date.parse(last.at) - Date.parse(first.at));
  const url = `${origin.replace(/^http/, 'ws')}/streams/${encodeURIComponent(last.session_id ?? '')}`;
  const isRefused = last.event === 'refused';
  const faults = [...new Set(inOrder.flatMap((step) => step.faults))];
  // They stand at the opening, which has no entry of its own here.
  const notes = [...new Set(inOrder.flatMap((step) => step.notes ?? []))];
  return {
    startedDateTime: first.at,
    time,
    request: writtenRequest('GET', url, upgrade, { bytes: 0, text: '', truncated: false }),
    response: {
      ...noResponse(''),
      status: isRefused ? (last.code ?? 0) : 101,
      statusText: isRefused ? '' : 'Switching Protocols',
      headers: isRefused ? [] : upgrade,
    },
    cache: {},
    timings: timingsOf(time),
    ...commentOf([endOf(last), ...leftOutOf(last), ...faults.map((fault) => `fault ${fault}`), ...notes]),
    _resourceType: 'websocket',
    _webSocketMessages: (last.messages ?? []).map(messageIn),
    _seq: last.seq,
    _account_id: last.account_id,
    _session_id: last.session_id,
    _connection: last.connection,
    _event: last.event,
    _code: last.code,
    _received: last.received,
    _sent: last.sent,
    _faults: faults,
    _notes: notes,
  };
};

const messageIn = (message: SocketMessage): HarMessage => ({
  type: message.from === 'client' ? 'send' : 'receive',
  time: Date.parse(message.at) / 1000,
  opcode: message.type === 'text' ? 1 : 2,
  data: (message.type === 'text' ? message.text : message.base64) ?? '',
  _bytes: message.bytes,
  _truncated: message.truncated,
});

const upgrade = [
  { name: 'Connection', value: 'Upgrade' },
  { name: 'Upgrade', value: 'websocket' },
];

const endOf = ({ event, code, detail }: SocketEntry): string => {
  const why = detail === null || detail === '' ? '' : `: ${detail}`;
  switch (event) {
    case 'connected':
    case 'first-frame':
      return 'not over when this was written: its messages are kept when it ends';
    case 'refused':
      return `refused with ${code ?? 'no status'}${why}`;
    case 'closed':
      return `closed with ${code ?? 'no code'}${why}`;
    case 'lost':
      return `lost with ${code ?? 'no code'}${why}`;
    default:
      return event satisfies never;
  }
};

const leftOutOf = ({ messages_left_out: count = 0 }: SocketEntry): string[] =>
  count === 0 ? [] : [`${count} messages between the first and the last ones were not kept`];
