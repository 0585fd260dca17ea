/** A fault rule as it is written and shown: read once, with all that is wrong said in a sentence. */
import { type FaultName, faultEntry, parseFault, whyNotOn } from '../../spec/faults.ts';
import type { FaultRuleBody, FaultWhen } from '../../spec/schemas/faults.ts';
import type { FaultRule } from '../domain/fault-rule.ts';
import { type Refused, refuse } from '../domain/refusal.ts';
import { parseInstant } from '../engine/clock.ts';

/** Every request asks each of them. */
export const faultRulesMax = 1_000;

export type FaultRuleView = Required<FaultRuleBody>;

/** The rules with one more at the end, or in the place of the one that has its id. */
export const withRule = (
  rules: readonly FaultRule[],
  draft: Omit<FaultRule, 'id'>,
  id: string,
): readonly FaultRule[] => {
  const rule = { id, ...draft };
  const isKnown = rules.some((other) => other.id === id);
  return isKnown ? rules.map((other) => (other.id === id ? rule : other)) : [...rules, rule];
};

/** `fault-1` for the first, and always one that no other rule has. */
export const nextRuleId = (rules: readonly { readonly id?: string }[]): string => {
  const numbers = rules.map(({ id }) => Number(/^fault-(\d+)$/.exec(id ?? '')?.[1] ?? 0));
  return `fault-${Math.max(0, ...numbers.filter((number) => number < Number.MAX_SAFE_INTEGER)) + 1}`;
};

/** A body that fits its schema as a rule, or what is wrong with it all the same. */
export const readRule = ({ when, then }: FaultRuleBody): Omit<FaultRule, 'id'> | Refused => {
  const { fault: name, ...params } = then;
  const fault = parseFault(name, params);
  if (typeof fault === 'string') return refuse('invalid_input', `then: ${fault}`);
  const misplaced = whyNotOn(when.on, name) ?? whyNeverHit(when, name);
  if (misplaced !== undefined) return refuse('invalid_input', misplaced);
  const { from, to, operation, ...rest } = when;
  const instants: { from?: number; to?: number } = {};
  for (const [field, text] of Object.entries({ from, to })) {
    if (text === undefined) continue;
    const instant = parseInstant(text);
    if (instant === undefined) return refuse('invalid_input', `when/${field} must be an ISO 8601 instant, got ${text}`);
    instants[field as 'from' | 'to'] = instant;
  }
  return { when: { ...rest, ...(operation !== undefined && { operation }), ...instants }, fault };
};

/** Why a rule could never hit, where that can be told: a rule that does nothing looks like a client that copes. */
const whyNeverHit = ({ on = 'request', operation, match, feature }: FaultWhen, name: FaultName): string | undefined => {
  if (on !== 'request' && (operation !== undefined || match !== undefined)) {
    return `on ${on} there is no request to look at: leave operation and match out, or "on"`;
  }
  const { family, only } = faultEntry(name);
  if (only !== undefined && feature !== undefined && feature !== only)
    return `${name} meets ${only} alone, not ${feature}`;
  if (operation === undefined || family === 'request') return undefined;
  const isSession = operation === 'createVoiceSession' || operation === 'createLiveSwapSession';
  const fits = family === 'job' || family === 'webhook' ? operation.startsWith('submit') : isSession;
  const isVoice = operation === 'createVoiceSession';
  return fits && (only === undefined || isVoice)
    ? undefined
    : `${name} never meets ${operation}: choose another operation`;
};

export const viewOfRule = ({ id, when, fault }: FaultRule): FaultRuleView => {
  const { from, to, ...rest } = when;
  return {
    id,
    when: {
      ...rest,
      ...(from !== undefined && { from: new Date(from).toISOString() }),
      ...(to !== undefined && { to: new Date(to).toISOString() }),
    },
    then: { fault: fault.name, ...fault.params },
  };
};
