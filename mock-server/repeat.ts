/** Work that is done again and again by itself. */

/**
 * The first time after a pause, and with a pause after each time.
 * @param ms real milliseconds of the pause
 * @returns ends it, and waits for what runs
 */
export const repeat = (
  ms: number,
  work: () => Promise<void>,
  reportFailure: (error: unknown) => void,
): (() => Promise<void>) => {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = work()
      .catch(reportFailure)
      .then(() => {
        if (!isOver) timer = setTimeout(run, ms);
      });
  };
  timer = setTimeout(run, ms);
  return async (): Promise<void> => {
    isOver = true;
    clearTimeout(timer);
    await running;
  };
};
