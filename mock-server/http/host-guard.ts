/**
 * Which names the mock answers to. A page in the same browser can make a name of its own resolve to loopback; so every request and
 * every upgrade must carry exactly one Host that is on the list, whatever else it carries.
 */
import type { IncomingMessage } from 'node:http';

export type HostVerdict = 'allowed' | 'malformed' | 'foreign';

export type HostGuard = (request: Pick<IncomingMessage, 'rawHeaders' | 'url'>) => HostVerdict;

/** What is answered, in plain text, to who is not let in. */
export const hostRefusals = {
  malformed: [400, 'Send exactly one well-formed Host header.\n'],
  foreign: [403, 'This mock does not answer to that name: start it with --allowed-host NAME to let it in.\n'],
} as const satisfies { readonly [verdict in Exclude<HostVerdict, 'allowed'>]: readonly [number, string] };

/** @param allowed further names, without ports */
export const createHostGuard = (allowed: readonly string[]): HostGuard => {
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  const judge = (authority: string): HostVerdict => {
    const name = nameOf(authority);
    if (name === undefined) return 'malformed';
    return isLoopback(name) || names.has(name) ? 'allowed' : 'foreign';
  };
  return ({ rawHeaders, url = '/' }) => {
    const host = onlyHost(rawHeaders);
    if (host === undefined) return 'malformed';
    const verdict = judge(host);
    if (verdict !== 'allowed' || url.startsWith('/')) return verdict;
    // The absolute form names a host of its own.
    const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
    return authority === undefined ? 'malformed' : judge(authority);
  };
};

/** Undefined where there is none, or more than one. */
const onlyHost = (rawHeaders: readonly string[]): string | undefined => {
  let host: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[index + 1];
  }
  return host;
};

/** The name in `name:port` or `[address]:port`, in lower case. */
const nameOf = (authority: string): string | undefined =>
  /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/.exec(authority.toLowerCase())?.[1];

const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '[::1]' ||
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
