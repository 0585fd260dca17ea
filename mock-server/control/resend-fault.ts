/** A webhook that is sent again by hand with something wrong in it: what its receiver has to refuse. */
import { type Static, Type } from 'typebox';
import { type Fault, faultEntry, parseFault, whyNotOn } from '../../spec/faults.ts';
import { FaultThen } from '../../spec/schemas/faults.ts';
import { type Refused, refuse } from '../domain/refusal.ts';

export const ResendBody = Type.Object(
  { then: Type.Optional(FaultThen) },
  { title: 'ResendBody', additionalProperties: false },
);
export type ResendBody = Static<typeof ResendBody>;

/** The fault that one attempt is to meet; undefined for none, or why it cannot. */
export const readResendFault = ({ then }: ResendBody): Fault | Refused | undefined => {
  if (then === undefined) return undefined;
  const { fault: name, ...params } = then;
  const fault = parseFault(name, params);
  if (typeof fault === 'string') return refuse('invalid_input', `then: ${fault}`);
  const misplaced = whyNotOn('delivery', fault.name);
  if (misplaced !== undefined) return refuse('invalid_input', `then: ${misplaced}`);
  return needsTaking.includes(fault.name)
    ? refuse('invalid_input', `then: ${fault.name} repeats what is sent again anyway (${faultEntry(fault.name).does})`)
    : fault;
};

const needsTaking: readonly string[] = ['webhook-duplicate', 'webhook-replay'];
