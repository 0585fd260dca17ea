/** What the control API of a mock shows, as what was seen of a story: the types here are the parts of its answers that count. */
import { operations } from '../spec/operations.ts';
import type { JournalEntry, RequestEntry } from '../spec/schemas/journal.ts';
import type { Seen, SeenDelivery, SeenRequest } from './seen.ts';

export type ControlReads = {
  /** `GET accounts/{id}`, each with the name that the story gives it. */
  readonly accounts: readonly { readonly name: string; readonly view: AccountRead }[];
  readonly jobs: readonly JobRead[];
  readonly sessions: readonly SessionRead[];
  readonly deliveries: readonly DeliveryRead[];
  readonly journal: readonly JournalEntry[];
  /** How many of the oldest entries of the journal made room. */
  readonly forgotten: number;
};

type AccountRead = {
  readonly account_id: string;
  readonly balance_usd: number;
  readonly held_usd: number;
  readonly charged_usd: number;
  readonly refunded_usd: number;
  readonly spent_usd: number;
};
type JobRead = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint: string;
  readonly status: string;
  readonly charged_usd: number;
  readonly error_code: string | null;
};
type SessionRead = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint: string;
  readonly status: string;
  readonly seconds: number;
  readonly charged_usd: number;
  readonly reason: string | null;
};
type DeliveryRead = {
  readonly id: string;
  readonly account_id: string;
  readonly status: string;
  readonly attempts: readonly { readonly status: number | null; readonly failure: string | null }[];
};

export const seenByControl = (reads: ControlReads): Seen => {
  const names = new Map(reads.accounts.map(({ name, view }) => [view.account_id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const nameOrNull = (id: string | null): string | null => (id === null ? null : nameOf(id));
  return {
    accounts: reads.accounts.map(({ name, view }) => ({ ...view, account: name })),
    // They are listed newest first.
    jobs: reads.jobs
      .toReversed()
      .map(({ account_id: id, error_code: code, ...job }) => ({ ...job, account: nameOf(id), code })),
    sessions: reads.sessions
      .toReversed()
      .map(({ account_id: id, ...session }) => ({ ...session, account: nameOf(id) })),
    deliveries: reads.deliveries.toReversed().map(({ id, account_id: account, status, attempts }): SeenDelivery => ({
      id,
      account: nameOf(account),
      status,
      outcomes: attempts.map(outcomeOf),
    })),
    requests: reads.journal.flatMap((entry) =>
      entry.kind === 'request' ? [requestOf(entry, nameOrNull(entry.account_id))] : [],
    ),
    sockets: reads.journal.flatMap((entry) =>
      entry.kind === 'socket' ? [{ account: nameOrNull(entry.account_id), event: entry.event, code: entry.code }] : [],
    ),
    unseen: unseenIn(reads),
  };
};

/** What came of an attempt of a webhook: a status, or why there was none, which begins with its word: `timeout: …`. */
export const outcomeOf = ({ status, failure }: DeliveryRead['attempts'][number]): number | string =>
  status ?? failure?.split(':', 1)[0] ?? 'running';

/** What only a part is known of proves nothing, neither that a thing was nor that it was not. */
const unseenIn = ({ forgotten }: ControlReads): Seen['unseen'] => {
  // One stands for all that came before a restart of the process, or before a snapshot was loaded, too.
  const lost =
    forgotten === 1
      ? 'the journal does not go back to the beginning'
      : `the journal forgot its oldest ${forgotten} entries`;
  return forgotten > 0 ? { requests: lost, sockets: lost, order: lost } : {};
};

/** @param account the name that the story gives it */
export const requestOf = (entry: RequestEntry, account: string | null): SeenRequest => ({
  account,
  at: Date.parse(entry.at),
  endpoint: endpointOf(entry.operation),
  status: entry.response?.status ?? null,
  code: (entry.response?.status ?? 0) < 400 ? null : codeIn(entry.response?.body.text ?? null),
  key: entry.request.headers.find(({ name }) => name.toLowerCase() === 'idempotency-key')?.value ?? null,
  faults: entry.faults,
  ...(entry.response !== null && !entry.response.body.truncated && { answered: entry.response.body.text ?? '' }),
});

/** The name of the path: `jobs`, `face-swap`. */
export const endpointOf = (operation: string | null): string | null =>
  operation === null || !Object.hasOwn(operations, operation)
    ? null
    : operations[operation as keyof typeof operations].path.slice(1).replace('/{job_id}', '');

/** The document does not show where an error's body has its code (gap `error-body`). */
const codeIn = (text: string | null): string | null => {
  let found: string | null = null;
  try {
    JSON.parse(text ?? '', (name, value: unknown) => {
      if (name === 'code' && typeof value === 'string') found ??= value;
      return value;
    });
  } catch {
    return null;
  }
  return found;
};
