/** All rules of a scorecard on the page, by the sections of the document; and what no journal can show. */
import { type RuleVerdict, type Scorecard, conductVerdicts } from '../conduct/scorecard.ts';
import { plural } from '../report/figures.ts';
import { type Html, html, prose } from '../report/html-text.ts';
import { type RulesOfSection, bySection, textOfClause } from './by-section.ts';
import { conductWords } from './words.ts';

export const allRules = ({ rules }: Scorecard): Html | false =>
  rules.length > 0 &&
  html`<h2>All rules</h2>
    ${bySection(rules).map(sectionOf)}`;

const sectionOf = ({ title, rules }: RulesOfSection): Html => {
  const has = conductVerdicts.filter((verdict) => rules.some((rule) => rule.verdict === verdict));
  return html`<details class="section">
    <summary>
      <h3>${title}</h3>
      <span class="counts"
        >${has.map((verdict) => html`<span class="count ${verdict}">${rules.filter((rule) => rule.verdict === verdict).length}<span class="word"> ${conductWords[verdict]}</span></span>`)}</span
      >
    </summary>
    <ul>
      ${rules.map(ruleRow)}
    </ul>
  </details>`;
};

const ruleRow = ({ id, title, clauses, level, verdict, occasions, message }: RuleVerdict): Html =>
  html`<li class="clause ${verdict}">
    <details>
      <summary class="row">
        <span class="pill ${verdict}">${conductWords[verdict]}</span
        ><span class="what"
          >${prose(title)} <code>${id}</code>${level === 'should' && html` <span class="level">should</span>`}</span
        >
      </summary>
      <div class="judge">
        <p>${prose(message)}${occasions > 0 && html` <span class="aside">${plural(occasions, 'occasion')}</span>`}</p>
        ${clauses.map((clause) => html`<blockquote>${prose(textOfClause(clause))} <code>${clause}</code></blockquote>`)}
      </div>
    </details>
  </li>`;

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
              <td>${prose(textOfClause(clause))} <code>${clause}</code></td>
              <td>${prose(why)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
