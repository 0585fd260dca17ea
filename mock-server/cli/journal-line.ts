/** An entry of the journal in one line, for people. */
import type { DeliveryEntry, JournalEntry, RequestEntry, SocketEntry } from '../../spec/schemas/journal.ts';

export const lineOf = (entry: JournalEntry): string => {
  const { at, account_id, faults } = entry;
  const marks = [...faults.map((fault) => `fault ${fault}`), ...(entry.kind === 'delivery' ? [] : (entry.notes ?? []))];
  const after = marks.length === 0 ? '' : `  (${marks.join('; ')})`;
  return `${at}  ${(account_id ?? '-').padEnd(3)}  ${happened(entry)}${after}`;
};

const happened = (entry: JournalEntry): string => {
  switch (entry.kind) {
    case 'request':
      return request(entry);
    case 'delivery':
      return delivery(entry);
    case 'socket':
      return socket(entry);
    default:
      return entry satisfies never;
  }
};

const request = ({ method, path, response, duration_ms }: RequestEntry): string =>
  `${method} ${path} → ${response?.status ?? 'no answer'}${lasted(duration_ms)}`;

const delivery = ({ delivery_id, attempt, url, status, failure, duration_ms, next_at }: DeliveryEntry): string => {
  const next = next_at === null ? '' : `, next at ${next_at}`;
  return `webhook ${delivery_id} attempt ${attempt} to ${url} → ${status ?? failure ?? 'no answer'}${lasted(duration_ms)}${next}`;
};

const socket = ({ session_id, event, code, detail, received, sent }: SocketEntry): string => {
  const why = [code, detail].filter((part) => part !== null && part !== '').join(' ');
  const traffic = event === 'closed' || event === 'lost' ? `, ${received.frames} in and ${sent.frames} out` : '';
  return `socket ${session_id ?? '-'} ${event}${why === '' ? '' : ` ${why}`}${traffic}`;
};

const lasted = (ms: number): string => (ms === 0 ? '' : ` in ${ms} ms`);
