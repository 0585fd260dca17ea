/**
 * Where a webhook may go. It is decided on the address that is connected to, for what a name leads to may change at any time.
 * By default that is this machine alone: a mock must not be made to call into a network, nor reach a real receiver by mistake.
 */
import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { type LookupFunction, isIP } from 'node:net';
import { type Range, rangesOf, isIn, plainAddress } from './address.ts';
import { isForbidden, parseAllowed, plainName } from './allowed-entry.ts';

export type Allowed = {
  /** Why nothing is sent to a URL, as far as can be told before a name is looked up; undefined if something may be. */
  readonly refuseUrl: (url: URL) => string | undefined;
  /** Resolves a name for one connection, which then goes to no other address; fails if one of its addresses is closed. */
  readonly lookup: LookupFunction;
};

/** Gives all addresses of a name. */
export type Resolve = (
  name: string,
  done: (error: Error | null, found: readonly LookupAddress[] | undefined) => void,
) => void;

/** The error of a connection that may not be made. */
export class BlockedTarget extends Error {
  override readonly name = 'BlockedTarget';
  readonly code = 'BLOCKED';
}

/**
 * @param entries what may be reached beyond loopback, each as `parseAllowed` reads it
 * Throws a TypeError for an entry that is none.
 */
export const allowTargets = (entries: readonly string[] = [], resolve: Resolve = resolveBySystem): Allowed => {
  const read = entries.map((entry) => {
    const parsed = parseAllowed(entry);
    if ('fault' in parsed) throw new TypeError(parsed.fault);
    return parsed;
  });
  const open = rangesOf([...loopback, ...read.flatMap((entry) => (entry.kind === 'range' ? [entry.range] : []))]);
  const names = new Set(read.flatMap((entry) => (entry.kind === 'host' ? [entry.name] : [])));

  /** @param name the host that led to the address */
  const refuse = (address: string, name: string): string | undefined => {
    const plain = plainAddress(address);
    if (isIP(plain) === 0) return `${address} is no IP address`;
    if (isForbidden(plain)) return `${address} is a link-local or metadata address: nothing is ever sent there`;
    if (isIn(open, plain) || names.has(plainName(name))) return undefined;
    return `${address} is not on this machine: --callback-allow ${name === address ? plain : name} would open it`;
  };

  const resolveOnce = sharing(resolve);

  return {
    refuseUrl: ({ protocol, username, password, hostname }) => {
      if (protocol !== 'http:' && protocol !== 'https:') return `${protocol} is neither http: nor https:`;
      if (username !== '' || password !== '') return 'the URL carries a user name or a password';
      // Numbers in any spelling are addresses by now: a URL writes 0x7f.1 as 127.0.0.1.
      const bare = hostname.replace(/^\[|\]$/g, '');
      return isIP(bare) === 0 ? undefined : refuse(bare, bare);
    },
    lookup: (name, { all }, done) => {
      resolveOnce(name, (error, found) => {
        if (error !== null) return done(error, '', 0);
        const [first] = found ?? [];
        if (found === undefined || first === undefined) return done(new NoAddress(`${name} has no address`), '', 0);
        // One closed address is enough: which of them is connected to is not ours to choose.
        const refusal = found.map(({ address }) => refuse(address, name)).find((reason) => reason !== undefined);
        if (refusal !== undefined) return done(new BlockedTarget(`${name}: ${refusal}`), '', 0);
        if (all === true) done(null, [...found]);
        else done(null, first.address, first.family);
      });
    },
  };
};

const loopback: readonly Range[] = [
  { address: '127.0.0.0', bits: 8, family: 'ipv4' },
  { address: '::1', bits: 128, family: 'ipv6' },
];

class NoAddress extends Error {
  readonly code = 'ENOTFOUND';
}

/** Names of loopback are known. Others take a thread each, and there are four of them: a dead name must not take them all. */
const sharing = (resolve: Resolve): Resolve => {
  const asked = new Map<string, Parameters<Resolve>[1][]>();
  return (name, done) => {
    if (/^(.+\.)?localhost$/.test(plainName(name))) return process.nextTick(done, null, localhost);
    const others = asked.get(name);
    if (others !== undefined) return void others.push(done);
    const waiting = [done];
    asked.set(name, waiting);
    resolve(name, (error, found) => {
      asked.delete(name);
      for (const one of waiting) one(error, found);
    });
  };
};

const localhost: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const resolveBySystem: Resolve = (name, done) => {
  lookUp(name, { all: true }, done);
};
