/** What a card says, for tests. */
import type { Scorecard } from '../scorecard.ts';

export const complaintsOf = ({ rules }: Scorecard): string[] =>
  rules.flatMap(({ id, lapses }) => lapses.map(({ message, entries }) => `${id}: ${message} (${entries.join(', ')})`));

/** The rules that had something to judge. */
export const judgedBy = ({ rules }: Scorecard): string[] =>
  rules.filter(({ verdict }) => verdict !== 'not_testable').map(({ id }) => id);
