/** IP addresses as numbers: what is written in IPv6 and is, or leads to, an IPv4 address. */
import { BlockList, isIP } from 'node:net';

/** The address that packets go to: without brackets and zone; an IPv4 address that is written as IPv6 is that IPv4 address. */
export const plainAddress = (text: string): string => {
  const bare = text.replace(/^\[|\]$|%.*$/g, '');
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  return startsWith(groups, [0, 0, 0, 0, 0, 0xffff]) ? dotted(groups[6], groups[7]) : bare;
};

/** The IPv4 addresses that gateways and old translators read out of an IPv6 address. */
export const carriedAddresses = (address: string): string[] => {
  if (isIP(address) !== 6) return [];
  const groups = groupsOf(address);
  const last = dotted(groups[6], groups[7]);
  // NAT64, and the two retired ways to write an IPv4 address: ::a.b.c.d and ::ffff:0:a.b.c.d.
  if (startsWith(groups, [0x64, 0xff9b]) || startsWith(groups, [0, 0, 0, 0])) return [last];
  // 6to4.
  return startsWith(groups, [0x2002]) ? [dotted(groups[1], groups[2])] : [];
};

/** `10.0.0.0/8`, `fd00::/8`, or one address. */
export type Range = { readonly address: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' };

/** Reads a range as it is typed; undefined if it does not begin with an address, a sentence if its length is wrong. */
export const parseRange = (text: string): Range | string | undefined => {
  const [, address = '', length] = /^\[?([^\]/]*)\]?(?:\/(.*))?$/s.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return undefined;
  const most = version === 4 ? 32 : 128;
  const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (!(bits <= most)) return `${text}: the length after the slash must be 0 to ${most}`;
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
};

/** IPv4 and IPv6 apart: one list for both would find every IPv4 address in `::/0`. */
export type Ranges = { readonly ipv4: BlockList; readonly ipv6: BlockList };

export const rangesOf = (ranges: readonly Range[]): Ranges => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, bits, family } of ranges) lists[family].addSubnet(address, bits, family);
  return lists;
};

/** @param address in plain form */
export const isIn = ({ ipv4, ipv6 }: Ranges, address: string): boolean =>
  isIP(address) === 4 ? ipv4.check(address, 'ipv4') : ipv6.check(address, 'ipv6');

const startsWith = (groups: readonly number[], head: readonly number[]): boolean =>
  head.every((group, index) => groups[index] === group);

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): number[] => {
  const [, head = '', last] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  const [before = '', after] = (last === undefined ? address : head + hexOf(last)).split('::');
  const [left, right] = [numbersOf(before), numbersOf(after ?? '')];
  return after === undefined ? left : [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
};

const numbersOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

const hexOf = (ipv4: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};
