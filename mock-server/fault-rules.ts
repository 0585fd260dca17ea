/** The fault rules that a mock is started with. */
import { FaultRuleBody } from '../spec/schemas/faults.ts';
import { faultRulesMax, nextRuleId, readRule, withRule } from './control/fault-rule.ts';
import type { FaultRule } from './domain/fault-rule.ts';
import { type Refused, isRefused } from './domain/refusal.ts';
import { createValidator } from './http/validate.ts';

export { faultRulesMax };

/** What is wrong with a rule, as the control API would say it, or the rule as it is kept. */
export const readFaultRule = (body: FaultRuleBody): Omit<FaultRule, 'id'> | Refused => validate(body) ?? readRule(body);

const validate = createValidator(FaultRuleBody);

/** Throws a TypeError that says which rule is wrong, and why. */
export const readFaultRules = (bodies: readonly FaultRuleBody[] = []): readonly FaultRule[] => {
  if (bodies.length > faultRulesMax) {
    throw new TypeError(`faults: there may be at most ${faultRulesMax} rules, got ${bodies.length}`);
  }
  return bodies.reduce<readonly FaultRule[]>((rules, body, index) => {
    const rule = readFaultRule(body);
    if (isRefused(rule)) throw new TypeError(`faults: rule ${index + 1}: ${rule.refusal.message}`);
    // Of no later rule either.
    const id = body.id ?? nextRuleId([...rules, ...bodies]);
    // Over the control API it would replace the other; in one list it is a slip, and one of the two would be lost.
    if (rules.some((other) => other.id === id)) {
      throw new TypeError(`faults: rule ${index + 1}: another rule has the id ${id}`);
    }
    return withRule(rules, rule, id);
  }, []);
};
