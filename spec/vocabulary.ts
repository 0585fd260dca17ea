/** The closed lists of names that the document uses, each once. */

export const jobStatuses = ['queued', 'processing', 'succeeded', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The endpoints that answer with a job, by the name of their path. `feature` is the name on the rate card and in usage records (ours). */
export const jobEndpoints = [
  'character-swap',
  'face-swap',
  'face-swap-image',
  'motion-control',
  'avatar',
  'lip-sync',
  'voice-clone',
] as const;
export type JobEndpoint = (typeof jobEndpoints)[number];

/** Rate card keys. The document names the two of live swap; the others are the endpoint's name with underscores (gap `feature-names`). */
export const jobFeatures = [
  'character_swap',
  'face_swap',
  'face_swap_image',
  'motion_control',
  'avatar',
  'lip_sync',
  'voice_clone',
] as const;
export type JobFeature = (typeof jobFeatures)[number];

export const streamFeatures = ['full_live_swap', 'full_live_swap_standard', 'voice_changer'] as const;
export type StreamFeature = (typeof streamFeatures)[number];

export const features = [...jobFeatures, ...streamFeatures] as const;
export type Feature = (typeof features)[number];

/** What can be called, and switched off with `capability_unavailable`. Both tiers of live swap are one. */
export const capabilities = [...jobFeatures, 'full_live_swap', 'voice_changer'] as const;
export type Capability = (typeof capabilities)[number];

export const tiers = ['pro', 'standard'] as const;
export type Tier = (typeof tiers)[number];

/** The rate card key of each tier: the Pro tier's has no suffix for historical reasons (resources.rate-card). */
export const tierFeature = { pro: 'full_live_swap', standard: 'full_live_swap_standard' } as const satisfies Record<
  Tier,
  StreamFeature
>;

/** `resolution` of a character swap. */
export const resolutions = ['1k', '2k'] as const;
export type Resolution = (typeof resolutions)[number];

/** `output_resolution_p`, in lines. */
export const outputResolutions = [480, 720, 1080] as const;
export type OutputResolution = (typeof outputResolutions)[number];

export const usageReasons = ['session_limit_reached', 'no_stream', 'render_failed', 'timed_out', 'cancelled'] as const;
export type UsageReason = (typeof usageReasons)[number];

export const webhookEvents = ['job.succeeded', 'job.failed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Kinds of upload; the limits of size differ between them. */
export const mediaKinds = ['image', 'audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];
