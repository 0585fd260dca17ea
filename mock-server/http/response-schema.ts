/** What an answer must fit: the operation's schema or, where the document shows no body, that of the chosen layout. */
import type { TSchema } from 'typebox';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Operation, OperationId } from '../../spec/operations.ts';
import { rateCardLayout, usageSummaries } from '../../spec/schemas/layouts.ts';

export const responseSchemaOf = (id: OperationId, { response }: Operation, choices: GapChoices): TSchema => {
  switch (id) {
    case 'getPricing':
      return rateCardLayout(choices);
    case 'getUsageSummary':
      return usageSummaries[choices['summary-body']];
    default:
      return response;
  }
};
