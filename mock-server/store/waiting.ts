/** Who waits for more events: told when some have come, or when they are not wanted any more. */
export class Waiting {
  #waking: (() => void)[] = [];

  more(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
      this.#waking.push(wake);
    });
  }

  wake(): void {
    for (const wake of this.#waking.splice(0)) wake();
  }
}
