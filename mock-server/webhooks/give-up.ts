/** Lets whoever began an attempt end it before its time. An AbortSignal does the same for ten times the price, and thousands begin at once. */

export class GiveUp {
  #given = false;
  #end: (() => void) | undefined;

  get given(): boolean {
    return this.#given;
  }

  /** Ends the attempt, if it still goes on. */
  now(): void {
    this.#given = true;
    this.#end?.();
  }

  /** Says what ends the attempt, which is for who carries it out to know; undefined once there is nothing left to end. */
  by(end: (() => void) | undefined): void {
    this.#end = end;
  }
}
