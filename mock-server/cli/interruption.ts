/** Ctrl-C while a server is judged: what was found by then is still told. */
import { setMaxListeners } from 'node:events';

/** The first signal asks the run to end, with its reports; the second one ends at once. */
export const interruption = (): { readonly signal: AbortSignal; readonly release: () => void } => {
  const controller = new AbortController();
  // As many listen as requests are under way.
  setMaxListeners(0, controller.signal);
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    release: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
};
