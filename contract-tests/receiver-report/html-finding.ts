/** A clause that the receiver breaks, on the page: the cases that show it, what was sent and came in them, and what to do. */
import { plural } from '../report/figures.ts';
import { pillOf } from '../report/html-section.ts';
import { clauseLink, linked } from '../report/html-named.ts';
import { type Html, html, prose } from '../../spec/pages/html-text.ts';
import { verdictWords } from '../report/words.ts';
import type { ShownDelivery } from './delivery.ts';
import type { ClauseFindings } from './findings.ts';
import type { ReportedCase } from './report.ts';

export const finding = ({ clause, text, verdict, first, more }: ClauseFindings): Html => {
  const advices = new Set([...first, ...more].map(({ advice }) => advice));
  return html`<article class="finding ${verdict}">
    <h3>${pillOf(verdict, verdictWords)} ${prose(text)} ${clauseLink(clause)}</h3>
    ${first.map(caseOf)}
    ${
      more.length > 0 &&
      html`<details class="more">
        <summary>${plural(more.length, 'more case')}</summary>
        ${more.map(caseOf)}
      </details>`
    }
    ${[...advices].map((advice) => html`<p class="advice"><b>Do</b> ${linked(advice)}</p>`)}
  </article>`;
};

const caseOf = ({ id, title, message, deliveries, again }: ReportedCase): Html =>
  html`<div class="lapse">
    <p>${title} <code>${id}</code></p>
    <p class="told">${linked(message)}</p>
    ${deliveries.map(deliveryOf)}
    <p class="again"><code>${again}</code></p>
  </div>`;

/** The body as it was sent: what is signed are its bytes. */
const deliveryOf = ({ what, request, answer, failure, took_ms }: ShownDelivery): Html => {
  const sent = request.headers.map(([name, value]) => `${name}: ${value}`);
  return html`<details class="exchange">
    <summary>
      <b>sent</b> ${what}
      ${answer === null ? html`<span class="status s0">no answer</span>` : html`<span class="status">→ ${answer.status}</span>`}
    </summary>
    <p class="aside">${request.body_bytes.toLocaleString('en')} bytes, ${Math.max(1, took_ms)} ms</p>
    <pre>${[...sent, '', request.body].join('\n')}</pre>
    ${
      answer === null
        ? html`<p class="aside">${failure ?? 'no answer'}</p>`
        : html`<pre>${[answer.status, ...(answer.body === '' ? [] : ['', answer.body])].join('\n')}</pre>`
    }
  </details>`;
};
