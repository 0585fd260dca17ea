/** Fault rules of one account: rules are kept by the mock for all, so each gets the account into its condition and into its id. */
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { ControlRefused, type Reach } from './reach.ts';

/** As the control API takes it; the account is known. A rule with the id of one before replaces it. */
export type AccountFault = {
  readonly id?: string;
  readonly when?: Omit<FaultRuleBody['when'], 'account_id'>;
  readonly then: FaultRuleBody['then'];
};

type AccountFaults = {
  readonly add: (rule: AccountFault) => Promise<() => Promise<void>>;
  readonly removeAll: () => Promise<void>;
};

export const accountFaults = (accountId: string, reach: Reach): AccountFaults => {
  const inForce = new Set<string>();
  let made = 0;
  const remove = async (id: string): Promise<void> => {
    if (!inForce.delete(id)) return;
    try {
      await reach('DELETE', `/faults/${encodeURIComponent(id)}`);
    } catch (error) {
      // Somebody took away the rules of all.
      if (!(error instanceof ControlRefused && error.code === 'not_found')) throw error;
    }
  };
  return {
    add: async ({ id, when = {}, then }) => {
      const ownId = `${accountId}.${id ?? `fault-${++made}`}`;
      const rule: FaultRuleBody = { id: ownId, when: { ...when, account_id: accountId }, then };
      await reach('POST', '/faults', { body: rule });
      inForce.add(ownId);
      return () => remove(ownId);
    },
    removeAll: async () => {
      for (const id of inForce) await remove(id);
    },
  };
};
