/** A database that is gone is told once, however much fails because of it. */
import { OutcomeUnknown } from './engine/outcome-unknown.ts';
import { DatabaseGone } from './store/postgres/errors.ts';

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
