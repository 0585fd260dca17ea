/** How verdicts on clients, and the whole of it, are called in reports for people. */
import type { ConductVerdict, Scorecard } from '../conduct/scorecard.ts';
import { plural } from '../report/figures.ts';
import { type ConductReport, verdictsIn } from './report.ts';

export const conductWords: { readonly [verdict in ConductVerdict]: string } = {
  fail: 'fail',
  warn: 'warn',
  pass: 'kept',
  not_testable: 'no occasion',
};

export const ofAccount = ({ account_id }: Scorecard): string =>
  account_id === null ? 'Calls of no known account' : `The client of account ${account_id}`;

/** The whole in one sentence. */
export const conductHeadline = ({ summary: { fail, warn, pass } }: Pick<ConductReport, 'summary'>): string => {
  const broken = fail === 0 ? [] : [`${plural(fail, 'rule')} broken`];
  const ignored = warn === 0 ? [] : [`${plural(warn, 'recommendation')} not followed`];
  if (fail + warn > 0) return [...broken, ...ignored].join(', ');
  return pass > 0 ? `Kept, wherever there was occasion: ${plural(pass, 'rule')}` : 'There was nothing to judge';
};

/** `2 fail, 1 warn, 9 kept`. */
export const tally = (summary: Scorecard['summary']): string =>
  verdictsIn(summary)
    .map((verdict) => `${summary[verdict]} ${conductWords[verdict]}`)
    .join(', ');

export const readFrom = ({ entries: { read, forgotten } }: Scorecard): string =>
  `${read.toLocaleString('en')} ${read === 1 ? 'entry' : 'entries'} of the journal${forgotten > 0 ? `; ${forgottenNote(forgotten)}` : ''}`;

/** What the ring dropped may have held lapses, and what later calls rest on. */
export const forgottenNote = (forgotten: number): string =>
  `the ${forgotten === 1 ? 'oldest one was' : `${forgotten.toLocaleString('en')} oldest were`} forgotten, of all accounts, and not judged`;
