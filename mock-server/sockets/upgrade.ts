/**
 * From a request for a WebSocket to a stream, or to a refusal. The session is connected before the upgrade is accepted, so that a
 * refusal can be an HTTP status; what lies between the two is undone if the client has gone meanwhile.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { httpErrors } from '../../spec/errors.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { tokenMissingDetail } from '../../spec/schemas/journal.ts';
import { socketTokenParameter } from '../../spec/sockets.ts';
import { type Refusal, type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { accountIdIn } from '../engine/ids.ts';
import type { Acceptor } from './acceptor.ts';
import type { Admit, Admitted } from './admit.ts';
import { handshakeFault, ticketIn } from './handshake.ts';
import type { SocketOptions } from './sockets.ts';
import { Stream, type StreamHost } from './stream.ts';
import { writeRefusal } from './write-refusal.ts';

export type UpgradeOptions = Pick<SocketOptions, 'refusal' | 'record' | 'reportFailure' | 'clock'> & {
  readonly choices: GapChoices;
  readonly host: StreamHost;
  readonly admit: Admit;
  /** Real milliseconds from the request to its answer, and for a client to take a refusal. */
  readonly handshakeMs: number;
};

export type Upgrade = {
  readonly listen: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** From now on nobody is let in. */
  readonly refuseAll: () => void;
  /** Cuts whatever is still connected after the grace time, in real milliseconds. */
  readonly close: (graceMs: number) => Promise<void>;
};

export const createUpgrade = (options: UpgradeOptions): Upgrade => {
  const { choices, host, admit, refusal, record, reportFailure, clock, handshakeMs } = options;
  /** Connections without a stream: not yet accepted, or refused and not yet gone. */
  const pending = new Map<Duplex, NodeJS.Timeout>();
  let acceptor: Promise<Acceptor> | undefined;
  let loaded: Acceptor | undefined;
  let stopping = false;

  const hold = (socket: Duplex): void => {
    const timer = setTimeout(() => {
      socket.destroy();
      letGo.call(socket);
    }, handshakeMs);
    pending.set(socket, timer);
    socket.on('error', destroy).once('close', letGo);
  };
  const letGo = function (this: Duplex): void {
    clearTimeout(pending.get(this));
    pending.delete(this);
    this.off('error', destroy).off('close', letGo);
  };

  const loadAcceptor = async (): Promise<Acceptor> => {
    // The library is loaded by the first socket: a start without one does not pay for it.
    acceptor ??= import('./acceptor.ts').then(({ createAcceptor }) => createAcceptor(handshakeMs));
    return (loaded ??= await acceptor);
  };

  const turnAway = (
    request: IncomingMessage,
    socket: Duplex,
    { code, message }: Refusal,
    headers = {},
    status?: number,
  ): Promise<void> => writeRefusal(socket, refusal({ code, message }, headers, status, request));

  /** A refusal before there is a stream; which one for a bad token is the gap `socket-bad-token`. */
  const refuseEntry = async (request: IncomingMessage, socket: Duplex, head: Buffer, no: Refusal): Promise<void> => {
    const form = choices['socket-bad-token'];
    if (no.code !== 'unauthorized') return turnAway(request, socket, no);
    if (form !== '1008') return turnAway(request, socket, no, {}, Number(form));
    const ws = (await loadAcceptor()).accept(request, socket, head);
    letGo.call(socket);
    ws?.on('error', ignore);
    ws?.close(1008, 'the session token is missing, wrong or expired');
  };

  const enter = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const ticket = ticketIn(request);
    if (ticket === undefined) {
      const { message: detail } = noSocketHere.refusal;
      const accountId = accountIdOfToken(request);
      record({ at: clock.now(), event: 'refused', accountId, query: queryOf(request), code: 404, detail });
      return turnAway(request, socket, noSocketHere.refusal);
    }
    const fault = handshakeFault(request);
    if (fault !== undefined) return turnAway(request, socket, fault, { 'sec-websocket-version': '13' });
    if (choices['socket-origin'] === 'no-pages' && isOfPage(request))
      return turnAway(request, socket, noPages.refusal, {}, 403);
    if (stopping) return void socket.destroy();
    const { accept } = await loadAcceptor();
    const outcome = await admit(ticket);
    if (isRefused(outcome)) {
      const { sessionId, token } = ticket;
      const { code, message } = outcome.refusal;
      const detail = token === undefined ? tokenMissingDetail : message;
      const status = code === 'unauthorized' ? Number(choices['socket-bad-token']) : httpErrors[code].status;
      const about = { sessionId, accountId: accountIdIn(sessionId), query: queryOf(request) };
      record({ at: clock.now(), event: 'refused', ...about, code: status, detail });
      return refuseEntry(request, socket, head, outcome.refusal);
    }
    const ws = stopping || socket.destroyed ? undefined : accept(request, socket, head);
    if (ws === undefined) {
      socket.destroy();
      return undo(outcome);
    }
    letGo.call(socket);
    new Stream(ws, outcome, host).open(queryOf(request));
  };

  return {
    listen: (request, socket, head) => {
      hold(socket);
      enter(request, socket, head)
        .catch((error: unknown) => {
          reportFailure(error);
          if (!pending.has(socket)) return void socket.destroy();
          return turnAway(request, socket, failed.refusal);
        })
        .catch(reportFailure);
    },
    refuseAll: () => {
      stopping = true;
    },
    close: async (graceMs) => {
      await loaded?.close(graceMs);
      for (const socket of pending.keys()) socket.destroy();
    },
  };
};

/** The client went away while its session was being connected: nothing was streamed. */
const undo = async ({ engine, accountId, session, connection, at }: Admitted): Promise<void> => {
  const { id: sessionId } = session;
  await engine.insist(accountId, { type: 'close-session', sessionId, connection, by: 'lost', livedUntil: at });
};

const queryOf = ({ url = '' }: IncomingMessage): string | undefined => url.split('?')[1];

/** Tokens name their account, wherever they are sent. */
const accountIdOfToken = (request: IncomingMessage): string | undefined =>
  accountIdIn(new URLSearchParams(queryOf(request)).get(socketTokenParameter) ?? '');

/** A page has an http or https Origin; an extension has a scheme of its own (gap `socket-origin`). */
const isOfPage = ({ headers: { origin = '' } }: IncomingMessage): boolean => /^(?:https?:|null$)/i.test(origin);

const destroy = function (this: Duplex): void {
  this.destroy();
};
const ignore = (): void => undefined;

const noSocketHere: Refused = refuse('not_found', 'there is no socket here: connect to the stream_url of a session');
const noPages: Refused = refuse(
  'unauthorized',
  'a page may not connect: keys and tokens are for servers and extensions',
);
const failed: Refused = refuse('internal_error', 'the mock failed; its log says why. Nothing was billed');
