/** How a run is to be told: what the report has to know beside what came of it. */
import type { Check } from '../check.ts';
import type { Expected } from '../expected.ts';
import type { Power } from '../power/measured.ts';
import type { Redact } from './secrets.ts';

export type Telling = {
  readonly version: string;
  readonly redact: Redact;
  readonly strict: boolean;
  readonly expected: readonly Expected[];
  /** The catalogue was narrowed by hand: clauses outside it are not spoken of. */
  readonly isNarrowed: boolean;
  /** All checks that there are, whether or not they were selected. */
  readonly catalogue: readonly Check[];
  /** The flags that lead to the same target. */
  readonly command: string;
  /** What checks are known to catch; as it is written down where nothing is said. */
  readonly power?: Power;
};
