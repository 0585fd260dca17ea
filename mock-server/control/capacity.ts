/** What is available to everyone, and what is not: tiers, the voice engine, capabilities. */
import { limits } from '../../spec/limits.ts';
import type { Tier } from '../../spec/vocabulary.ts';
import { type Capability, type Capacity, type VoiceCapacity, voiceCapacityAt } from '../domain/world.ts';
import type { Engine } from '../engine/engine.ts';

export type CapacityState = {
  readonly tiers: { readonly [tier in Tier]: boolean };
  readonly voice: VoiceCapacity;
  readonly capabilities: { readonly [capability in Capability]: boolean };
  readonly saturated: boolean;
};

/** Every part may be left out; what is left out stays as it is. */
export type CapacityChange = {
  readonly tiers?: Partial<CapacityState['tiers']>;
  readonly voice?: VoiceCapacity;
  readonly capabilities?: Partial<CapacityState['capabilities']>;
  readonly saturated?: boolean;
};

export type CapacityControl = {
  readonly capacity: () => CapacityState;
  readonly setCapacity: (change: CapacityChange) => Promise<CapacityState>;
};

export const capacityControl = (engine: () => Engine): CapacityControl => {
  const read = (): CapacityState => {
    const { clock, world } = engine();
    const { tiers, capabilities, saturated } = world.capacity;
    return { tiers, voice: voiceCapacityAt(world.capacity, clock.now()), capabilities, saturated };
  };
  return {
    capacity: read,
    setCapacity: async (change) => {
      const now = engine().clock.now();
      await engine().changeCapacity((capacity) => capacityAfter(capacity, change, now));
      return read();
    },
  };
};

/** @param now milliseconds of the mock's clock: a warm-up that begins now ends by itself */
export const capacityAfter = (capacity: Capacity, change: CapacityChange, now: number): Capacity => ({
  tiers: { ...capacity.tiers, ...change.tiers },
  voice: change.voice ?? capacity.voice,
  voiceReadyAt:
    change.voice === undefined
      ? capacity.voiceReadyAt
      : change.voice === 'warming'
        ? now + limits.voiceWarmingMinutes * 60_000
        : undefined,
  capabilities: { ...capacity.capabilities, ...change.capabilities },
  saturated: change.saturated ?? capacity.saturated,
});
