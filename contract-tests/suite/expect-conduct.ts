/** A scorecard as an assertion: it fails with what a person has to read. */
import { AssertionError } from 'node:assert';
import colors from 'picocolors';
import about from '../../package.json' with { type: 'json' };
import type { Scorecard } from '../conduct/scorecard.ts';
import type { FailOn } from '../conduct-report/fail-on.ts';
import { conductReportOf } from '../conduct-report/report.ts';
import { conductText } from '../conduct-report/text.ts';

export type ConductDemand = {
  /** `fail`, as usual: a broken rule. `warn`: a recommendation that was not followed, too. */
  readonly failOn?: FailOn;
  /** Whether the client is done, as usual: then what it left undone counts. */
  readonly ended?: boolean;
};

/** @param bornAfter number of the journal's last entry before there was the account */
export const expectKept = (card: Scorecard, failOn: FailOn, bornAfter: number): void => {
  if (card.entries.forgotten > bornAfter) {
    throw new Error(
      `the journal no longer has all of account ${card.account_id}: it had to drop ${card.entries.forgotten} entries. Judge earlier, or give the test a service of its own`,
    );
  }
  const report = conductReportOf([card], { version: about.version, source: 'a test', failOn });
  if (report.exit_code === 0) return;
  throw new AssertionError({
    message: `the client breaks the contract\n\n${conductText(report, plain, { isBrief: true })}`,
  });
};

const plain = colors.createColors(false);
