/** Reads what `--callback-allow` opens: an address, a range of them, or a host name. */
import { isIP } from 'node:net';
import { type Range, rangesOf, carriedAddresses, isIn, parseRange, plainAddress } from './address.ts';

export type AllowedEntry =
  | { readonly kind: 'range'; readonly range: Range }
  /** In lower case, in ASCII, without a dot at the end. */
  | { readonly kind: 'host'; readonly name: string };

/** Reads one entry; a sentence that says what is wrong with it if it is none. */
export const parseAllowed = (text: string): AllowedEntry | { readonly fault: string } => {
  const range = parseRange(text);
  if (typeof range === 'string') return { fault: range };
  if (range !== undefined) {
    const fault = faultOfRange(text, range);
    return fault === undefined ? { kind: 'range', range } : { fault };
  }
  const name = hostNameOf(text);
  if (name === undefined) {
    return {
      fault: `${text} is no address, range or host name: give such as 10.1.2.3, 10.0.0.0/8, fd00::/8 or host.docker.internal, without scheme and port`,
    };
  }
  return isIP(name) === 0
    ? { kind: 'host', name }
    : { fault: `${text} stands for the address ${name}: write it so, or as a range such as ${name}/32` };
};

/** Whether nothing is ever sent there, whatever was opened: link-local networks, and where clouds keep their metadata. */
export const isForbidden = (address: string): boolean =>
  isIn(forbidden, address) || carriedAddresses(address).some((carried) => isIn(forbidden, carried));

const forbiddenRanges: readonly Range[] = [
  { address: '169.254.0.0', bits: 16, family: 'ipv4' },
  { address: 'fe80::', bits: 10, family: 'ipv6' },
  // Metadata services that are not link-local: of Amazon, Google, Alibaba, Azure and Oracle.
  { address: 'fd00:ec2::254', bits: 128, family: 'ipv6' },
  { address: 'fd20:ce::254', bits: 128, family: 'ipv6' },
  { address: '100.100.100.200', bits: 32, family: 'ipv4' },
  { address: '168.63.129.16', bits: 32, family: 'ipv4' },
  { address: '192.0.0.192', bits: 32, family: 'ipv4' },
  // Tunnels whose far end cannot be told from the address: NAT64 with a prefix of one's own, and Teredo.
  { address: '64:ff9b:1::', bits: 48, family: 'ipv6' },
  { address: '2001::', bits: 32, family: 'ipv6' },
];

const forbidden = rangesOf(forbiddenRanges);

const faultOfRange = (text: string, { address, bits }: Range): string | undefined => {
  const plain = plainAddress(address);
  if (plain !== address) return `${text} is an IPv4 address written as IPv6: write it as ${plain}`;
  // A wider range may hold such addresses; they stay closed.
  const whole = forbiddenRanges.some((range) => bits >= range.bits && isIn(rangesOf([range]), address));
  return whole ? `${text} can not be opened: nothing is ever sent to link-local and metadata addresses` : undefined;
};

/** The name as an URL has it, which is how names come to be compared; undefined if it is none. */
const hostNameOf = (text: string): string | undefined => {
  if (!/^[\p{L}\p{N}._-]{1,253}$/u.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const name = plainName(new URL(`http://${text}`).hostname);
  return name === '' || name.startsWith('.') || name.includes('..') ? undefined : name;
};

export const plainName = (host: string): string => host.toLowerCase().replace(/\.$/, '');
