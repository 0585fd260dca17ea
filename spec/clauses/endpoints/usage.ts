/** `GET /usage` and `GET /usage/summary`: the log of calls, and its totals. */
import { must, should, type ClauseTable } from '../../clause.ts';

export const usage = {
  'endpoints.usage.returns-array': must('server', '`GET /usage` answers with an array.'),
  'endpoints.usage.items-are-records': must('server', 'Each item that `GET /usage` lists is a Usage record.'),
  'endpoints.usage.limit-respected': must('server', '`GET /usage` lists no more records than its `limit` asks for.'),
  'endpoints.usage.from-parameter': must('server', '`GET /usage` takes a query parameter `from`.'),
  'endpoints.usage.to-parameter': must('server', '`GET /usage` takes a query parameter `to`.'),
  'endpoints.usage-summary.from-parameter': must('server', '`GET /usage/summary` takes a query parameter `from`.'),
  'endpoints.usage-summary.to-parameter': must('server', '`GET /usage/summary` takes a query parameter `to`.'),
  'endpoints.usage-summary.full-history': must(
    'server',
    'The totals of `GET /usage/summary` count every call, also those beyond what `GET /usage` can list.',
  ),
  'endpoints.usage-summary.preferred-for-totals': should(
    'client',
    'A client takes its totals from `GET /usage/summary` and does not add up the capped log.',
  ),
} as const satisfies ClauseTable;
