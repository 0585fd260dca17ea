/** The rules that inject faults: what is in force, more of them, and fewer. */
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import type { Engine } from '../engine/engine.ts';
import { type FaultRuleView, faultRulesMax, nextRuleId, readRule, viewOfRule, withRule } from './fault-rule.ts';

export type FaultControl = {
  readonly faults: () => FaultRuleView[];
  /** A rule of the same id is replaced, and is counted anew. */
  readonly addFault: (body: FaultRuleBody) => Promise<FaultRuleView | Refused>;
  readonly removeFault: (id: string) => Promise<Record<never, never> | Refused>;
  readonly clearFaults: () => Promise<Record<never, never>>;
};

export const faultControl = (engine: () => Engine): FaultControl => ({
  faults: () => engine().world.faults.map(viewOfRule),

  addFault: async (body) => {
    const draft = readRule(body);
    if (isRefused(draft)) return draft;
    let id = body.id ?? '';
    let isFull = false;
    await engine().changeFaults((rules) => {
      isFull = rules.length >= faultRulesMax && !rules.some((rule) => rule.id === id);
      if (isFull) return rules;
      id = body.id ?? nextRuleId(rules);
      return withRule(rules, draft, id);
    });
    if (isFull) return refuse('invalid_input', `there are ${faultRulesMax} rules already: delete some`);
    return viewOfRule({ id, ...draft });
  },

  removeFault: async (id) => {
    if (!engine().world.faults.some((rule) => rule.id === id)) return refuse('not_found', `no rule ${id}`);
    await engine().changeFaults((rules) => rules.filter((rule) => rule.id !== id));
    return {};
  },

  clearFaults: async () => {
    await engine().changeFaults(() => []);
    return {};
  },
});
