/**
 * The end of a reading process that works too long at a question, or whose parent was killed in the middle of one. A file that keeps the
 * process busy for ever keeps it from noticing either. A second thread of the process notices: it sleeps while nothing is asked. How long
 * is told by the processor's time, not by the clock: on a busy machine an honest file takes many times as long. The function goes there as
 * its own source text, as `reading.ts` does.
 */

/**
 * @param state first 1 while a question is being answered, else 0, of which every change is notified; then how much of the processor's
 * time the process may have taken by its end, in milliseconds since it began
 * @param secondsMax real seconds for a question, whatever it does. Never returns.
 */
export const watching = (state: Int32Array, secondsMax: number, self: NodeJS.Process): void => {
  const parent = self.ppid;
  const lookMs = 50;
  const isSpent = (): boolean => {
    const { user, system } = self.cpuUsage();
    return (user + system) / 1000 >= Atomics.load(state, 1);
  };
  for (;;) {
    Atomics.wait(state, 0, 0);
    for (let looks = 1; Atomics.wait(state, 0, 1, lookMs) === 'timed-out'; looks++) {
      // An orphan gets another parent. Where it does not, its time is over some day.
      if (isSpent() || self.ppid !== parent || looks * lookMs >= secondsMax * 1000) self.kill(self.pid, 'SIGKILL');
    }
  }
};
