/** Drift on the page: whose each difference is, what of the exchanges shows it, and both sides of one example to be opened. */
import { type ReportedDifference, questionOf, rowsOf, verdictOn } from './drift.ts';
import { findingsAmong } from './html-check.ts';
import { exchange } from './html-exchange.ts';
import { gapLink, linked } from './html-named.ts';
import { type Html, html, prose } from '../../spec/pages/html-text.ts';
import type { Report } from './report.ts';

export const drift = ({ drift: differences, checks }: Report): Html | false =>
  differences !== null &&
  html`<section id="drift">
    <h2>Drift from the mock</h2>
    ${
      differences.length === 0
        ? html`<p>None: mock and deployment do the same.</p>`
        : html`<ul class="plain">
            ${differences.map((one) => difference(one, new Set(findingsAmong(checks).map(({ id }) => id))))}
          </ul>`
    }
  </section>`;

/** @param found the checks whose findings stand on the page */
const difference = (one: ReportedDifference, found: ReadonlySet<string>): Html => {
  const rows = rowsOf(one);
  return html`<li>
    ${linked(verdictOn(one))} ${'checkId' in one && html` ${checkLink(one.checkId, found)}`}
    ${one.kind === 'gap' && html`<p class="aside">${prose(questionOf(one))} ${gapLink(one.gap)}</p>`}
    ${
      rows.length > 0 &&
      html`<details ${one.kind === 'unexplained' && 'open'}>
        <summary>${rows.length === 1 ? 'One thing differs' : `${rows.length} things differ`}</summary>
        ${rows.map(
          ({ told, example }) =>
            html`<p>${told}</p>
              ${example !== null && html`${side('the mock', example.mock)} ${side('the deployment', example.deployment)}`}`,
        )}
      </details>`
    }
  </li>`;
};

const checkLink = (id: string, found: ReadonlySet<string>): Html =>
  found.has(id) ? html`<a href="#${id}">${id}</a>` : html`<code>${id}</code>`;

const side = (who: string, sight: Parameters<typeof exchange>[0] | string): Html =>
  html`<div class="side">
    <span class="aside">${who}</span>
    ${typeof sight === 'string' ? html`<code>${sight}</code>` : exchange(sight)}
  </div>`;
