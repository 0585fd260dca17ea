/** The fault rules that a mock is started with. */
import { FaultRuleBody } from '../spec/schemas/faults.ts';
import { nextRuleId, readRule, withRule } from './control/faults.ts';
import type { FaultRule } from './domain/fault-rule.ts';
import { type Refused, isRefused } from './domain/refusal.ts';
import { createValidator } from './http/validate.ts';

/** What is wrong with a rule, as the control API would say it, or the rule as it is kept. */
export const readFaultRule = (body: FaultRuleBody): Omit<FaultRule, 'id'> | Refused => validate(body) ?? readRule(body);

const validate = createValidator(FaultRuleBody);

/** Throws a TypeError that says which rule is wrong, and why. */
export const readFaultRules = (bodies: readonly FaultRuleBody[] = []): readonly FaultRule[] =>
  bodies.reduce<readonly FaultRule[]>((rules, body, index) => {
    const rule = readFaultRule(body);
    if (isRefused(rule)) throw new TypeError(`faults: rule ${index + 1}: ${rule.refusal.message}`);
    return withRule(rules, rule, body.id ?? nextRuleId(rules));
  }, []);
