/** What can be said of an upgrade before anything is done for it: where it goes, and whether it is a WebSocket handshake at all. */
import type { IncomingMessage } from 'node:http';
import { socketTokenParameter } from '../../spec/sockets.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Ticket } from './admit.ts';

/** The session and the token in the address; undefined if there is no socket under it. */
export const ticketIn = ({ method, url = '/' }: IncomingMessage): Ticket | undefined => {
  const [, sessionId, query = ''] = /^(?:https?:\/\/[^/?#]*)?\/streams\/([\w-]{1,80})(?:\?([^#]*))?$/i.exec(url) ?? [];
  if (method !== 'GET' || sessionId === undefined) return undefined;
  const [token, ...others] = new URLSearchParams(query).getAll(socketTokenParameter);
  return { sessionId, token: others.length === 0 ? token : undefined };
};

/**
 * What is wrong with the handshake (RFC 6455, 4.2.1). The library would say so too, but only when it accepts it: by then the
 * session would be connected.
 */
export const handshakeFault = ({ headers, httpVersion }: IncomingMessage): Refusal | undefined => {
  const { 'sec-websocket-key': key = '', 'sec-websocket-version': version } = headers;
  const { 'sec-websocket-protocol': protocols } = headers;
  if (httpVersion === '1.0') return fault('a WebSocket needs HTTP/1.1');
  if (!/^[+/0-9A-Za-z]{22}==$/.test(key)) return fault('Sec-WebSocket-Key must be 16 bytes in base64');
  if (version !== '13') return fault('Sec-WebSocket-Version must be 13');
  if (protocols !== undefined && !isTokenList(protocols))
    return fault('Sec-WebSocket-Protocol must be a list of names');
  return undefined;
};

const fault = (message: string): Refusal => ({ code: 'invalid_input', message });

/** Names that differ, with commas between. */
const isTokenList = (text: string): boolean => {
  const names = text.split(',').map((name) => name.trim());
  return new Set(names).size === names.length && names.every((name) => /^[!#$%&'*+\-.^_`|~\w]+$/.test(name));
};
