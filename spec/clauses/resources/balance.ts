/** Balance: what is left, what came in and what was spent. */
import { must, type ClauseTable } from '../../clause.ts';

export const balance = {
  'resources.balance.balance-usd-present': must('server', 'The balance object carries `balance_usd`.'),
  'resources.balance.balance-usd-number': must('server', '`balance_usd` of the balance object is a number.'),
  'resources.balance.total-spent-usd-present': must('server', 'The balance object carries `total_spent_usd`.'),
  'resources.balance.total-spent-usd-number': must('server', '`total_spent_usd` of the balance object is a number.'),
  'resources.balance.total-topped-up-usd-present': must('server', 'The balance object carries `total_topped_up_usd`.'),
  'resources.balance.total-topped-up-usd-number': must(
    'server',
    '`total_topped_up_usd` of the balance object is a number.',
  ),
  'resources.balance.spent-this-week-usd-present': must('server', 'The balance object carries `spent_this_week_usd`.'),
  'resources.balance.spent-this-week-usd-number': must(
    'server',
    '`spent_this_week_usd` of the balance object is a number.',
  ),
  'resources.balance.spent-this-month-usd-present': must(
    'server',
    'The balance object carries `spent_this_month_usd`.',
  ),
  'resources.balance.spent-this-month-usd-number': must(
    'server',
    '`spent_this_month_usd` of the balance object is a number.',
  ),
  'resources.balance.spent-this-year-usd-present': must('server', 'The balance object carries `spent_this_year_usd`.'),
  'resources.balance.spent-this-year-usd-number': must(
    'server',
    '`spent_this_year_usd` of the balance object is a number.',
  ),
} as const satisfies ClauseTable;
