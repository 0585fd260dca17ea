/** The HTTP operations of the document: one entry each, from which routes, validators, OpenAPI and checks are made. */
import { type TObject, Type, type TSchema } from 'typebox';
import { type ClauseId, clauses } from './clauses.ts';
import type { HttpErrorCode } from './errors.ts';
import type { WireGapId } from './gaps.ts';
import { limits } from './limits.ts';
import { Job, SubmitAcknowledgement } from './schemas/job.ts';
import { Balance, RateCard, Usage, UsageSummary } from './schemas/money.ts';
import { LiveSwapSession, LiveSwapSessionBody, VoiceSession, VoiceSessionBody } from './schemas/sessions.ts';
import { submitBodies } from './schemas/submits.ts';
import { Upload } from './schemas/upload.ts';
import { Voices } from './schemas/voices.ts';
import type { JobEndpoint, JobFeature, MediaKind } from './vocabulary.ts';

export type OperationId = keyof typeof operations;

export type Operation = {
  readonly method: 'GET' | 'POST';
  /** Relative to `{base_url}`. */
  readonly path: `/${string}`;
  readonly tag: 'Uploads' | 'Jobs' | 'Sessions' | 'Voices' | 'Billing';
  readonly summary: string;
  /** False for the one public operation. */
  readonly authenticated: boolean;
  readonly body?: TSchema;
  /** The body is `multipart/form-data` with one part `file`. */
  readonly multipart?: true;
  readonly query?: TObject;
  readonly response: TSchema;
  /** The gap that holds our success status; `read-status` without one. */
  readonly status?: WireGapId;
  /** The codes that this operation can answer with, beside those of every operation. */
  readonly errors: readonly HttpErrorCode[];
  /** First parts of the ids of the clauses that speak of it. */
  readonly cites: readonly string[];
  readonly job?: JobOperation;
};

/** What makes an operation a submit: its inputs with the kinds of file they take, and its name on the rate card. */
export type JobOperation = {
  readonly endpoint: JobEndpoint;
  readonly feature: JobFeature;
  readonly inputs: { readonly [field: string]: MediaKind };
};

/** Codes that any authenticated operation can answer with. */
export const commonErrors = ['unauthorized', 'rate_limited', 'internal_error'] as const satisfies HttpErrorCode[];

const dateFilter = (of: string) =>
  Type.Optional(
    Type.String({ description: `${of} (format not documented; ours: ISO 8601).`, examples: ['2026-01-01'] }),
  );

const period = { from: dateFilter('Beginning of the period'), to: dateFilter('End of the period') };

const submit = <const E extends JobEndpoint>(
  endpoint: E,
  feature: JobFeature,
  summary: string,
  inputs: JobOperation['inputs'],
  ownLimits: readonly string[] = [],
) =>
  ({
    method: 'POST',
    path: `/${endpoint}`,
    tag: 'Jobs',
    summary,
    authenticated: true,
    body: submitBodies[endpoint],
    response: SubmitAcknowledgement,
    status: 'submit-status',
    errors: [
      'invalid_input',
      'unsupported_format',
      'input_too_large',
      'insufficient_balance',
      'capability_unavailable',
      'at_capacity',
    ],
    cites: [
      `endpoints.${endpoint}.`,
      ...ownLimits,
      'endpoints.submit.',
      'limits.retry-safety-',
      'resources.acknowledgement.',
    ],
    job: { endpoint, feature, inputs },
  }) as const satisfies Operation;

export const operations = {
  uploadFile: {
    method: 'POST',
    path: '/uploads',
    tag: 'Uploads',
    summary: 'Upload an image, a sound or a video to use as an input',
    authenticated: true,
    multipart: true,
    response: Upload,
    status: 'upload-status',
    errors: ['invalid_input', 'unsupported_format', 'input_too_large', 'at_capacity'],
    cites: ['endpoints.uploads.', 'resources.upload.', 'limits.image-', 'limits.audio-', 'limits.video-'],
  },
  submitCharacterSwap: submit('character-swap', 'character_swap', 'Replace the character in a video', {
    video_key: 'video',
    character_key: 'image',
  }),
  submitFaceSwap: submit('face-swap', 'face_swap', 'Replace a face in a video', {
    video_key: 'video',
    face_key: 'image',
  }),
  submitFaceSwapImage: submit('face-swap-image', 'face_swap_image', 'Replace a face in an image', {
    image_key: 'image',
    face_key: 'image',
  }),
  submitMotionControl: submit('motion-control', 'motion_control', 'Move a character as in a reference video', {
    image_key: 'image',
    motion_video_key: 'video',
  }),
  submitAvatar: submit('avatar', 'avatar', 'Let a portrait speak a script', { image_key: 'image' }, ['limits.avatar-']),
  submitLipSync: submit('lip-sync', 'lip_sync', 'Fit the lips of a video to a sound', {
    video_key: 'video',
    audio_key: 'audio',
  }),
  submitVoiceClone: submit('voice-clone', 'voice_clone', 'Speak a script with a cloned voice', { voice_key: 'audio' }, [
    'limits.voice-clone-',
    'limits.voice-sample-',
  ]),
  getJob: {
    method: 'GET',
    path: '/jobs/{job_id}',
    tag: 'Jobs',
    summary: 'Read a job: its status, its result or its error',
    authenticated: true,
    response: Job,
    errors: ['not_found'],
    cites: ['endpoints.jobs.', 'resources.job.', 'states.job.'],
  },
  createLiveSwapSession: {
    method: 'POST',
    path: '/full-live-swap/session',
    tag: 'Sessions',
    summary: 'Fund a Full Live Swap session',
    authenticated: true,
    body: LiveSwapSessionBody,
    response: LiveSwapSession,
    status: 'session-status',
    errors: ['invalid_input', 'insufficient_balance', 'capability_unavailable', 'capacity_unavailable'],
    cites: ['endpoints.full-live-swap.', 'resources.live-swap-session.', 'limits.live-swap-'],
  },
  listVoices: {
    method: 'GET',
    path: '/voices',
    tag: 'Voices',
    summary: 'List the voice profiles',
    authenticated: true,
    response: Voices,
    errors: [],
    cites: ['endpoints.voices.', 'resources.voice-profile.'],
  },
  createVoiceSession: {
    method: 'POST',
    path: '/voice/session',
    tag: 'Sessions',
    summary: 'Fund a Voice Changer session',
    authenticated: true,
    body: VoiceSessionBody,
    response: VoiceSession,
    status: 'session-status',
    errors: [
      'invalid_input',
      'insufficient_balance',
      'capability_unavailable',
      'capacity_unavailable',
      'capacity_warming',
    ],
    cites: ['endpoints.voice-session.', 'resources.voice-session.', 'limits.voice-session-'],
  },
  getBalance: {
    method: 'GET',
    path: '/balance',
    tag: 'Billing',
    summary: 'Read the balance and what was spent',
    authenticated: true,
    response: Balance,
    errors: [],
    cites: ['endpoints.balance.', 'resources.balance.'],
  },
  listUsage: {
    method: 'GET',
    path: '/usage',
    tag: 'Billing',
    summary: 'List usage records',
    authenticated: true,
    query: Type.Object({
      limit: Type.Optional(
        Type.Integer({
          description: 'How many records at the most.',
          minimum: 1,
          maximum: limits.usageLimitMax,
          default: limits.usageLimitDefault,
          examples: [20],
        }),
      ),
      ...period,
    }),
    response: Usage,
    errors: ['invalid_input'],
    cites: ['endpoints.usage.', 'resources.usage-record.', 'limits.usage-limit-'],
  },
  getUsageSummary: {
    method: 'GET',
    path: '/usage/summary',
    tag: 'Billing',
    summary: 'Read totals over the whole history',
    authenticated: true,
    query: Type.Object(period),
    response: UsageSummary,
    errors: ['invalid_input'],
    cites: ['endpoints.usage-summary.'],
  },
  getPricing: {
    method: 'GET',
    path: '/pricing',
    tag: 'Billing',
    summary: 'Read the current rates; needs no key',
    authenticated: false,
    response: RateCard,
    errors: [],
    cites: ['endpoints.pricing.', 'resources.rate-card.', 'authentication.pricing-public'],
  },
} as const satisfies Record<string, Operation>;

/** Every clause that speaks of an operation. */
export const clausesOf = (operation: Operation): ClauseId[] =>
  (Object.keys(clauses) as ClauseId[]).filter((id) => operation.cites.some((prefix) => id.startsWith(prefix)));
