/** What a verdict is worth: how many of the deliberate defects of a clause the checks that judged it have caught, as `npm run zoo` measured it. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Profile } from '../check.ts';

export type Defects = { readonly known: number; readonly caught: number };

/**
 * @param checks ids of those that came to judge the clause: what others would have caught is not counted
 * @param profile that they ran in: of the requests that show a defect the smoke profile sends fewer
 */
export const defectsOf = (power: Power, clause: ClauseId, checks: readonly string[], profile: Profile): Defects => {
  const { known, caught, bySmoke } = power[clause] ?? { known: 0, caught: {}, bySmoke: {} };
  return {
    known,
    caught: Object.entries((profile === 'smoke' ? bySmoke : caught) ?? {})
      .filter(([group]) => group.split(' ').some((id) => checks.includes(id)))
      .reduce((sum, [, count]) => sum + count, 0),
  };
};

export type Power = { readonly [clause in ClauseId]?: Measured };

export type Measured = {
  /** Defects that break it. */
  readonly known: number;
  /** Those that were caught under this very clause, by the ids of exactly those checks that caught them, with spaces between. */
  readonly caught: Groups;
  /** The same of what the smoke profile sends; left out where that caught none. */
  readonly bySmoke?: Groups;
};

export type Groups = { readonly [checks: string]: number };
