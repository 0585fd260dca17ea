/** All rules of a scorecard on the page, by the sections of the document; and what no journal can show. */
import type { RuleVerdict, Scorecard } from '../conduct/scorecard.ts';
import { plural } from '../report/figures.ts';
import { sharesAmong } from '../report/html-page.ts';
import { foldedSection, pillOf } from '../report/html-section.ts';
import { clauseLink, linked } from '../report/html-named.ts';
import { type Html, html, prose } from '../../spec/pages/html-text.ts';
import { type RulesOfSection, bySection, textOfClause } from './by-section.ts';
import { commandFor } from './stories.ts';
import { conductWords } from './words.ts';

export const allRules = ({ rules }: Scorecard): Html | false =>
  rules.length > 0 &&
  html`<h2>All rules</h2>
    ${bySection(rules).map(sectionOf)}`;

const sectionOf = ({ title, rules }: RulesOfSection): Html =>
  foldedSection({ title, shares: sharesAmong(rules, conductWords), isOpen: false, rows: rules.map(ruleRow) });

const ruleRow = (rule: RuleVerdict): Html => {
  const { id, title, clauses, level, verdict, occasions, message } = rule;
  const command = commandFor(rule);
  return html`<li class="clause ${verdict}">
    <details>
      <summary class="row">
        ${pillOf(verdict, conductWords)}<span class="what"
          >${prose(title)} <code>${id}</code>${level === 'should' && html` <span class="level">should</span>`}</span
        >
      </summary>
      <div class="judge">
        <p>${linked(message)}${occasions > 0 && html` <span class="aside">${plural(occasions, 'occasion')}</span>`}</p>
        ${
          command !== undefined &&
          html`<p class="again"><span class="aside">This makes an occasion:</span> <code>${command}</code></p>`
        }
        ${clauses.map((clause) => html`<blockquote>${prose(textOfClause(clause))} ${clauseLink(clause)}</blockquote>`)}
      </div>
    </details>
  </li>`;
};

export const notObservable = ({ not_observable }: Scorecard): Html | false =>
  not_observable.length > 0 &&
  html`<details class="unseen">
    <summary>
      <h2>What no journal can show</h2>
      <span class="aside">${plural(not_observable.length, 'clause')}</span>
    </summary>
    <p class="aside">The document asks for it, but it happens inside the client. Look there.</p>
    <table>
      <tbody>
        ${not_observable.map(
          ({ clause, why }) =>
            html`<tr>
              <td>${prose(textOfClause(clause))} ${clauseLink(clause)}</td>
              <td>${linked(why)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
