/** An address on which nothing can listen, as its user is told. */
import { WrongUsage } from './wrong-usage.ts';

type Address = { readonly host: string; readonly port: number };

/** @returns a `WrongUsage` that says what to choose instead; the error itself, where it is about something else */
export const addressFault = (error: unknown, address: Address): unknown => {
  const told = explanations[(error as NodeJS.ErrnoException).code ?? '']?.(address);
  return told === undefined ? error : new WrongUsage(told, { cause: error });
};

const noAddress = ({ host }: Address): string => `${host} is no address of this machine: choose another with --host`;

const explanations: { readonly [code: string]: (address: Address) => string } = {
  EADDRINUSE: ({ host, port }) =>
    `port ${port} on ${host} is in use: choose another with --port, or --port 0 for a free one`,
  EACCES: ({ host, port }) => `port ${port} on ${host} needs more rights: choose one above 1023 with --port`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};
