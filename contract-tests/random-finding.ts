/** A finding of a case that was drawn at random: what became of the case, and the path that repeats it alone. */
import { Finding } from './verdict.ts';

export class RandomFinding extends Finding {
  constructor(
    found: Finding,
    /** A sentence for the message. */
    readonly remark: string,
    /** Of `--replay`: from the seed to the case. */
    readonly path: string,
  ) {
    super(found.clause, found.expected, found.actual, found.exchanges, found.gaps);
  }
}
