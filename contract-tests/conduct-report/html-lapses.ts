/** The lapses of a scorecard on the page: what the client did, entry by entry, the clause that it breaks, and what to do about it. */
import type { Lapse, RuleVerdict, Scorecard } from '../conduct/scorecard.ts';
import { plural } from '../report/figures.ts';
import { pill } from '../report/html-check.ts';
import { clauseLink, linked } from '../report/html-named.ts';
import { type Html, html, prose } from '../../spec/pages/html-text.ts';
import { blamedClause, bySection, isLapsed, textOfClause } from './by-section.ts';
import { exhibitsOf } from './entry-line.ts';
import { exhibit } from './html-entry.ts';

export const lapsesBySection = (card: Scorecard): Html =>
  html`<h2>What to mend</h2>
    ${bySection(card.rules.filter(isLapsed)).map(
      ({ title, rules }) =>
        html`<h3 class="chapter">${title}</h3>
          ${rules.map((rule) => lapsed(rule, card))}`,
    )}`;

const lapsed = (rule: RuleVerdict, card: Scorecard): Html => {
  const clause = blamedClause(rule);
  const [shown, more] = [rule.lapses.slice(0, lapsesMax), rule.lapses.slice(lapsesMax)];
  return html`<article class="finding ${rule.verdict}">
    <h3>${pill(rule.verdict)} ${prose(rule.title)} <code>${rule.id}</code></h3>
    <blockquote>${prose(textOfClause(clause))} ${clauseLink(clause)}</blockquote>
    ${shown.map((lapse) => whatItDid(lapse, card))}
    ${
      more.length > 0 &&
      html`<details class="more">
        <summary>${plural(more.length, 'more lapse')}</summary>
        ${more.map((lapse) => whatItDid(lapse, card))}
      </details>`
    }
    <p class="advice"><b>Do</b> ${linked(rule.advice)}</p>
  </article>`;
};

const lapsesMax = 3;
const exhibitsMax = 8;

const whatItDid = ({ message, entries }: Lapse, { evidence }: Scorecard): Html => {
  const { first, between, last } = exhibitsOf(entries, evidence, exhibitsMax);
  return html`<div class="lapse">
    <p>${linked(message)}</p>
    <div class="exhibits">
      ${first.map(exhibit)}
      ${
        between.length > 0 &&
        html`<details class="more">
          <summary>… ${between.length} more …</summary>
          ${between.map(exhibit)}
        </details>`
      }
      ${last.map(exhibit)}
    </div>
  </div>`;
};
