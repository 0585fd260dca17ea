/** Money: when a charge is made, how it is rounded, and what the balance and the rate card show. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const money = {
  'charge-time': wireGap({
    kind: 'contradiction',
    section: 'states',
    question: 'Jobs are billed on completion, yet failed ones are refunded and voice clones settle first: when is it?',
    accept: 'While a job runs, the balance with or without its price taken off; for a voice clone without.',
    default: 'on-completion',
    values: {
      'on-completion': 'Reserved on submit, charged on success; a voice clone is charged before its render.',
      'on-submit': 'Every job is charged on submit and refunded on failure.',
    },
  }),
  'failed-job-charge': wireGap({
    kind: 'contradiction',
    section: 'resources',
    question: '`charged_usd` is the amount charged, and a failed job is refunded in full: is it net or gross?',
    accept: '0, or the price; the balance must be made whole.',
    default: 'zero',
    values: { zero: '0: what was paid in the end.', gross: 'The job shows its price, the usage record 0.' },
  }),
  'balance-holds': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'Is money that is reserved for running jobs and open streams taken off `balance_usd`?',
    accept: 'While something is running, any balance between the two readings.',
    default: 'not-shown',
    values: { 'not-shown': 'Top-ups less charges plus refunds.', subtracted: 'The same, less what is reserved.' },
  }),
  'usd-rounding': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'How fine is a charge, and which way is it rounded?',
    accept: 'Within one cent of the exact price, the same in job, usage and balance.',
    default: 'micro',
    values: { micro: 'To a millionth of a dollar, halves up.', cent: 'To a cent, halves up.' },
  }),
  'pricing-body': wireGap({
    kind: 'explicit',
    section: 'endpoints',
    question: 'How is the answer of `GET /pricing` laid out?',
    accept: 'Any JSON in which the two keys of live swap can be found.',
    default: 'keyed',
    values: {
      keyed: 'An object with one member a feature.',
      list: 'An array of entries that name their feature.',
      wrapped: 'The keyed object under `rates`, beside `currency`.',
    },
  }),
  'rate-card-fields': wireGap({
    kind: 'explicit',
    section: 'resources',
    question: 'Which fields has an entry of the rate card?',
    accept: 'Any fields.',
    default: 'unit-and-usd',
    values: {
      'unit-and-usd': '`unit` and `usd`, and `usd_by_resolution` where the price depends on it.',
      'usd-per-unit': 'A field that names its unit, such as `usd_per_second`, and another one with `_by_resolution`.',
    },
  }),
  'negotiated-rates': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'Does `GET /pricing` show negotiated rates to a caller who sends its key?',
    accept: 'The list rates or the rates of the account.',
    default: 'list-rates',
    values: { 'list-rates': 'The same for everyone.', 'own-rates': 'The rates of the account when a key is sent.' },
  }),
  'week-start': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'On which day does the week of `spent_this_week_usd` begin?',
    accept: 'Any start within the last seven days.',
    default: 'monday',
    values: { monday: 'Monday 00:00 UTC.', sunday: 'Sunday 00:00 UTC.' },
  }),
  'period-kind': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'Are the week, month and year of the balance those of the calendar, or the last 7, 30 and 365 days?',
    accept: 'Either; charges of today are in all of them.',
    default: 'calendar',
    values: { calendar: 'Calendar periods in UTC.', rolling: 'The last 7, 30 and 365 days.' },
  }),
  'period-zone': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'In which time zone do the week, month and year of the balance turn?',
    accept: 'Any zone; checks keep a day away from the turn.',
    default: 'utc',
    values: {
      utc: 'UTC.',
      'plus-9h': 'Nine hours ahead of UTC.',
    },
  }),
  'ceiling-amount': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'How is `max_cost_usd` worked out?',
    accept: 'Any amount from the price of all funded seconds on.',
    default: 'exact',
    values: {
      exact: 'The price of all funded seconds at the rate of the account.',
      'cent-up': 'The same, rounded up to a whole cent.',
    },
  }),
} as const satisfies WireGapTable;
