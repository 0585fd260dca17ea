/** The report as one page that needs nothing else: no network, no script. Filters are radio buttons, evidence opens by itself. */
import { type Section, sections } from '../../spec/clause.ts';
import { type Verdict, verdicts } from '../verdict.ts';
import type { ShownExchange } from './exchange.ts';
import { plural, shortTime, usd } from './figures.ts';
import { css } from './html-style.ts';
import { type Html, html, prose, raw } from './html-text.ts';
import { type Report, type ReportedCheck, type ReportedClause, clauseText } from './report.ts';
import { headline, verdictWords } from './words.ts';

export const htmlOf = (report: Report): string => {
  const findings = report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${headline(report)} · ${report.target}</title>
        <style>
          ${raw(css)}
        </style>
      </head>
      <body>
        ${head(report)}
        <main>
          ${report.broken.length > 0 && html`<p class="note bad"><strong>It broke.</strong> ${report.broken.join('; ')}</p>`}
          ${report.stopped !== null && html`<p class="note odd"><strong>It stopped.</strong> ${report.stopped}</p>`}
          ${report.money?.remark && html`<p class="note odd"><strong>Money.</strong> ${report.money.remark}</p>`}
          ${
            findings.length > 0 &&
            html`<section id="findings">
              <h2>Findings</h2>
              ${findings.map(finding)}
            </section>`
          }
          ${clausesBySection(report)} ${expected(report)} ${drift(report)} ${openPoints(report)}
          ${report.plan !== null && planned(report.plan)}
        </main>
        <footer>
          Understudy ${report.version} · seed ${report.seed} · ${report.started_at.replace('T', ' ').slice(0, 19)} UTC
        </footer>
      </body>
    </html> `.html;
};

const head = (report: Report): Html => {
  const {
    target,
    target_kind,
    profile,
    checks,
    clauses,
    requests,
    duration_ms,
    clause_summary: by,
    exit_code,
  } = report;
  const facts: readonly (readonly [string, string])[] = [
    ['profile', profile],
    ['checks', checks.length.toLocaleString('en')],
    ['clauses', clauses.length.toLocaleString('en')],
    ['requests', requests.toLocaleString('en')],
    ['took', shortTime(duration_ms / 1_000)],
    ...(target_kind === 'deployment' ? [['spent', usd(report.spent_usd)] as const] : []),
  ];
  const shown = verdicts.filter((verdict) => by[verdict] > 0);
  return html`<header class="${tones[exit_code]}">
    <p class="eyebrow">${kinds[target_kind]}</p>
    <h1>${headline(report)}</h1>
    <p class="target">${target}</p>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <div
      class="bar"
      role="img"
      aria-label="${shown.map((verdict) => `${by[verdict]} ${verdictWords[verdict]}`).join(', ')}"
    >
      ${shown.map((verdict) => html`<span class="${verdict}" style="flex:${by[verdict]}"></span>`)}
    </div>
  </header>`;
};

const tones = { 0: 'good', 1: 'bad', 2: 'bad', 3: 'bad', 4: 'odd' } as const;
const kinds = { mock: 'The mock, in process', 'running-mock': 'A running mock', deployment: 'A deployment' } as const;

const pill = (verdict: Verdict): Html => html`<span class="pill ${verdict}">${verdictWords[verdict]}</span>`;

const finding = (check: ReportedCheck): Html => {
  const { clause } = check.evidence;
  return html`<article class="finding ${check.verdict}" id="${check.id}">
    <h3>${pill(check.verdict)} ${check.title}</h3>
    ${clause !== null && html`<blockquote>${prose(clauseText(clause))} <code>${clause}</code></blockquote>`}
    ${evidence(check)}
  </article>`;
};

const evidence = (check: ReportedCheck): Html => {
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

const exchange = ({ number, request, answer, failure, breaks, took_ms }: ShownExchange): Html => {
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

const clausesBySection = ({ clauses, checks, clause_summary: by }: Report): Html | false => {
  if (clauses.length === 0) return false;
  const byId = new Map(checks.map((check) => [check.id, check]));
  const shown = verdicts.filter((verdict) => by[verdict] > 0);
  return html`<section id="clauses">
    <h2>Clauses</h2>
    <div class="filter" role="radiogroup" aria-label="Show">
      <label><input type="radio" name="show" id="show-all" checked /> all <b>${clauses.length}</b></label>
      ${shown.map((verdict) => html`<label class="${verdict}"><input type="radio" name="show" id="show-${verdict}" /> ${verdictWords[verdict]} <b>${by[verdict]}</b></label>`)}
    </div>
    ${(Object.keys(sections) as Section[]).map((section) => {
      const own = clauses.filter((clause) => clause.section === section);
      return own.length > 0 && sectionOf(sections[section], own, byId);
    })}
  </section>`;
};

const sectionOf = (title: string, own: readonly ReportedClause[], byId: ReadonlyMap<string, ReportedCheck>): Html => {
  const has = verdicts.filter((verdict) => own.some((clause) => clause.verdict === verdict));
  const isOdd = has.includes('fail') || has.includes('warn');
  return html`<details class="section ${has.map((verdict) => `has-${verdict}`).join(' ')}" ${raw(isOdd ? ' open' : '')}>
    <summary>
      <h3>${title}</h3>
      <span class="counts"
        >${has.map((verdict) => html`<span class="count ${verdict}">${own.filter((one) => one.verdict === verdict).length}<span class="word"> ${verdictWords[verdict]}</span></span>`)}</span
      >
    </summary>
    <ul>
      ${worstFirst(own).map((clause) => clauseRow(clause, byId))}
    </ul>
  </details>`;
};

/** Findings before all else; the rest as the document has it. */
const worstFirst = (own: readonly ReportedClause[]): readonly ReportedClause[] => {
  const isFound = ({ verdict }: ReportedClause): boolean => verdict === 'fail' || verdict === 'warn';
  return [...own.filter(isFound), ...own.filter((clause) => !isFound(clause))];
};

const clauseRow = (clause: ReportedClause, byId: ReadonlyMap<string, ReportedCheck>): Html => {
  const judges = clause.checks.flatMap((id) => byId.get(id) ?? []);
  const label = html`${pill(clause.verdict)}<span class="what"
      >${prose(clause.text)}
      <code>${clause.id}</code>${clause.level === 'should' && html` <span class="level">should</span>`}</span
    >`;
  if (judges.length === 0)
    return html`<li class="clause ${clause.verdict}">
      <div class="row">${label}</div>
      <p class="aside">${prose(clause.reason ?? '')}</p>
    </li>`;
  return html`<li class="clause ${clause.verdict}">
    <details>
      <summary class="row">${label}</summary>
      ${judges.map((check) => judgeOf(check, clause))}
    </details>
  </li>`;
};

const judgeOf = (check: ReportedCheck, clause: ReportedClause): Html => {
  const judged = check.conclusions[clause.id] ?? 0;
  const isElsewhere = check.evidence.clause !== null && check.evidence.clause !== clause.id;
  return html`<div class="judge">
    <p>${pill(check.verdict)} ${check.title} <code>${check.id}</code></p>
    <p class="aside">
      ${judged > 0 ? `judged ${plural(judged, 'time')}` : 'not judged'}${check.requests > 0 && `, ${plural(check.requests, 'request')} of its own`}${check.vacuous && ', so this pass says nothing'}
    </p>
    ${check.message !== '' && check.evidence.clause === null && html`<p>${check.message}</p>`}
    ${isElsewhere ? html`<p class="aside">The finding is about <a href="#${check.id}">${check.evidence.clause}</a>.</p>` : check.verdict !== 'pass' && evidence(check)}
  </div>`;
};

const expected = ({ expected_failures }: Report): Html | false =>
  expected_failures.length > 0 &&
  html`<section>
    <h2>Expected failures</h2>
    <table>
      <thead>
        <tr>
          <th>of</th>
          <th>state</th>
          <th>until</th>
          <th>because</th>
        </tr>
      </thead>
      <tbody>
        ${expected_failures.map(
          ({ id, state, expires, reason }) =>
            html`<tr class="${state}">
              <td><code>${id}</code></td>
              <td>${state}</td>
              <td>${expires}</td>
              <td>${reason}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;

const drift = ({ drift: differences }: Report): Html | false =>
  differences !== null &&
  html`<section>
    <h2>Drift from the mock</h2>
    ${
      differences.length === 0
        ? html`<p>None: mock and deployment do the same.</p>`
        : html`<ul class="plain">
            ${differences.map((one) =>
              one.kind === 'gap'
                ? html`<li>
                    The document leaves <code>${one.gap}</code> open: the deployment does
                    <b>${one.deployment.join(', ')}</b>, the mock ${one.mock.join(', ') || 'was not seen to do any'}.
                  </li>`
                : html`<li>
                    The ${one.kind === 'mock-breaks' ? 'mock' : 'deployment'} breaks <code>${one.clause}</code>:
                    ${one.message}
                  </li>`,
            )}
          </ul>`
    }
  </section>`;

const openPoints = ({ observed }: Report): Html | false =>
  Object.keys(observed).length > 0 &&
  html`<section>
    <details>
      <summary><h2>Seen where the document leaves it open</h2></summary>
      <table>
        <tbody>
          ${Object.entries(observed).map(
            ([gap, seen]) =>
              html`<tr>
                <td><code>${gap}</code></td>
                <td>${seen.join(', ')}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>
  </section>`;

const planned = ({
  checks,
  requests,
  paid_calls,
  at_most_usd,
  lawful_usd,
  seconds,
}: NonNullable<Report['plan']>): Html =>
  html`<section>
    <details>
      <summary><h2>Plan</h2></summary>
      <p>
        ${plural(requests, 'request')}, ${plural(paid_calls, 'paid call')}, about ${usd(lawful_usd)}, up to
        ${usd(at_most_usd)} if it accepts what it must refuse, about ${shortTime(seconds)}.
      </p>
      <table>
        <thead>
          <tr>
            <th>check</th>
            <th class="figure">requests</th>
            <th class="figure">paid</th>
            <th class="figure">at most</th>
          </tr>
        </thead>
        <tbody>
          ${checks
            .filter((one) => one.requests > 0)
            .map(
              (one) =>
                html`<tr>
                  <td><code>${one.id}</code></td>
                  <td class="figure">${one.requests}</td>
                  <td class="figure">${one.paid_calls}</td>
                  <td class="figure">${one.paid_calls > 0 && usd(one.at_most_usd)}</td>
                </tr>`,
            )}
        </tbody>
      </table>
    </details>
  </section>`;
