/** The seven submits as the judge makes them: which file goes into which field, and a body that is lawful. */
import type { JobErrorCode } from '../spec/errors.ts';
import { type OperationId, operations } from '../spec/operations.ts';
import type { JobEndpoint, JobFeature } from '../spec/vocabulary.ts';
import type { Input, InputRole } from './target.ts';

export type JobOperationId = Extract<OperationId, `submit${string}`>;

export type JobCall = {
  readonly operation: JobOperationId;
  readonly feature: JobFeature;
  readonly inputs: { readonly [field: string]: InputRole };
  /** What its result is. */
  readonly result: 'video' | 'image' | 'audio';
};

export const jobCalls = {
  'character-swap': {
    operation: 'submitCharacterSwap',
    feature: 'character_swap',
    inputs: { video_key: 'video', character_key: 'image' },
    result: 'video',
  },
  'face-swap': {
    operation: 'submitFaceSwap',
    feature: 'face_swap',
    inputs: { video_key: 'video', face_key: 'face' },
    result: 'video',
  },
  'face-swap-image': {
    operation: 'submitFaceSwapImage',
    feature: 'face_swap_image',
    inputs: { image_key: 'image', face_key: 'face' },
    result: 'image',
  },
  'motion-control': {
    operation: 'submitMotionControl',
    feature: 'motion_control',
    inputs: { image_key: 'image', motion_video_key: 'video' },
    result: 'video',
  },
  avatar: { operation: 'submitAvatar', feature: 'avatar', inputs: { image_key: 'image' }, result: 'video' },
  'lip-sync': {
    operation: 'submitLipSync',
    feature: 'lip_sync',
    inputs: { video_key: 'video', audio_key: 'audio' },
    result: 'video',
  },
  'voice-clone': {
    operation: 'submitVoiceClone',
    feature: 'voice_clone',
    inputs: { voice_key: 'voice' },
    result: 'audio',
  },
} as const satisfies Record<JobEndpoint, JobCall>;

/** Where a file goes that makes a job fail: the endpoint, and the field of its body. */
type FailingCall = { readonly endpoint: JobEndpoint; readonly field: string };

/** @param wanted the endpoint that is taken if it has a field for the file; else one that has. Undefined where none has */
export const failingCall = (
  file: Pick<Input, 'contentType'>,
  wanted: JobEndpoint = 'face-swap-image',
): FailingCall | undefined => {
  for (const endpoint of [wanted, ...failingEndpoints]) {
    const field = failingField(endpoint, file);
    if (field !== undefined) return { endpoint, field };
  }
  return undefined;
};

/** For an image, a video and a sound: the ones that need the least beside it. */
const failingEndpoints: readonly JobEndpoint[] = ['face-swap-image', 'face-swap', 'voice-clone'];

/** Why a file for a code is of no use, where no endpoint takes it. */
export const takenNowhere = (code: JobErrorCode, { contentType }: Pick<Input, 'contentType'>): string =>
  `no job endpoint takes ${contentType}, which the file for ${code} is`;

/** The field that a failing file takes: the first one of its kind. Undefined where there is none. */
export const failingField = (endpoint: JobEndpoint, { contentType }: Pick<Input, 'contentType'>): string | undefined =>
  Object.entries(operations[jobCalls[endpoint].operation].job.inputs).find(
    ([, kind]) => kind === contentType.split('/')[0],
  )?.[0];

/** What avatars and voice clones say where nothing else is to be said. */
export const usualScript = 'Good morning. This is a test of the interface.';

/** The same where each second of it is paid for. */
export const shortScript = 'Good morning.';

/** @param keys the file keys by field */
export const lawfulBody = (
  endpoint: JobEndpoint,
  keys: { readonly [field: string]: string },
  script: string,
): { readonly [name: string]: unknown } =>
  endpoint === 'avatar' || endpoint === 'voice-clone' ? { ...keys, script } : { ...keys };
