/** Sessions: how they are funded, measured and settled, and how long a token waits. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const sessions = {
  'session-rounding': wireGap({
    kind: 'contradiction',
    section: 'states',
    question: 'Billing is per second, yet settles on the time streamed, which has fractions: is it rounded?',
    accept: 'Any amount between the whole seconds below and above the time streamed.',
    default: 'up',
    values: {
      up: 'Rounded up to a second, at most `max_duration_sec`; no time costs nothing.',
      down: 'Rounded down to a second.',
      exact: 'Milliseconds count.',
    },
  }),
  'session-funds': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'When must `max_cost_usd` be available, and is it set aside?',
    accept: '402 at creation or at connect when the balance is below it; a smaller balance may be accepted.',
    default: 'create-and-connect',
    values: {
      'create-and-connect': 'Checked at creation and at connect, held while connected.',
      'create-only': 'Checked at creation, not held.',
      'connect-only': 'Checked at connect, not held.',
    },
  }),
  'session-settle-delay': wireGap({
    kind: 'silent',
    section: 'states',
    question: 'How soon after the socket closes do usage and balance show the session?',
    accept: 'At once or a few seconds later; a check polls.',
    default: 'none',
    values: { none: 'At once.', '2s': 'Two seconds later.' },
  }),
  'token-lifetime': wireGap({
    kind: 'silent',
    section: 'authentication',
    question: 'How long after the session call can its token still connect?',
    accept: 'Any time of a minute or more.',
    default: '10m',
    values: { '10m': 'Ten minutes.', '1m': 'One minute.', session: 'As long as the funded block.' },
  }),
  'default-prompt': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'What is the resolved prompt of a live swap that was created without one?',
    accept: 'Any non-empty string.',
    default: 'short',
    values: { short: 'One short sentence.', long: 'A paragraph of several sentences.' },
  }),
  'revoked-key-stream': wireGap({
    kind: 'silent',
    section: 'authentication',
    question: 'Does a stream end when the key that created its session is revoked?',
    accept: 'It goes on, or it is closed and settled.',
    default: 'goes-on',
    values: { 'goes-on': 'It goes on: its own token guards it.', closed: 'Closed with 1008 and settled.' },
  }),
  'parallel-sessions': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'How many sessions may an account have open at once?',
    accept: 'Any number from one; beyond it any refusal.',
    default: 'funded',
    values: {
      funded: 'As many as the balance can fund.',
      one: 'One: while it streams, a session call is `capacity_unavailable`.',
    },
  }),
} as const satisfies WireGapTable;
