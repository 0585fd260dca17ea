/** `GET /balance`: what the account has. */
import { must, type ClauseTable } from '../../clause.ts';

export const balanceEndpoint = {
  'endpoints.balance.returns-balance': must('server', '`GET /balance` answers with the Balance object.'),
} as const satisfies ClauseTable;
