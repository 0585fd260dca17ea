/** A database that is gone is told once, however much fails because of it; a world that is replaced is no failure. */
import { OutcomeUnknown } from './engine/outcome-unknown.ts';
import { DatabaseGone } from './store/postgres/errors.ts';
import { WorldReplaced } from './store/store.ts';

type Report = (error: unknown) => void;

export type Outage = {
  /** Tells of a failure, unless it is one more of an outage that was told of. */
  readonly report: Report;
  /** The database has answered. */
  readonly over: () => void;
};

export const watchOutages = (report: Report): Outage => {
  let isOn = false;
  return {
    report: (told) => {
      const error = told instanceof OutcomeUnknown ? told.cause : told;
      // Whoever asked is told; what was due by itself is another world's business now.
      if (error instanceof WorldReplaced) return;
      if (!(error instanceof DatabaseGone)) return report(told);
      if (!isOn)
        report(
          new Error(`the database cannot be reached (${error.message}): calls are answered with 500 until it can`),
        );
      isOn = true;
    },
    over: () => (isOn = false),
  };
};
