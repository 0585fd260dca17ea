/**
 * The end of a reading process whose parent was killed in the middle of a question. A file that keeps the process busy for
 * ever keeps it from noticing that nobody is there any more. A second thread of the process notices: it sleeps while nothing
 * is asked. The function goes there as its own source text, as `reading.ts` does.
 */

/** `busy` is 1 while a question is being answered, else 0, and every change is notified. Never returns. */
export const watching = (busy: Int32Array, secondsMax: number, self: NodeJS.Process): void => {
  const parent = self.ppid;
  for (;;) {
    Atomics.wait(busy, 0, 0);
    for (let seconds = 1; Atomics.wait(busy, 0, 1, 1_000) === 'timed-out'; seconds++) {
      // An orphan gets another parent. Where it does not, its time is over some day.
      if (self.ppid !== parent || seconds >= secondsMax) self.kill(self.pid, 'SIGKILL');
    }
  }
};
