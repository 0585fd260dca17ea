/** Every figure of the document, once, unit last, with the clauses it stands in. Code reads these and never repeats a number. */
import type { ClauseId } from './clauses.ts';

const table = {
  requestsPerMinute: { value: 60, clauses: ['limits.request-rate'] },
  imageMbMax: { value: 45, clauses: ['limits.image-size-accepts', 'limits.image-size-refuses'] },
  audioMbMax: { value: 45, clauses: ['limits.audio-size-accepts', 'limits.audio-size-refuses'] },
  videoMbMax: { value: 500, clauses: ['limits.video-size-accepts', 'limits.video-size-refuses'] },
  avatarScriptCharsMax: { value: 5_000, clauses: ['limits.avatar-script-accepts', 'limits.avatar-script-refuses'] },
  voiceCloneScriptCharsMax: {
    value: 45_000,
    clauses: ['limits.voice-clone-script-accepts', 'limits.voice-clone-script-refuses'],
  },
  voiceSampleSecondsMin: { value: 3, clauses: ['limits.voice-sample-length'] },
  voiceSampleSecondsMax: { value: 15, clauses: ['limits.voice-sample-length'] },
  liveSwapMinutesMin: {
    value: 1,
    clauses: ['limits.live-swap-duration-accepts-min', 'limits.live-swap-duration-refuses-below'],
  },
  liveSwapMinutesMax: {
    value: 240,
    clauses: ['limits.live-swap-duration-accepts-max', 'limits.live-swap-duration-refuses-above'],
  },
  liveSwapPromptCharsMax: {
    value: 2_000,
    clauses: ['limits.live-swap-prompt-accepts', 'limits.live-swap-prompt-refuses'],
  },
  voiceMinutesMin: {
    value: 1,
    clauses: ['limits.voice-session-duration-accepts-min', 'limits.voice-session-duration-refuses-below'],
  },
  voiceMinutesMax: {
    value: 120,
    clauses: ['limits.voice-session-duration-accepts-max', 'limits.voice-session-duration-refuses-above'],
  },
  voiceMinutesDefault: { value: 10, clauses: ['limits.voice-session-duration-default'] },
  usageLimitDefault: { value: 100, clauses: ['limits.usage-limit-default'] },
  usageLimitMax: { value: 500, clauses: ['limits.usage-limit-max'] },
  webhookResponseWaitSeconds: { value: 10, clauses: ['limits.webhook-response-wait'] },
  webhookAttemptsMax: { value: 6, clauses: ['limits.webhook-attempts'] },
  webhookLadderMinutes: { value: 15, clauses: ['limits.webhook-ladder-length'] },
  signatureToleranceSeconds: { value: 300, clauses: ['limits.webhook-signature-age'] },
  voiceWarmingMinutes: { value: 1, clauses: ['errors.capacity-warming-retry'] },
  voiceCloneCharsPerUnit: { value: 1_000, clauses: ['endpoints.voice-clone.price-by-characters'] },
} as const satisfies Record<string, { value: number; clauses: readonly ClauseId[] }>;

export type LimitName = keyof typeof table;

/** The figures by name: `limits.avatarScriptCharsMax`. */
export const limits = Object.fromEntries(Object.entries(table).map(([name, limit]) => [name, limit.value])) as {
  readonly [name in LimitName]: (typeof table)[name]['value'];
};

/** The clauses that a figure stands in. */
export const limitClauses = (name: LimitName): readonly ClauseId[] => table[name].clauses;
