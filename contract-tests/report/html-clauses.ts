/** The clauses on the page, by the sections of the document, with the checks that judged them. */
import { type Section, sections } from '../../spec/clause.ts';
import { isFinding } from '../verdict.ts';
import { isUnsure, worthOf } from './defects.ts';
import { plural } from './figures.ts';
import { conclusionOn, evidence, pill } from './html-check.ts';
import { sharesAmong, sharesOf } from './html-page.ts';
import { foldedSection } from './html-section.ts';
import { clauseLink, linked, placeOfClause } from './html-named.ts';
import { type Html, html, prose } from '../../spec/pages/html-text.ts';
import type { Report } from './report.ts';
import type { ReportedCheck } from './reported-check.ts';
import { type ReportedClause, hasPassed, verdictOf } from './reported-clause.ts';
import { verdictWords } from './words.ts';

export const clausesBySection = ({ clauses, checks, clause_summary: by }: Report): Html | false => {
  if (clauses.length === 0) return false;
  const byId = new Map(checks.map((check) => [check.id, check]));
  return html`<section id="clauses">
    <h2>Clauses</h2>
    <div class="filter" role="radiogroup" aria-label="Show">
      <label><input type="radio" name="show" id="show-all" checked /> all <b>${clauses.length}</b></label>
      ${sharesOf(by, verdictWords).map(({ verdict, word, count }) => html`<label class="${verdict}"><input type="radio" name="show" id="show-${verdict}" /> ${word} <b>${count}</b></label>`)}
    </div>
    ${(Object.keys(sections) as Section[]).map((section) => {
      const own = clauses.filter((clause) => clause.section === section);
      return own.length > 0 && sectionOf(sections[section], own, byId);
    })}
  </section>`;
};

const sectionOf = (title: string, own: readonly ReportedClause[], byId: ReadonlyMap<string, ReportedCheck>): Html =>
  foldedSection({
    title,
    shares: sharesAmong(own, verdictWords),
    isOpen: own.some(isFinding),
    rows: worstFirst(own).map((clause) => clauseRow(clause, byId)),
  });

/** Findings before all else; the rest as the document has it. */
const worstFirst = (own: readonly ReportedClause[]): readonly ReportedClause[] => [
  ...own.filter(isFinding),
  ...own.filter((clause) => !isFinding(clause)),
];

const clauseRow = (clause: ReportedClause, byId: ReadonlyMap<string, ReportedCheck>): Html => {
  const judges = clause.checks.flatMap((id) => byId.get(id) ?? []);
  const label = html`${pill(clause.verdict)}<span class="what"
      >${prose(clause.text)}
      ${clauseLink(clause.id)}${clause.level === 'should' && html` <span class="level">should</span>`}${isUnsure(clause) && html` <span class="level">${worthOf(clause)}</span>`}</span
    >`;
  if (judges.length === 0)
    return html`<li class="clause ${clause.verdict}" id="${placeOfClause(clause.id)}">
      <div class="row">${label}</div>
      <p class="aside">${linked(clause.reason ?? '')}</p>
    </li>`;
  return html`<li class="clause ${clause.verdict}" id="${placeOfClause(clause.id)}">
    <details>
      <summary class="row">${label}</summary>
      ${worthOf(clause) !== '' && html`<p class="aside worth">What a pass is worth: on mocks, ${worthOf(clause)}</p>`}
      ${judges.map((check) => judgeOf(check, clause))}
    </details>
  </li>`;
};

const judgeOf = (check: ReportedCheck, clause: ReportedClause): Html => {
  const judged = check.conclusions[clause.id] ?? 0;
  const isElsewhere = check.evidence.clause !== null && check.evidence.clause !== clause.id;
  return html`<div class="judge">
    <p>${pill(verdictOf(check, clause.id))} ${check.title} <code>${check.id}</code></p>
    <p class="aside">
      ${judged > 0 ? `judged ${plural(judged, 'time')}` : 'not judged'}${check.requests > 0 && `, ${plural(check.requests, 'request')} of its own`}${hasPassed(check) && judged === 0 && ', so this pass says nothing'}
    </p>
    ${check.message !== '' && check.evidence.clause === null && html`<p>${linked(check.message)}</p>`}
    ${isElsewhere ? html`<p class="aside">The finding is about <a href="#${check.id}">${check.evidence.clause}</a>.</p>` : hasPassed(check) ? conclusionOn(clause.id, check) : evidence(check)}
  </div>`;
};
