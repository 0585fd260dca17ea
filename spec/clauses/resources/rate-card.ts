/** Rate card: how its entries are keyed. */
import { must, type ClauseTable } from '../../clause.ts';

export const rateCard = {
  'resources.rate-card.keyed-by-feature': must('server', 'Each entry of the rate card belongs to one feature key.'),
  'resources.rate-card.pro-key': must(
    'server',
    'The Pro tier of live swap stands on the rate card as `full_live_swap`.',
  ),
  'resources.rate-card.standard-key': must(
    'server',
    'The Standard tier of live swap stands on the rate card as `full_live_swap_standard`.',
  ),
  'resources.rate-card.negotiated-rate-per-tier': must(
    'server',
    'A rate agreed for one live swap tier leaves the price of the other tier as it was.',
  ),
} as const satisfies ClauseTable;
