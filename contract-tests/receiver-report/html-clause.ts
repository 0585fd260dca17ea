/** A clause on the page, with the cases that judge it: open with those that break it, if there are any; else folded. */
import { plural } from '../report/figures.ts';
import { sharesOf } from '../report/html-page.ts';
import { foldedSection, pillOf } from '../report/html-section.ts';
import { clauseLink, linked, placeOfClause } from '../report/html-named.ts';
import { type Html, html, prose } from '../../spec/pages/html-text.ts';
import { verdictWords } from '../report/words.ts';
import { isFinding, verdicts } from '../verdict.ts';
import type { ReportedReceiverClause } from './clauses.ts';
import type { ReceiverReport, ReportedCase } from './report.ts';

export const clauseSection = (clause: ReportedReceiverClause, report: ReceiverReport): Html => {
  const { id, text, verdict, case_summary, reason } = clause;
  const own = report.cases.filter((one) => clause.cases.includes(one.id));
  const worstFirst = verdicts.flatMap((wanted) => own.filter((one) => one.verdict === wanted));
  const findings = worstFirst.filter(isFinding);
  const others = worstFirst.filter((one) => !isFinding(one));
  return foldedSection({
    title: html`${pillOf(verdict, verdictWords)}<span class="what">${prose(text)} ${clauseLink(id)}</span>`,
    place: placeOfClause(id),
    shares: sharesOf(case_summary, verdictWords),
    isOpen: findings.length > 0,
    rows: [
      reason !== null && html`<li class="clause"><p class="reason">${linked(reason)}</p></li>`,
      ...findings.map(caseRow),
      ...(findings.length === 0 ? others.map(caseRow) : [restOf(others)]),
    ],
  });
};

/** Below findings nobody looks for what is kept. */
const restOf = (others: readonly ReportedCase[]): Html | false =>
  others.length > 0 &&
  html`<li class="clause">
    <details class="more">
      <summary>${plural(others.length, 'other case')}</summary>
      <ul>
        ${others.map(caseRow)}
      </ul>
    </details>
  </li>`;

const caseRow = ({ id, title, verdict, message }: ReportedCase): Html =>
  html`<li class="clause ${verdict}">
    <div class="row">
      ${pillOf(verdict, verdictWords)}<span class="what">${title} <code>${id}</code></span>
    </div>
    ${message !== '' && html`<p class="aside">${linked(message)}</p>`}
  </li>`;
