/** The signals that end a command which else runs on: Ctrl-C, an order to end, and a terminal that was closed. */

/** Calls `stop` at the first one; a second one ends the process at once. */
export const onStopSignal = (stop: () => void): void => {
  let stopping = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(code);
      stopping = true;
      stop();
    });
  }
};
