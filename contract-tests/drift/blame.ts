/** Which finding of a run a difference shows: then a clause is broken, and the document leaves nothing open. */
import { clauses } from '../../spec/clauses.ts';
import type { Outcome } from '../judge.ts';
import { isFinding } from '../verdict.ts';
import type { Contrast, Sight } from './contrast.ts';

type Side = 'mock' | 'deployment';

/** A finding of that side whose evidence is one of these exchanges, or is of the same operation and speaks of the same member. */
export const findingBehind = (contrast: Contrast, outcomes: readonly Outcome[], side: Side): Outcome | undefined =>
  outcomes.find((outcome) => {
    if (!isFinding(outcome)) return false;
    if (contrast.name !== undefined) return isOfOperation(outcome, contrast) && speaksOf(outcome, contrast.name);
    return isOfExchanges(outcome, contrast, side);
  });

/** Less sure: one whose evidence is one of these exchanges, whatever it speaks of; or a member that webhooks share with the polled job. */
export const findingNear = (contrast: Contrast, outcomes: readonly Outcome[], side: Side): Outcome | undefined =>
  outcomes.find(
    (outcome) =>
      isFinding(outcome) &&
      (isOfExchanges(outcome, contrast, side) ||
        (contrast.name !== undefined && isOfJob(contrast) && speaksOf(outcome, contrast.name))),
  );

const isOfExchanges = ({ evidence }: Outcome, { seen }: Contrast, side: Side): boolean => {
  const shown = new Set<Sight>(evidence.exchanges);
  return seen.some((one) => shown.has(one[side]));
};

/** What is told of all answers together may be of any operation. */
const isOfOperation = ({ evidence }: Outcome, { operation, seen }: Contrast): boolean => {
  const named = new Set(
    seen.map(({ deployment }) => (typeof deployment === 'string' ? operation : deployment.operation)),
  );
  return evidence.exchanges.some((exchange) => exchange.operation !== undefined && named.has(exchange.operation));
};

const isOfJob = ({ operation }: Contrast): boolean => operation === 'webhook' || operation === 'getJob';

const speaksOf = ({ clause, evidence }: Outcome, name: string): boolean => {
  const texts = [clause === undefined ? '' : clauses[clause].text, evidence.expected ?? ''];
  const word = new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, '')}(?![\\w-])`, 'i');
  return texts.some((text) => word.test(text));
};
