/** The balance: its members, and what moves it. */
import { check } from '../check.ts';
import { isSuccess } from '../wire/exchange.ts';
import { isObject } from '../reading/members.ts';
import { balanceAnswer } from '../probes/reads.ts';
import { fieldChecks } from './fields.ts';

export const balanceChecks = [
  check({
    id: 'balance.returns-balance',
    title: 'GET /balance answers with an object',
    clauses: ['endpoints.balance.returns-balance'],
    profile: 'smoke',
    run: async (t) => {
      const answer = await t.once(balanceAnswer);
      t.expect('endpoints.balance.returns-balance', isSuccess(answer) && isObject(answer.answer?.json), {
        expected: 'a success with a Balance object',
        at: answer,
      });
    },
  }),
  ...fieldChecks(
    'balance',
    'resources.balance',
    'smoke',
    [
      'balance_usd',
      'total_spent_usd',
      'total_topped_up_usd',
      'spent_this_week_usd',
      'spent_this_month_usd',
      'spent_this_year_usd',
    ],
    'number',
    async (t) => {
      const exchange = await t.once(balanceAnswer);
      return [{ exchange, value: exchange.answer?.json }];
    },
  ),
];
