/** A step in the life of a socket, as the journal keeps it. */
import { type JournalSocketEvent, keyInAddressNote } from '../../spec/schemas/journal.ts';
import { socketTokenParameter } from '../../spec/sockets.ts';
import type { Recorded } from './journal.ts';
import { type Redactor, secretCharsMax } from './redact.ts';
import { type KeptMessages, showMessage, sizeOf } from './socket-messages.ts';

export type Traffic = { readonly frames: number; readonly bytes: number };

export type SocketStep = {
  /** When, by the mock's clock, in milliseconds. */
  readonly at: number;
  readonly event: JournalSocketEvent;
  /** Undefined where they are not known. */
  readonly accountId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly connection?: number | undefined;
  /** HTTP status of a refusal, close code of an end. */
  readonly code?: number | undefined;
  readonly detail?: string | undefined;
  /** Of the address that was opened. It is not shown. */
  readonly query?: string | undefined;
  /** Until then; nothing by default. */
  readonly received?: Traffic;
  readonly sent?: Traffic;
  readonly faults?: readonly string[];
  /** Of an end: what was said on the connection. */
  readonly messages?: KeptMessages | undefined;
};

export const recordedSocket = (step: SocketStep): Recorded => {
  const { at, event, code = null, connection = null, faults = [], messages } = step;
  const accountId = step.accountId ?? null;
  const sessionId = step.sessionId ?? null;
  const detail = step.detail?.slice(0, detailCharsMax) ?? null;
  const query = withoutToken(step.query ?? '').slice(0, secretCharsMax);
  // Counters go on.
  const received = { ...(step.received ?? none) };
  const sent = { ...(step.sent ?? none) };
  const met = [...faults];
  return {
    kind: 'socket',
    accountId,
    operation: null,
    status: event === 'refused' ? code : null,
    size: overheadBytes + 2 * (sessionId ?? '').length + 2 * query.length + sizeOfAll(messages),
    entry: (seq, redactor) => ({
      kind: 'socket',
      seq,
      at: new Date(at).toISOString(),
      account_id: accountId,
      session_id: sessionId === null ? null : redactor.text(sessionId),
      connection,
      event,
      code,
      detail: detail === null ? null : redactor.text(detail),
      ...(query !== '' && holdsKey(query, redactor) && { notes: [keyInAddressNote] }),
      received: { ...received },
      sent: { ...sent },
      ...(messages !== undefined && {
        messages: messages.messages.map((message) => showMessage(message, redactor)),
        messages_left_out: messages.leftOut,
      }),
      faults: [...met],
    }),
  };
};

/** Most have nothing but the token of their session, which belongs there: nothing is kept of them. */
const withoutToken = (query: string): string => (ownToken.test(query) ? '' : query);

const ownToken = new RegExp(`^${socketTokenParameter}=rt_\\w+$`);

/** A key has a form of its own, or is known by its very letters. */
const holdsKey = (query: string, redactor: Redactor): boolean =>
  [...new URLSearchParams(query)]
    .flat()
    .some(
      (part) => redactor.knows(part.replace(/^bearer\s+/i, '')) || /\btest_a\d+_\[redacted\]/.test(redactor.text(part)),
    );

const sizeOfAll = (kept: KeptMessages | undefined): number =>
  (kept?.messages ?? []).reduce((sum, message) => sum + sizeOf(message), 0);

const none: Traffic = { frames: 0, bytes: 0 };

const detailCharsMax = 200;
const overheadBytes = 1_024;
