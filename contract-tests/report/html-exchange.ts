/** One exchange, or one socket, on the page, to be opened. */
import { type ShownExchange, isDelivery } from './exchange.ts';
import { messageBlock } from './html-message.ts';
import { type Html, html } from '../../spec/pages/html-text.ts';
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
    ${block(`${request.method} ${where}`, request)} ${answered(shown)}
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
  answer === null ? html`<p class="aside">${failure ?? 'no answer'}</p>` : block(String(answer.status), answer);

const block = (
  first: string,
  { headers, body }: { readonly headers: { readonly [name: string]: string }; readonly body: string | null },
): Html => messageBlock(first, Object.entries(headers), body ?? '');
