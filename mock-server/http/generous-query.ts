/** A query's schema, without the bounds that a gap takes away: what is beyond them is served at them. */
import { type TObject, Type } from 'typebox';
import type { GapChoices } from '../../spec/gaps.ts';
import { limits } from '../../spec/limits.ts';

export const generousQuery = (query: TObject, choices: GapChoices): TObject => {
  if (query.properties['limit'] === undefined) return query;
  const limit = Type.Integer({
    minimum: choices['usage-limit-zero'] === 'empty' ? 0 : 1,
    ...(choices['usage-limit-over'] === 'refused' && { maximum: limits.usageLimitMax }),
  });
  return Type.Object({ ...query.properties, limit: Type.Optional(limit) });
};
