/** One entry of the journal on the page, to be opened: headers, bodies, and what was injected. */
import type { JournalBody, JournalEntry, JournalHeader } from '../../spec/schemas/journal.ts';
import { messageBlock } from '../report/html-message.ts';
import { type Html, html } from '../../spec/pages/html-text.ts';
import { type Exhibit, entryParts } from './entry-line.ts';

export const exhibit = ({ entry, when }: Exhibit): Html => {
  const { verb, what, outcome } = entryParts(entry);
  return html`<details class="exchange">
    <summary>
      <time datetime="${entry.at}" title="${entry.at}">${when}</time> <b>${verb}</b> <span class="path">${what}</span>
      <span class="status s${familyOf(entry)}">${outcome}</span>
      ${entry.faults.length > 0 && html`<span class="breaks">injected: ${entry.faults.join(', ')}</span>`}
    </summary>
    <p class="aside">${about(entry).join(', ')}</p>
    ${messages(entry)}
  </details>`;
};

/** The first digit of a status; 0 where there was none. */
const familyOf = (entry: JournalEntry): number => {
  if (entry.kind === 'socket') return entry.event === 'refused' ? Math.floor((entry.code ?? 0) / 100) : 1;
  const status = entry.kind === 'request' ? entry.response?.status : entry.status;
  return Math.floor((status ?? 0) / 100);
};

const about = (entry: JournalEntry): string[] => [
  `entry ${entry.seq} of the journal`,
  entry.at,
  ...(entry.kind === 'socket'
    ? [`${entry.received.frames} frames received, ${entry.sent.frames} sent until then`]
    : [`${entry.duration_ms} ms`]),
  ...(entry.kind === 'delivery' ? [] : (entry.notes ?? [])),
];

const messages = (entry: JournalEntry): Html[] => {
  switch (entry.kind) {
    case 'request':
      return [
        block(`${entry.method} ${entry.path}`, entry.request),
        ...(entry.response === null ? [] : [block(String(entry.response.status), entry.response)]),
      ];
    case 'delivery':
      return [block(`POST ${entry.url}`, entry.request)];
    case 'socket':
      return [];
    default:
      return entry satisfies never;
  }
};

const block = (
  first: string,
  { headers, body }: { readonly headers: readonly JournalHeader[]; readonly body: JournalBody },
): Html =>
  messageBlock(
    first,
    headers.map(({ name, value }) => [name, value]),
    bodyText(body),
  );

const bodyText = ({ bytes, text, truncated }: JournalBody): string => {
  if (text === null) return bytes === null || bytes === 0 ? '' : `<${bytes} bytes>`;
  return truncated ? `${text}…` : text;
};
