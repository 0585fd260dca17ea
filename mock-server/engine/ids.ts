/** Ids carry their account's, so that no index of ids is needed. Only names of blobs do not: nobody sees them in an answer. */
import { randomUUID } from 'node:crypto';

export const blobName = (): string => randomUUID();

/** A name that no other process has, on whichever machine. @param host says where it runs, to people */
export const processName = (host: string): string => `${host}-${process.pid}-${randomUUID()}`;

/** The account that an id of a job, file or session names, in either form of the gap `id-form`; undefined for what is no id of ours. */
export const accountIdIn = (id: string): string | undefined => {
  const [, prefixed] = /^[a-z]+_([a-z0-9]{1,20})_[a-z0-9]{1,64}$/.exec(id) ?? [];
  if (prefixed !== undefined) return prefixed;
  const [, hex] = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-([0-9a-f]{12})$/.exec(id) ?? [];
  return hex === undefined ? undefined : `a${Number.parseInt(hex, 16)}`;
};

/** An id in the form of a UUID: its last group is the number of the account. @param next gives 32-bit numbers */
export const uuidFor = (accountId: string, next: () => number): string => {
  const account = Number(/^a(\d{1,14})$/.exec(accountId)?.[1]);
  if (Number.isNaN(account)) throw new Error(`account ${accountId} has no number to stand in a UUID`);
  const [first, second] = [next(), next()].map((number) => number.toString(16).padStart(8, '0'));
  const third = ((next() & 0x3fff) | 0x8000).toString(16);
  const tail = second?.slice(5) ?? '';
  return `${first}-${second?.slice(0, 4)}-4${tail}-${third}-${account.toString(16).padStart(12, '0')}`;
};
