/** One check on the page: its finding, and what supports it; of a pass, what it was concluded from. */
import { type Verdict, isFinding } from '../verdict.ts';
import type { Alternative } from './alternative.ts';
import { plural } from './figures.ts';
import { exchange, stream } from './html-exchange.ts';
import { pillOf } from './html-section.ts';
import { clauseLink, gapLink, linked } from './html-named.ts';
import { type Html, html, prose } from '../../spec/pages/html-text.ts';
import type { ReportedCheck } from './reported-check.ts';
import { clauseText } from './reported-clause.ts';
import { verdictWords } from './words.ts';

export const pill = (verdict: Verdict): Html => pillOf(verdict, verdictWords);

/** Under strict a gap in the proof is held against the target too. */
export const findingsAmong = (checks: readonly ReportedCheck[]): readonly ReportedCheck[] =>
  checks.filter((check) => isFinding(check) || check.counts);

export const finding = (check: ReportedCheck): Html => {
  const { clause } = check.evidence;
  return html`<article class="finding ${check.verdict}" id="${check.id}">
    <h3>${pill(check.verdict)} ${check.title}</h3>
    ${clause === null ? html`<p class="told">${linked(check.message)}</p>` : html`<blockquote>${prose(clauseText(clause))} ${clauseLink(clause)}</blockquote>`}
    ${evidence(check)}
  </article>`;
};

export const evidence = (check: ReportedCheck): Html => {
  const { expected: wanted, actual, alternatives, exchanges, streams } = check.evidence;
  const rows: readonly (readonly [name: string, told: Html | string])[] = [
    ...(wanted === null ? [] : [['expected', wanted] as const]),
    ...(actual === null ? [] : [['actual', actual] as const]),
    ...alternatives.map((one) => ['left open', leftOpen(one)] as const),
  ];
  return html`${
      rows.length > 0 &&
      html`<dl class="versus">
        ${rows.map(
          ([name, told]) =>
            html`<dt>${name}</dt>
              <dd>${told}</dd>`,
        )}
      </dl>`
    }
    ${check.expected_failure !== null && html`<p class="aside">An expected failure: ${check.expected_failure}</p>`}
    ${exchanges.map(exchange)} ${streams.map(stream)}
    <p class="again"><code>${check.replay_command}</code></p>`;
};

/** What the document does not say there, and what was taken for lawful. */
const leftOpen = ({ gap, question, accepted }: Alternative): Html =>
  html`${prose(question)} ${gapLink(gap)}<br /><span class="aside">taken for lawful: ${prose(accepted)}</span>`;

/** Of a pass: what a clause was judged by. */
export const conclusionOn = (clause: string, { evidence: told }: ReportedCheck): Html | false => {
  const found = told.concluded.find((one) => one.clause === clause);
  if (found === undefined) return false;
  const shown = found.exchanges.flatMap((place) => told.exchanges[place] ?? []);
  const numbers = new Set(shown.map(({ number }) => number));
  return html`${found.expected !== '' && html`<p class="aside">expected ${found.expected}</p>`}
  ${
    shown.length > 0 &&
    html`<details class="seen">
      <summary class="aside">${plural(shown.length, 'exchange')} of the last time</summary>
      ${shown.map(exchange)} ${told.streams.filter(({ session }) => numbers.has(session)).map(stream)}
    </details>`
  }`;
};
