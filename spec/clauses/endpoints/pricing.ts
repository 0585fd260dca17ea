/** `GET /pricing`: what things cost now. */
import { must, type ClauseTable } from '../../clause.ts';

export const pricing = {
  'endpoints.pricing.live-rates': must('server', '`GET /pricing` gives the rates at which calls are charged now.'),
} as const satisfies ClauseTable;
