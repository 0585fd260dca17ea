/** The most that a submit can cost: reserved before it is sent, as if the server accepted it. */
import { type OperationId, operations } from '../../spec/operations.ts';
import { memberOf } from '../reading/members.ts';
import type { Target } from '../target.ts';
import { NotTestable } from '../verdict.ts';
import type { Rates } from './rates.ts';

export const priceCeiling = (rates: Rates, { inputs, control }: Target, id: OperationId, body: unknown): number => {
  // Of a mock it is play money.
  if (control !== undefined) return 0;
  const operation = operations[id];
  if (!('job' in operation)) return 0;
  const { feature } = operation.job;
  const rate = rates[feature];
  if (rate === undefined) {
    throw new NotTestable(
      `GET /pricing shows no price of ${feature} that can be read: give it by hand, --price ${feature}=USD a call`,
      'spend',
    );
  }
  const script = memberOf(body, 'script');
  const characters = typeof script === 'string' ? script.length : 0;
  const { voice: _, ...clips } = inputs;
  const seconds = Math.ceil(
    Math.max(1, characters / slowestCharactersPerSecond, ...Object.values(clips).map((clip) => clip.seconds)),
  );
  switch (rate.unit) {
    case 'second':
      return rate.usd * seconds;
    case 'minute':
      return rate.usd * Math.ceil(seconds / 60);
    case '1000_characters':
      return rate.usd * Math.ceil(Math.max(characters, 1) / 1_000);
    case 'image':
    case 'call':
      return rate.usd;
    default:
      return rate.unit satisfies never;
  }
};

/** People speak faster than this. */
const slowestCharactersPerSecond = 5;
