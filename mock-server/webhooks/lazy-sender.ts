/** The sender, loaded with the first webhook: its library is not needed to serve, and a start is import cost. */
import type { Sender } from './sender.ts';
import type { Allowed } from './where.ts';

export const createLazySender = (allowed: Allowed): Sender => {
  let loading: Promise<Sender> | undefined;
  let loaded: Sender | undefined;
  const load = async (): Promise<Sender> => (loaded = (await import('./sender.ts')).createSender(allowed));
  return {
    send: (request) => loaded?.send(request) ?? (loading ??= load()).then((sender) => sender.send(request)),
    close: async () => (await loading)?.close(),
  };
};
