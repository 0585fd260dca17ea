/** The bodies of the seven submits. Lengths and values are the document's; what it leaves open is not restricted here. */
import { Type, type Static } from 'typebox';
import { limits } from '../limits.ts';
import { outputResolutions, resolutions } from '../vocabulary.ts';

/** Different files, so that an example body could be sent as it stands. */
const exampleKeys = {
  video: 'file_a1_9k2m4x7q',
  image: 'file_a1_3t8w1c5r',
  face: 'file_a1_6y2h9n4d',
  audio: 'file_a1_7b5j2g8s',
};

const key = (of: string, example: keyof typeof exampleKeys) =>
  Type.String({ description: `\`file_key\` of ${of}.`, examples: [exampleKeys[example]] });

const callbackUrl = Type.Optional(
  Type.String({
    description: 'Where the terminal job is POSTed as a webhook.',
    examples: ['https://integrator.example/webhooks'],
  }),
);

const outputResolution = Type.Optional(
  Type.Enum([...outputResolutions], {
    type: 'integer',
    description: 'Lines of the output video.',
    examples: [720],
  }),
);

const script = (of: string, charsMax: number) =>
  Type.String({ description: of, maxLength: charsMax, examples: ['Welcome to the demonstration.'] });

const language = (of: string) => Type.Optional(Type.String({ description: of, examples: ['en'] }));

export const CharacterSwapBody = Type.Object(
  {
    video_key: key('the reference video', 'video'),
    character_key: key('the character image', 'image'),
    resolution: Type.Optional(
      Type.Enum([...resolutions], { description: 'Size of the output.', default: '1k', examples: ['2k'] }),
    ),
    callback_url: callbackUrl,
  },
  { title: 'CharacterSwapBody' },
);

export const FaceSwapBody = Type.Object(
  {
    video_key: key('the source video', 'video'),
    face_key: key('the face', 'face'),
    output_resolution_p: outputResolution,
    callback_url: callbackUrl,
  },
  { title: 'FaceSwapBody' },
);

export const FaceSwapImageBody = Type.Object(
  { image_key: key('the base image', 'image'), face_key: key('the face', 'face'), callback_url: callbackUrl },
  { title: 'FaceSwapImageBody' },
);

export const MotionControlBody = Type.Object(
  {
    image_key: key('the character image', 'image'),
    motion_video_key: key('the motion reference', 'video'),
    callback_url: callbackUrl,
  },
  { title: 'MotionControlBody' },
);

export const AvatarBody = Type.Object(
  {
    image_key: key('the portrait', 'image'),
    script: script('What the avatar says.', limits.avatarScriptCharsMax),
    voice_id: Type.Optional(
      Type.String({ description: 'A specific voice; one is chosen if omitted.', examples: ['voice_amber'] }),
    ),
    language: language('Language hint for the voice.'),
    output_resolution_p: outputResolution,
    callback_url: callbackUrl,
  },
  { title: 'AvatarBody' },
);

export const LipSyncBody = Type.Object(
  {
    video_key: key('the source video', 'video'),
    audio_key: key('the audio', 'audio'),
    output_resolution_p: outputResolution,
    callback_url: callbackUrl,
  },
  { title: 'LipSyncBody' },
);

export const VoiceCloneBody = Type.Object(
  {
    voice_key: key('the reference voice: 3 to 15 seconds of clean, continuous speech by one speaker', 'audio'),
    script: script('Text to speak.', limits.voiceCloneScriptCharsMax),
    language: language('Language hint; detected from the text if omitted.'),
    callback_url: callbackUrl,
  },
  { title: 'VoiceCloneBody' },
);

/** The body of each submit, by the name of its path. */
export const submitBodies = {
  'character-swap': CharacterSwapBody,
  'face-swap': FaceSwapBody,
  'face-swap-image': FaceSwapImageBody,
  'motion-control': MotionControlBody,
  avatar: AvatarBody,
  'lip-sync': LipSyncBody,
  'voice-clone': VoiceCloneBody,
} as const;

/** The static type of each submit's body. */
export type SubmitBodies = { [endpoint in keyof typeof submitBodies]: Static<(typeof submitBodies)[endpoint]> };
