/** Refusals that cost something all the same. */
import type { ClauseId } from '../../spec/clauses.ts';
import { type JobEndpoint, jobEndpoints } from '../../spec/vocabulary.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

type Decide = NonNullable<Ports['decide']>;

/** Takes money all the same when a command is refused. */
const charging =
  (code: string, micros = 10_000): Decide =>
  (next) =>
  (account, world, command, moment) => {
    const decision = next(account, world, command, moment);
    if (!('refusal' in decision) || decision.refusal.code !== code) return decision;
    return { ...decision, events: [{ type: 'account.topped-up', at: moment.now, micros: -micros }] };
  };

/** Of a required field of each, for a refusal that costs something breaks it. */
const clauseOfFirst = {
  'character-swap': 'endpoints.character-swap.video-key-required',
  'face-swap': 'endpoints.face-swap.video-key-required',
  'face-swap-image': 'endpoints.face-swap-image.image-key-required',
  'motion-control': 'endpoints.motion-control.image-key-required',
  avatar: 'endpoints.avatar.image-key-required',
  'lip-sync': 'endpoints.lip-sync.video-key-required',
  'voice-clone': 'endpoints.voice-clone.voice-key-required',
} as const satisfies Record<JobEndpoint, ClauseId>;

export const chargedRefusalDefects: readonly Defect[] = [
  {
    id: 'errors.no-capacity-charged',
    does: 'charges for a session that it had no capacity for',
    clause: 'errors.capacity-unavailable-nothing-charged',
    ports: () => ({ decide: charging('capacity_unavailable') }),
  },
  {
    id: 'errors.no-capacity-charged-a-little',
    does: 'charges a millionth of a dollar for a session that it had no capacity for',
    clause: 'errors.capacity-unavailable-nothing-charged',
    ports: () => ({ decide: charging('capacity_unavailable', 1) }),
  },
  {
    id: 'errors.internal-error-charged',
    does: 'charges for a call that failed by its own fault',
    clause: 'errors.internal-error-nothing-billed',
    ports: () => ({ decide: charging('internal_error') }),
  },
  {
    id: 'errors.internal-error-after-the-job',
    does: 'makes the job, and then says that it failed',
    clause: 'errors.internal-error-nothing-billed',
    ports: () => ({
      decide: (next) => (account, world, command, moment) => {
        const decision = next(account, world, command, moment);
        if (command.type !== 'submit-job' || !('refusal' in decision) || decision.refusal.code !== 'internal_error')
          return decision;
        const job = next(account, world, { ...command, body: { ...command.body, script: 'Hello.' } }, moment);
        return 'refusal' in job ? decision : { refusal: decision.refusal, events: job.events };
      },
    }),
  },
  {
    id: 'errors.no-money-charged',
    does: 'takes what is left when the balance does not cover a call',
    clause: 'errors.insufficient-balance-trigger',
    ports: () => ({ decide: charging('insufficient_balance', 1_000) }),
  },
  {
    id: 'errors.saturated-charged',
    does: 'charges for a submit that it was too full for',
    clause: 'errors.at-capacity-trigger',
    ports: () => ({ decide: charging('at_capacity') }),
  },
  {
    id: 'errors.switched-off-charged',
    does: 'charges for a capability that is off',
    clause: 'errors.capability-unavailable-trigger',
    ports: () => ({ decide: charging('capability_unavailable') }),
  },
  ...jobEndpoints.map((endpoint): Defect => ({
    id: `errors.invalid-charged-${endpoint}`,
    does: `charges for a body of ${endpoint} that it refuses`,
    clause: clauseOfFirst[endpoint],
    ports: () => ({
      decide: (next) => (account, world, command, moment) => {
        const decision = next(account, world, command, moment);
        const isMeant = command.type === 'submit-job' && command.endpoint === endpoint;
        if (!isMeant || !('refusal' in decision) || decision.refusal.code !== 'invalid_input') return decision;
        return { ...decision, events: [{ type: 'account.topped-up', at: moment.now, micros: -10_000 }] };
      },
    }),
  })),
];
