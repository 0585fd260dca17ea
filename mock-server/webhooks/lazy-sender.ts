/** The sender, loaded with the first webhook: its library is not needed to serve, and a start is import cost. */
import type { Sender } from './sender.ts';
import type { Allowed } from './where.ts';

export const createLazySender = (allowed: Allowed): Sender => {
  let loading: Promise<Sender> | undefined;
  const load = async (): Promise<Sender> => (await import('./sender.ts')).createSender(allowed);
  return {
    send: async (request) => (await (loading ??= load())).send(request),
    close: async () => (await loading)?.close(),
  };
};
