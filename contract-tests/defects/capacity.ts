/** Capacity and capabilities: what is off or full goes on all the same, or one thing is given for another. */
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { jobCalls } from '../job-calls.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { refusingAs } from './refusing-as.ts';

type Decide = NonNullable<Ports['decide']>;
type World = Parameters<ReturnType<Decide>>[1];

const full: Pick<World['capacity'], 'tiers'> = {
  tiers: { pro: true, standard: true },
};

/** Decides as if something were there that is not. */
const asIf =
  (change: (capacity: World['capacity']) => Partial<World['capacity']>): Decide =>
  (next) =>
  (account, world, command, moment) =>
    next(account, { ...world, capacity: { ...world.capacity, ...change(world.capacity) } }, command, moment);

export const capacityDefects: readonly Defect[] = [
  ...jobEndpoints.map((endpoint): Defect => {
    const { feature } = jobCalls[endpoint];
    return {
      id: `errors.capability-on-${endpoint}`,
      does: `goes on with ${endpoint} after it was switched off`,
      clause: 'errors.capability-unavailable-trigger',
      ports: () => ({ decide: asIf(({ capabilities }) => ({ capabilities: { ...capabilities, [feature]: true } })) }),
    };
  }),
  {
    id: 'errors.capability-on-live-swap',
    does: 'goes on with live swap after it was switched off',
    clause: 'errors.capability-unavailable-trigger',
    ports: () => ({
      decide: asIf(({ capabilities }) => ({ capabilities: { ...capabilities, full_live_swap: true } })),
    }),
  },
  {
    id: 'errors.capability-on-voice',
    does: 'goes on with the voice changer after it was switched off',
    clause: 'errors.capability-unavailable-trigger',
    ports: () => ({ decide: asIf(({ capabilities }) => ({ capabilities: { ...capabilities, voice_changer: true } })) }),
  },
  {
    id: 'errors.never-saturated',
    does: 'takes submits while it is saturated',
    clause: 'errors.at-capacity-trigger',
    ports: () => ({ decide: asIf(() => ({ saturated: false })) }),
  },
  {
    id: 'errors.saturated-every-other',
    does: 'takes every other submit while it is saturated',
    clause: 'errors.at-capacity-trigger',
    ports: () => {
      let turn = 0;
      return { decide: asIf(({ saturated }) => ({ saturated: saturated && ++turn % 2 === 1 })) };
    },
  },
  {
    id: 'errors.saturated-is-invalid',
    does: 'blames the input while it is saturated',
    clause: 'errors.at-capacity-code',
    also: ['errors.at-capacity-trigger'],
    ports: () => ({ decide: refusingAs('at_capacity', 'invalid_input', (type) => type === 'submit-job') }),
  },
  {
    id: 'errors.engines-always-there',
    does: 'gives a live swap session when there is no engine at all',
    clause: 'errors.capacity-unavailable-live-swap-trigger',
    also: ['errors.capacity-unavailable-tier-trigger', 'endpoints.full-live-swap.tier-never-substituted'],
    ports: () => ({ decide: asIf(() => ({ tiers: full.tiers })) }),
  },
  {
    id: 'errors.engines-gone-only-long',
    does: 'refuses only long sessions when there is no engine',
    clause: 'errors.capacity-unavailable-live-swap-trigger',
    also: ['errors.capacity-unavailable-tier-trigger', 'endpoints.full-live-swap.tier-never-substituted'],
    ports: () => ({
      decide: (next) => (account, world, command, moment) =>
        command.type === 'create-session' && command.durationMinutes < 60
          ? next(account, { ...world, capacity: { ...world.capacity, tiers: full.tiers } }, command, moment)
          : next(account, world, command, moment),
    }),
  },
  ...(['pro', 'standard'] as const).map((tier): Defect => ({
    id: `errors.engine-of-${tier}-not-looked-at`,
    does: `gives a session in ${tier} whose engine is not there`,
    clause: 'errors.capacity-unavailable-tier-trigger',
    also: ['endpoints.full-live-swap.tier-never-substituted'],
    ports: () => ({
      decide: asIf(({ tiers }) => (tiers.pro || tiers.standard ? { tiers: { ...tiers, [tier]: true } } : {})),
    }),
  })),
  ...(['pro', 'standard'] as const).map((tier): Defect => ({
    id: `errors.tier-${tier}-substituted`,
    does: `gives the other tier where ${tier} has no engine`,
    clause: 'endpoints.full-live-swap.tier-never-substituted',
    also: ['errors.capacity-unavailable-tier-trigger'],
    ports: () => ({
      decide: (next) => (account, world, command, moment) => {
        if (command.type !== 'create-session' || command.capability !== 'full_live_swap') {
          return next(account, world, command, moment);
        }
        const { tiers } = world.capacity;
        const other = tier === 'pro' ? 'standard' : 'pro';
        const asked = command.tier ?? 'pro';
        const isMoved = asked === tier && !tiers[tier] && tiers[other];
        return next(account, world, isMoved ? { ...command, tier: other } : command, moment);
      },
    }),
  })),
  {
    id: 'errors.voice-always-there',
    does: 'gives a voice session when there is no voice capacity',
    clause: 'errors.capacity-unavailable-voice-trigger',
    also: ['endpoints.voice-session.no-unusable-session'],
    ports: () => ({ decide: asIf(({ voice }) => (voice === 'none' ? { voice: 'ready' } : {})) }),
  },
  {
    id: 'errors.voice-never-warms',
    does: 'gives a voice session while voice capacity warms up',
    clause: 'errors.capacity-warming-trigger',
    also: ['endpoints.voice-session.no-unusable-session'],
    ports: () => ({ decide: asIf(({ voice }) => (voice === 'warming' ? { voice: 'ready' } : {})) }),
  },
  {
    id: 'errors.unusable-session',
    does: 'gives a session that could not stream for ten minutes or less',
    clause: 'endpoints.voice-session.no-unusable-session',
    also: ['errors.capacity-unavailable-voice-trigger', 'errors.capacity-warming-trigger'],
    ports: () => ({
      decide: (next) => (account, world, command, moment) =>
        command.type === 'create-session' && command.durationMinutes <= 10
          ? next(account, { ...world, capacity: { ...world.capacity, voice: 'ready' } }, command, moment)
          : next(account, world, command, moment),
    }),
  },
  {
    id: 'errors.warming-is-gone',
    does: 'says capacity_unavailable while voice capacity warms up',
    clause: 'errors.capacity-warming-code',
    ports: () => ({ decide: refusingAs('capacity_warming', 'capacity_unavailable', () => true) }),
  },
];
