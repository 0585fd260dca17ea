/** Sessions and their sockets, where a choice is one of behaviour over time. */
import type { ProseGapTable } from '../../gap.ts';

export const streams = {
  'session-states': {
    kind: 'explicit',
    section: 'states',
    question: 'Which named states has a session, and can any be read?',
    accept: 'Nothing is checked: no endpoint shows a session.',
    ours: 'Created, connected and ended, in the journal only.',
    others: 'Any names.',
  },
  'session-clock': {
    kind: 'contradiction',
    section: 'states',
    question: 'Billing starts at connect, yet only seconds really streamed cost: does an open, silent socket count?',
    accept: 'Any amount up to that of the connected time.',
    ours: 'Connected time, from the accepted upgrade to the close.',
    others: 'From the first frame, or to the last one.',
  },
  'dropped-connection': {
    kind: 'silent',
    section: 'states',
    question: 'A line that drops without a close: until when is it billed, and can the client come back?',
    accept: 'Billed at most until the drop was noticed; a reconnect works or is turned away.',
    ours: 'Until the last sign of life; the session is over.',
    others: 'A grace period in which the same token connects again.',
  },
  'funds-run-out': {
    kind: 'silent',
    section: 'states',
    question: 'What if the balance is spent by jobs while a stream is open?',
    accept: 'The stream goes on or is closed; never billed above its ceiling.',
    ours: 'It cannot: the ceiling is held while connected.',
    others: 'The stream is closed, or the balance falls below zero.',
  },
  'stream-pace': {
    kind: 'silent',
    section: 'endpoints',
    question: 'May audio be sent faster than real time, and what if the client does not read what comes back?',
    accept: 'Billed by time alone; a client that stops reading may be closed.',
    ours: 'Any pace; one that stalls for 30 seconds is closed with 1008.',
    others: 'Frames beyond real time are dropped.',
  },
  keepalive: {
    kind: 'silent',
    section: 'endpoints',
    question: 'Are pings sent or expected on a stream, and is an idle one closed?',
    accept: 'Pings or none; a client answers them.',
    ours: 'A ping every 10 seconds; a peer that misses two is gone.',
    others: 'None, or frames that serve as such.',
  },
  'voice-catalogue': {
    kind: 'silent',
    section: 'resources',
    question: 'Does the list of voices change or differ by account, in which order is it, and who can open a preview?',
    accept: 'Any list; previews are open or signed.',
    ours: 'A fixed list, previews open.',
    others: 'Own voices beside the common ones.',
  },
} as const satisfies ProseGapTable;
