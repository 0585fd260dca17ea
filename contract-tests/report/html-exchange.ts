/** One exchange, or one socket, on the page, to be opened. */
import { type ShownExchange, isDelivery } from './exchange.ts';
import { type Html, html } from './html-text.ts';
import { type ShownStream, frameLines, streamLine } from './stream.ts';

export const stream = (shown: ShownStream): Html =>
  html`<details class="exchange">
    <summary>${streamLine(shown)}</summary>
    <pre>${frameLines(shown).join('\n')}</pre>
  </details>`;

export const exchange = (shown: ShownExchange): Html => {
  const { number, request, breaks, took_ms } = shown;
  const where = request.url.replace(/^\w+:\/\/[^/]+/, '');
  return html`<details class="exchange">
    <summary>
      <b>${request.method}</b> <span class="path">${where}</span>
      ${status(shown)} ${breaks !== null && html`<span class="breaks">breaks ${breaks} on purpose</span>`}
    </summary>
    ${!isDelivery(shown) && html`<p class="aside">exchange ${number}, ${took_ms} ms</p>`}
    <pre>${message(`${request.method} ${where}`, request)}</pre>
    ${answered(shown)}
  </details>`;
};

const status = (shown: ShownExchange): Html => {
  if (isDelivery(shown)) return html`<span class="status">webhook</span>`;
  const { answer } = shown;
  return answer === null
    ? html`<span class="status s0">no answer</span>`
    : html`<span class="status s${Math.floor(answer.status / 100)}">${answer.status}</span>`;
};

const answered = ({ answer, failure }: ShownExchange): Html =>
  answer === null
    ? html`<p class="aside">${failure ?? 'no answer'}</p>`
    : html`<pre>${message(String(answer.status), answer)}</pre>`;

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
