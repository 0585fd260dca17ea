/** Refusals that cost nothing: the balance and the records of charges are as before. */
import type { ClauseId } from '../../spec/clauses.ts';
import { type Check, type Need, check } from '../check.ts';
import { broken, noEngine, noVoice, saturated, switchedOff } from '../probes/capacity.ts';
import { withoutMoney } from '../probes/refusals.ts';
import type { Harmless } from '../probes/watched.ts';
import { isRefusal } from '../reading/refusal.ts';
import type { Trial } from '../trial.ts';

export const errorCostChecks: readonly Check[] = harmlessChecks();

/** Refusals that the document says cost nothing, and those that cannot. */
function harmlessChecks(): readonly Check[] {
  const table: readonly {
    readonly clause: ClauseId;
    readonly id: string;
    readonly title: string;
    readonly needs: readonly Need[];
    readonly provoke: (t: Trial) => Promise<readonly Harmless[]>;
  }[] = [
    {
      clause: 'errors.internal-error-nothing-billed',
      id: 'errors.internal-error-nothing-billed',
      title: 'a call that fails by the fault of the service is not billed',
      needs: ['control'],
      provoke: async (t) => [await t.once(broken)],
    },
    {
      clause: 'errors.capacity-unavailable-nothing-charged',
      id: 'errors.capacity-unavailable-nothing-charged',
      title: 'a session call that finds no capacity costs nothing',
      needs: ['control'],
      provoke: async (t) => [await t.once(noEngine), await t.once(noVoice)],
    },
    {
      clause: 'errors.insufficient-balance-trigger',
      id: 'errors.insufficient-balance-costs-nothing',
      title: 'a call that is refused for want of money takes none',
      needs: ['low-balance', 'spend'],
      provoke: async (t) => [await t.once(withoutMoney)],
    },
    {
      clause: 'errors.at-capacity-trigger',
      id: 'errors.at-capacity-costs-nothing',
      title: 'a submit that is refused by a saturated platform costs nothing',
      needs: ['control'],
      provoke: async (t) => [await t.once(saturated)],
    },
    {
      clause: 'errors.capability-unavailable-trigger',
      id: 'errors.capability-unavailable-costs-nothing',
      title: 'a call to a capability that is off costs nothing',
      needs: ['control'],
      provoke: async (t) => [await t.once(switchedOff)],
    },
  ];
  return table.map(({ clause, id, title, needs, provoke }) =>
    check({
      id,
      title,
      clauses: [clause],
      needs,
      run: async (t) => {
        for (const { due, costMicros, costAt } of await provoke(t)) {
          // What was accepted may cost something: that it was is the finding of another check.
          if (due.length === 0 || !due.every(({ exchange }) => isRefusal(exchange))) t.tried();
          else {
            t.expect(clause, costMicros === 0, {
              expected: 'the balance and the records of charges as before',
              actual: `${costMicros / 1e6} USD are gone`,
              at: [...due.slice(-1).map(({ exchange }) => exchange), costAt],
            });
          }
        }
      },
    }),
  );
}
