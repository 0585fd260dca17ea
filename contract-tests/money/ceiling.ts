/** The most that a submit can cost: reserved before it is sent, as if the server accepted it. */
import { type JobErrorCode, jobErrors } from '../../spec/errors.ts';
import { type OperationId, operations } from '../../spec/operations.ts';
import { memberOf } from '../reading/members.ts';
import { jobCalls } from '../job-calls.ts';
import type { InputRole, Inputs, Target } from '../target.ts';
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
  const seconds = Math.ceil(Math.max(1, characters / slowestCharactersPerSecond, ...clipsOf(inputs, id)));
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

/** Seconds of the clips that may go into it: its own, and those that make jobs fail. A voice sample is no part of what is rendered. */
const clipsOf = (inputs: Inputs, id: OperationId): readonly number[] => {
  const call = Object.values(jobCalls).find(({ operation }) => operation === id);
  const roles = call === undefined ? [] : (Object.values(call.inputs) as readonly InputRole[]);
  const codes = Object.keys(jobErrors) as readonly JobErrorCode[];
  return [...roles.filter((role) => role !== 'voice'), ...codes].map((name) => inputs[name]?.seconds ?? 0);
};

/** People speak faster than this. */
const slowestCharactersPerSecond = 5;
