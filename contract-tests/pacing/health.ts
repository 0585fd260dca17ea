/** Whether the target still answers as a service does: one request that fails is data, several in a row are the end of the run. */
import { WentAway } from '../verdict.ts';

export class Health {
  #silent = 0;
  #limited = 0;
  #jsonBytes = 0;

  /** Throws WentAway when one request after the other is left without an answer. @param failure undefined if there was one */
  saw(failure: string | undefined): void {
    if (failure === undefined) this.#silent = 0;
    else if (failure.startsWith('no whole answer') && ++this.#silent >= inRow)
      throw new WentAway(`the target left ${inRow} requests in a row unanswered (${failure})`);
  }

  /** Throws WentAway when its answers, all of which are looked at again, come to more than anybody's memory. @param bytes of one, no file */
  took(bytes: number): void {
    this.#jsonBytes += bytes;
    if (this.#jsonBytes > jsonBytesMax)
      throw new WentAway(
        `the answers of the target come to more than ${jsonBytesMax / 1e6} MB, files apart: see whether it is the service`,
      );
  }

  /** Throws WentAway when it goes on refusing what was sent at the rate that it grants. @param isLimited after a minute's rest */
  rested(isLimited: boolean): void {
    this.#limited = isLimited ? this.#limited + 1 : 0;
    if (this.#limited >= inRow)
      throw new WentAway(
        `the target answered 429 rate_limited ${inRow} times in a row, each time after a rest of a minute: set --rate-limit to what it grants, or see who else uses the key`,
      );
  }
}

const inRow = 3;

/** Many times what a whole run on a lawful server takes. */
const jsonBytesMax = 64_000_000;
