/** What stands at the end of the page in tables: expected failures, points that the document leaves open, and the plan. */
import { plural, shortTime, usd } from './figures.ts';
import { clauseLink, gapLink } from './html-named.ts';
import { type Html, html } from '../../spec/pages/html-text.ts';
import type { Report } from './report.ts';

export const expected = ({ expected_failures }: Report): Html | false =>
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
              <td>${clauseLink(id)}</td>
              <td>${state}</td>
              <td>${expires}</td>
              <td>${reason}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;

export const openPoints = ({ observed }: Report): Html | false =>
  Object.keys(observed).length > 0 &&
  html`<section>
    <details>
      <summary><h2>Seen where the document leaves it open</h2></summary>
      <table>
        <tbody>
          ${Object.entries(observed).map(
            ([gap, seen]) =>
              html`<tr>
                <td>${gapLink(gap)}</td>
                <td>${seen.join(', ')}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>
  </section>`;

export const planned = ({
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
