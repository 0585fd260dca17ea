/** What calls for each refusal: that it is refused, and as what. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { HttpErrorCode } from '../../spec/errors.ts';
import type { Rule } from '../arbitraries/field.ts';
import { type Check, type Need, type Profile, check } from '../check.ts';
import { withRevokedKey, withUnknownKey, withoutKey } from '../probes/access.ts';
import { allBroken } from '../probes/calls.ts';
import { longClip } from '../probes/long-clip.ts';
import { tooFast } from '../probes/rate.ts';
import { noEngine, noVoice, saturated, switchedOff, voiceWarming } from '../probes/capacity.ts';
import { foreignJobs, nothingAsked, unknownJobs, withoutMoney } from '../probes/refusals.ts';
import type { Due } from '../probes/watched.ts';
import { formless, strangeFiles } from '../probes/uploads.ts';
import { isRefusedAs } from '../reading/refusal.ts';
import { toldOf } from '../wire/exchange.ts';
import type { Trial } from '../trial.ts';

export const errorTriggerChecks: readonly Check[] = triggerChecks();

type Trigger = {
  readonly clause: ClauseId;
  readonly title: string;
  readonly codes: readonly HttpErrorCode[];
  readonly needs?: readonly Need[];
  readonly profile?: Profile;
  readonly provoke: (t: Trial) => Promise<readonly Due[]> | AsyncIterable<Due>;
};

function triggerChecks(): readonly Check[] {
  const triggers: readonly Trigger[] = [
    {
      clause: 'errors.unauthorized-missing-key',
      profile: 'smoke',
      title: 'a request without a key is refused as unauthorized',
      codes: ['unauthorized'],
      provoke: (t) => t.once(withoutKey),
    },
    {
      clause: 'errors.unauthorized-unknown-key',
      profile: 'smoke',
      title: 'a request with a key that nobody was given is refused as unauthorized',
      codes: ['unauthorized'],
      provoke: (t) => t.once(withUnknownKey),
    },
    {
      clause: 'errors.unauthorized-revoked-key',
      title: 'a request with a revoked key is refused as unauthorized',
      codes: ['unauthorized'],
      needs: ['revoked-key'],
      provoke: (t) => t.once(withRevokedKey),
    },
    {
      clause: 'errors.insufficient-balance-trigger',
      title: 'a paid call that the balance does not cover is refused',
      codes: ['insufficient_balance'],
      needs: ['low-balance', 'spend'],
      provoke: async (t) => (await t.once(withoutMoney)).due,
    },
    {
      clause: 'errors.invalid-input-missing-field',
      profile: 'smoke',
      title: 'a call without a required field is refused as invalid_input',
      codes: ['invalid_input'],
      provoke: missingFields,
    },
    {
      clause: 'errors.invalid-input-wrong-type',
      profile: 'smoke',
      title: 'a call with a field of another type is refused as invalid_input',
      codes: ['invalid_input'],
      provoke: (t) => brokenBy(t, 'type'),
    },
    {
      clause: 'errors.invalid-input-unlisted-value',
      profile: 'smoke',
      title: 'a call with a value that is not on the list is refused as invalid_input',
      codes: ['invalid_input'],
      provoke: (t) => brokenBy(t, 'enum'),
    },
    {
      clause: 'errors.unsupported-format-trigger',
      profile: 'smoke',
      title: 'a file that is neither image nor audio nor video is refused',
      codes: ['unsupported_format'],
      provoke: (t) => t.once(strangeFiles),
    },
    {
      clause: 'errors.input-too-large-duration-trigger',
      title: 'a clip that plays for hours is refused as input_too_large',
      codes: ['input_too_large'],
      provoke: (t) => t.once(longClip),
    },
    {
      clause: 'errors.capability-unavailable-trigger',
      title: 'a call to a capability that is off is refused',
      codes: ['capability_unavailable'],
      needs: ['control'],
      provoke: async (t) => (await t.once(switchedOff)).due,
    },
    {
      clause: 'errors.not-found-unknown-job',
      profile: 'smoke',
      title: 'a job that does not exist is not_found',
      codes: ['not_found'],
      provoke: (t) => t.once(unknownJobs),
    },
    {
      clause: 'errors.not-found-foreign-job',
      title: 'a job of another account is not_found',
      codes: ['not_found'],
      needs: ['second-account', 'spend'],
      provoke: (t) => t.once(foreignJobs),
    },
    {
      clause: 'errors.at-capacity-trigger',
      title: 'a submit that meets a saturated platform is refused',
      codes: ['at_capacity'],
      needs: ['control'],
      provoke: async (t) => (await t.once(saturated)).due,
    },
    {
      clause: 'errors.capacity-unavailable-live-swap-trigger',
      title: 'a live swap session without any engine is refused',
      codes: ['capacity_unavailable'],
      needs: ['control'],
      provoke: async (t) => (await t.once(noEngine)).none,
    },
    {
      clause: 'errors.capacity-unavailable-tier-trigger',
      title: 'a live swap session whose tier has no engine is refused',
      codes: ['capacity_unavailable'],
      needs: ['control'],
      provoke: async (t) => (await t.once(noEngine)).other,
    },
    {
      clause: 'errors.capacity-unavailable-voice-trigger',
      title: 'a voice session without voice capacity is refused',
      codes: ['capacity_unavailable', 'capacity_warming'],
      needs: ['control'],
      provoke: async (t) => (await t.once(noVoice)).due,
    },
    {
      clause: 'errors.capacity-warming-trigger',
      title: 'a voice session while voice capacity warms up is refused',
      codes: ['capacity_warming', 'capacity_unavailable'],
      needs: ['control'],
      provoke: async (t) => (await t.once(voiceWarming)).due,
    },
  ];
  return [
    ...triggers.map(({ clause, title, codes: due, needs = [], profile = 'standard', provoke }) =>
      check({
        id: clause,
        title,
        clauses: [clause],
        needs,
        profile,
        run: async (t) => {
          for await (const { says, exchange, gaps = [] } of await provoke(t)) {
            if (exchange.answer === undefined) t.tried();
            else {
              t.expect(clause, isRefusedAs(exchange, due), {
                expected: `${says} to be refused as ${due.join(' or ')}`,
                at: exchange,
                gaps,
              });
            }
          }
        },
      }),
    ),
    check({
      id: 'errors.rate-limited-trigger',
      title: 'a burst of five times the request rate is refused in part, and a pause of a minute ends it',
      clauses: ['errors.rate-limited-trigger'],
      needs: ['long-time'],
      run: async (t) => {
        const { all, refused } = await t.once(tooFast);
        const last = all.at(-1);
        t.expect(
          'errors.rate-limited-trigger',
          refused.some(({ exchange }) => isRefusedAs(exchange, ['rate_limited', 'at_capacity'])),
          {
            expected: `some of ${all.length} requests at once to be refused as rate_limited`,
            actual: `${refused.length} refused; the last one: ${last === undefined ? 'none' : toldOf(last)}`,
            at: [...all.slice(0, 1), ...all.slice(1).slice(-1)],
            gaps: ['rate-limit-window', 'rate-limit-refused'],
          },
        );
      },
    }),
  ];
}

async function* missingFields(t: Trial): AsyncGenerator<Due> {
  yield* brokenBy(t, 'required');
  if (t.run.profile === 'smoke') yield* await t.once(nothingAsked);
  for (const exchange of await t.once(formless)) yield { says: 'a form without file', exchange };
}

async function* brokenBy(t: Trial, rule: Rule): AsyncGenerator<Due> {
  for await (const { call, field, says, exchange } of allBroken(t, [rule])) {
    yield { says: `${field.name} of ${call.name}, ${says}`, exchange };
  }
}
