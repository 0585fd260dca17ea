/** One check on the page: its finding, what supports it, and each exchange to be opened. */
import type { Verdict } from '../verdict.ts';
import type { ShownExchange } from './exchange.ts';
import { type Html, html, prose } from './html-text.ts';
import type { ReportedCheck } from './reported-check.ts';
import { clauseText } from './reported-clause.ts';
import { verdictWords } from './words.ts';

export const pill = (verdict: Verdict): Html => html`<span class="pill ${verdict}">${verdictWords[verdict]}</span>`;

export const finding = (check: ReportedCheck): Html => {
  const { clause } = check.evidence;
  return html`<article class="finding ${check.verdict}" id="${check.id}">
    <h3>${pill(check.verdict)} ${check.title}</h3>
    ${clause !== null && html`<blockquote>${prose(clauseText(clause))} <code>${clause}</code></blockquote>`}
    ${evidence(check)}
  </article>`;
};

export const evidence = (check: ReportedCheck): Html => {
  const { expected: wanted, actual, gaps, exchanges } = check.evidence;
  return html`${
      (wanted !== null || actual !== null) &&
      html`<dl class="versus">
        ${
          wanted !== null &&
          html`<dt>expected</dt>
            <dd>${wanted}</dd>`
        }
        ${
          actual !== null &&
          html`<dt>actual</dt>
            <dd>${actual}</dd>`
        }
      </dl>`
    }
    ${check.expected_failure !== null && html`<p class="aside">An expected failure: ${check.expected_failure}</p>`}
    ${gaps.length > 0 && html`<p class="aside">Allowed for, since the document leaves it open: ${gaps.join(', ')}</p>`}
    ${exchanges.map(exchange)}
    <p class="again"><code>${check.replay_command}</code></p>`;
};

export const exchange = ({ number, request, answer, failure, breaks, took_ms }: ShownExchange): Html => {
  const where = request.url.replace(/^\w+:\/\/[^/]+/, '');
  return html`<details class="exchange">
    <summary>
      <b>${request.method}</b> <span class="path">${where}</span>
      <span class="status s${answer === null ? 0 : Math.floor(answer.status / 100)}"
        >${answer === null ? 'no answer' : answer.status}</span
      >
      ${breaks !== null && html`<span class="breaks">breaks ${breaks} on purpose</span>`}
    </summary>
    <p class="aside">exchange ${number}, ${took_ms} ms</p>
    <pre>${message(`${request.method} ${where}`, request)}</pre>
    ${answer === null ? html`<p class="aside">${failure ?? 'no answer'}</p>` : html`<pre>${message(String(answer.status), answer)}</pre>`}
  </details>`;
};

const message = (
  first: string,
  { headers, body }: { headers: { readonly [name: string]: string }; body: string | null },
): string =>
  [
    first,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null || body === '' ? [] : ['', pretty(body)]),
  ].join('\n');

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
