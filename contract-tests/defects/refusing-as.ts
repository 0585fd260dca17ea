/** Refuses with another code of the document than the usual one. */
import type { Ports } from '../targets/mock.ts';

type Decide = NonNullable<Ports['decide']>;

/** @param when says which commands are meant, by their type */
export const refusingAs =
  (
    from: string,
    to: 'invalid_input' | 'at_capacity' | 'capacity_unavailable',
    when: (type: string) => boolean,
  ): Decide =>
  (next) =>
  (account, world, command, moment) => {
    const decision = next(account, world, command, moment);
    if (!('refusal' in decision) || decision.refusal.code !== from || !when(command.type)) return decision;
    return { refusal: { ...decision.refusal, code: to } };
  };
