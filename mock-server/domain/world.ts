/** What all accounts share and may only read: the settings of this server, and what is available at the moment. */
import type { GapChoices } from '../../spec/gaps.ts';
import { type Capability, type Tier, capabilities } from '../../spec/vocabulary.ts';
import type { FaultRule } from './fault-rule.ts';
import type { RateCard } from './pricing.ts';
import type { Rules } from './rules.ts';

export type { Capability };

/** Fixed when the server starts. */
export type Settings = {
  readonly choices: GapChoices;
  readonly rateCard: RateCard;
  readonly voiceIds: ReadonlySet<string>;
  readonly defaultPrompt: string;
  /** Jobs that an account renders at once, and that wait for their turn. */
  readonly concurrency: number;
  readonly queue: number;
  /** Seconds that every render takes; drawn for each job where undefined. */
  readonly jobSeconds: number | undefined;
  /** The name of this process, where several serve the same accounts. */
  readonly process?: string;
  /** The usual ones, unless a port has wrapped them. */
  readonly rules: Rules;
};

export type VoiceCapacity = 'ready' | 'warming' | 'none';

/** Everything that can be switched off for a while, by the control API. */
export type Capacity = {
  readonly tiers: { readonly [tier in Tier]: boolean };
  readonly voice: VoiceCapacity;
  /** When a warm-up that was begun ends; `voice` is then as good as ready. */
  readonly voiceReadyAt: number | undefined;
  readonly capabilities: { readonly [capability in Capability]: boolean };
  /** The platform is saturated: submits get `at_capacity`. */
  readonly saturated: boolean;
};

export const fullCapacity: Capacity = {
  tiers: { pro: true, standard: true },
  voice: 'ready',
  voiceReadyAt: undefined,
  capabilities: Object.fromEntries(capabilities.map((name) => [name, true])) as Capacity['capabilities'],
  saturated: false,
};

/** Where an entry of a story's timeline stands. `seen`: how many of the occasions that it waits for have been there. */
export type TimelineState =
  | { readonly state: 'waiting'; readonly seen: number }
  | { readonly state: 'planned'; readonly at: number }
  | { readonly state: 'done' };

/** How far the story is that the world began with. */
export type StoryProgress = {
  /** What the story gives, as a digest: whoever goes on with this world must play the same. */
  readonly digest: string;
  readonly timeline: readonly TimelineState[];
};

export type World = {
  readonly settings: Settings;
  capacity: Capacity;
  /** In the order in which they are asked. */
  faults: readonly FaultRule[];
  /** Where the world began with one. */
  story?: StoryProgress;
  /** How long a receiver of webhooks has to answer, in milliseconds of the mock's clock. */
  readonly responseWaitMs: number;
  /** Whether the clock runs by itself, or stands until it is moved. */
  readonly clockRuns: boolean;
};

export type WorldEvent =
  | { readonly type: 'capacity.changed'; readonly at: number; readonly capacity: Capacity }
  | { readonly type: 'faults.changed'; readonly at: number; readonly faults: readonly FaultRule[] }
  | { readonly type: 'story.moved'; readonly at: number; readonly story: StoryProgress }
  | { readonly type: 'clock.moved'; readonly at: number; readonly from: number };

export const evolveWorld = (world: World, event: WorldEvent): void => {
  switch (event.type) {
    case 'capacity.changed':
      world.capacity = event.capacity;
      return;
    case 'faults.changed':
      world.faults = event.faults.map((rule) => sameIn(world.faults, rule) ?? { ...rule });
      return;
    case 'story.moved':
      world.story = event.story;
      return;
    case 'clock.moved':
      return;
    default:
      event satisfies never;
      throw new Error(`there is no event ${(event as WorldEvent).type}`);
  }
};

/** A rule that stays is the object that it was: by that its occasions are counted, in each world that is folded from the event. */
const sameIn = (rules: readonly FaultRule[], { id, since }: FaultRule): FaultRule | undefined =>
  since === undefined ? undefined : rules.find((rule) => rule.id === id && rule.since === since);

/** Warming ends by itself (errors.capacity-warming-retry: about a minute). */
export const voiceCapacityAt = ({ voice, voiceReadyAt }: Capacity, now: number): VoiceCapacity =>
  voice === 'warming' && voiceReadyAt !== undefined && now >= voiceReadyAt ? 'ready' : voice;
