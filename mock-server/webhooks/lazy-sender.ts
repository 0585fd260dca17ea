/** The sender, loaded with the first webhook: its library is not needed to serve, and a start is import cost. */
import type { Sender } from './sender.ts';
import type { Allowed } from './where.ts';

export type LazySender = Sender & {
  /** Until it is loaded; undefined where nothing is being loaded. What it rejects with, `send` rejects with too. */
  readonly loading: () => Promise<unknown> | undefined;
};

export const createLazySender = (allowed: Allowed): LazySender => {
  let loading: Promise<Sender> | undefined;
  let loaded: Sender | undefined;
  const load = async (): Promise<Sender> => (loaded = (await import('./sender.ts')).createSender(allowed));
  return {
    send: (request) => loaded?.send(request) ?? (loading ??= load()).then((sender) => sender.send(request)),
    loading: () => (loaded === undefined ? loading : undefined),
    close: async () => (await loading)?.close(),
  };
};
