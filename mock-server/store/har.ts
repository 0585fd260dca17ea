/**
 * The journal as HAR 1.2, for every tool that reads what browsers save: requests, deliveries as requests of the mock, and sockets with
 * their messages as Chrome writes them. What HAR has no place for stands in members whose names begin with `_`. Pure: entries have no
 * secrets any more when they come here.
 */
import type { DeliveryEntry, JournalEntry, JournalHeader, RequestEntry } from '../../spec/schemas/journal.ts';
import {
  type Har,
  type HarEntry,
  commentOf,
  headerIn,
  noResponse,
  timingsOf,
  writtenRequest,
  writtenResponse,
} from './har-parts.ts';
import { socketsIn } from './har-sockets.ts';

export type HarOptions = {
  /** Of the mock, such as `http://127.0.0.1:4870`: for requests that do not say which host they were for. */
  readonly origin: string;
  /** Of the package that writes it. */
  readonly version: string;
};

/** @param entries of the journal, in any order */
export const harOf = (entries: readonly JournalEntry[], { origin, version }: HarOptions): Har => ({
  log: {
    version: '1.2',
    creator: { name: 'Understudy', version },
    pages: [],
    entries: [
      ...entries.flatMap((entry) => {
        if (entry.kind === 'request') return [requestIn(entry, origin)];
        return entry.kind === 'delivery' ? [deliveryIn(entry)] : [];
      }),
      ...socketsIn(
        entries.filter((entry) => entry.kind === 'socket'),
        origin,
      ),
    ].sort((a, b) => Date.parse(a.startedDateTime) - Date.parse(b.startedDateTime)),
    comment: 'Times are those of the clock of the mock. Secrets are written as [redacted].',
  },
});

const requestIn = (entry: RequestEntry, origin: string): HarEntry => {
  const { seq, at, account_id, key_id, operation, method, path, request, response, duration_ms, faults, notes } = entry;
  const url = originFor(request.headers, origin) + path;
  return {
    startedDateTime: at,
    time: duration_ms,
    request: writtenRequest(method, url, request.headers, request.body),
    response:
      response === null
        ? noResponse('no answer was sent')
        : { ...noResponse(''), ...writtenResponse(response.status, response.headers, response.body) },
    cache: {},
    timings: timingsOf(duration_ms),
    ...commentOf([...faults.map((fault) => `fault ${fault}`), ...notes]),
    _resourceType: 'fetch',
    _seq: seq,
    _account_id: account_id,
    _key_id: key_id,
    _operation: operation,
    _faults: faults,
    _notes: notes,
  };
};

/** The mock is its client, and a receiver of webhooks its server. What a receiver said beside its status is not known. */
const deliveryIn = (entry: DeliveryEntry): HarEntry => {
  const { seq, at, account_id, delivery_id, job_id, attempt, url, request, status, failure, duration_ms } = entry;
  const { next_at, faults } = entry;
  const next = next_at === null ? [] : [`the next attempt is due at ${next_at}`];
  return {
    startedDateTime: at,
    time: duration_ms,
    request: writtenRequest('POST', url, request.headers, request.body),
    response: status === null ? noResponse(failure ?? 'no answer came') : { ...noResponse(''), status },
    cache: {},
    timings: timingsOf(duration_ms),
    ...commentOf([`attempt ${attempt} of webhook ${delivery_id}`, ...faults.map((fault) => `fault ${fault}`), ...next]),
    _resourceType: 'ping',
    _initiator: { type: 'other', delivery_id, job_id, attempt },
    _seq: seq,
    _account_id: account_id,
    _faults: faults,
    _failure: failure,
    _next_at: next_at,
  };
};

/** As the client named it, where it did. */
const originFor = (headers: readonly JournalHeader[], origin: string): string => {
  const host = headerIn(headers, 'host');
  const named = `${origin.split('://', 1)[0] ?? 'http'}://${host ?? ''}`;
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(named) ? named : origin;
};
