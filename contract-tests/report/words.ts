/** How verdicts and ends of a run are called in reports for people. */
import type { Verdict } from '../verdict.ts';
import { plural } from './figures.ts';
import type { Report } from './report.ts';
import type { ReportedCheck } from './reported-check.ts';

export const verdictWords: { readonly [verdict in Verdict]: string } = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  undecidable: 'open',
  not_testable: 'not testable',
};

/** The whole in one sentence. */
export const headline = ({ exit_code, checks, clauses, expected_failures, stopped }: Report): string => {
  const against = checks.filter((one) => one.counts).length;
  const kept = clauses.filter(({ verdict }) => verdict === 'pass').length;
  switch (exit_code) {
    case 0:
      return hasMet({ expected_failures })
        ? `Nothing but what was expected: ${plural(kept, 'clause')} kept`
        : `All that was judged is kept: ${plural(kept, 'clause')}`;
    case 1:
      if (against > 0) return plural(against, 'finding');
      return `${plural(expected_failures.filter(({ state }) => state === 'expired' || state === 'stale').length, 'expected failure')} out of date`;
    case 4:
      return `Stopped before the end: ${stopped ?? ''}`;
    default:
      return brokenWords({ checks });
  }
};

/** Whether there are findings that were expected. */
export const hasMet = ({ expected_failures }: Pick<Report, 'expected_failures'>): boolean =>
  expected_failures.some(({ state }) => state === 'met');

/** What a run came to that could not be carried on. */
export const brokenWords = ({ checks }: Pick<Report, 'checks'>): string =>
  checks.every(isLeftOut) ? 'Nothing could be judged' : 'The run broke';

/** As all of them are where the target is not the service. */
const isLeftOut = ({ message }: ReportedCheck): boolean => message.startsWith('left out');
