/** What the result of a job will be: its kind, size and length, from its inputs and its fields. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { JobFeature } from '../../../spec/vocabulary.ts';
import type { ResultPlan, SpeechPlan } from '../job.ts';
import { lengthOf } from '../clip-length.ts';
import { charactersPerSecond, countCharacters } from '../text.ts';
import type { Upload } from '../upload.ts';
import { type Body, resolutionOf, scriptOf, textOf } from './body.ts';
import type { Inputs } from './inputs.ts';
import { sentencesOf } from './sentences.ts';

/** Taken where a file's size could not be read. */
const assumed = { width: 1280, height: 720 } as const;

/** Long side of a character swap's output. */
const longSide = { '1k': 1024, '2k': 2048 } as const;

export type ResultShape = Omit<ResultPlan, 'seed'>;

export const shapeOfResult = (feature: JobFeature, inputs: Inputs, body: Body, choices: GapChoices): ResultShape => {
  const lines = linesOf(body, choices);
  switch (feature) {
    case 'character_swap': {
      const video = input(inputs, 'video_key');
      const size = scaleLongSide(sizeOf(video), longSide[resolutionOf(body)]);
      return { kind: 'video', ...size, durationSeconds: lengthOf(video), soundtrack: video.fileKey };
    }
    case 'face_swap': {
      const video = input(inputs, 'video_key');
      return {
        kind: 'video',
        ...outputSize(video, lines),
        durationSeconds: lengthOf(video),
        ...(choices['face-swap-sound'] === 'kept' && { soundtrack: video.fileKey }),
      };
    }
    case 'face_swap_image':
      return { kind: 'image', ...sizeOf(input(inputs, 'image_key')) };
    case 'motion_control': {
      const motion = input(inputs, 'motion_video_key');
      const size = even(sizeOf(input(inputs, 'image_key')));
      return { kind: 'video', ...size, durationSeconds: lengthOf(motion), soundtrack: motion.fileKey };
    }
    case 'avatar':
      return {
        kind: 'video',
        ...outputSize(input(inputs, 'image_key'), lines),
        durationSeconds: speakingSeconds(body),
        speech: speechOf(body, chosenVoice(body)),
      };
    case 'lip_sync': {
      const [video, audio] = [input(inputs, 'video_key'), input(inputs, 'audio_key')];
      const size = outputSize(video, lines);
      return {
        kind: 'video',
        ...size,
        durationSeconds: lengthOf(choices['result-length'] === 'of-audio' ? audio : video),
        ...(choices['lip-sync-sound'] === 'given' && { soundtrack: audio.fileKey }),
      };
    }
    case 'voice_clone':
      return {
        kind: 'audio',
        durationSeconds: speakingSeconds(body),
        speech: speechOf(body, { reference: input(inputs, 'voice_key').fileKey }),
      };
    default:
      return feature satisfies never;
  }
};

const languageCharsMax = 35;

const speechOf = (body: Body, voice: SpeechPlan['voice']): SpeechPlan => {
  const language = textOf(body, 'language')?.slice(0, languageCharsMax);
  return {
    sentences: sentencesOf(scriptOf(body)),
    ...(voice !== undefined && { voice }),
    ...(language !== undefined && { language }),
  };
};

const chosenVoice = (body: Body): SpeechPlan['voice'] => {
  const id = textOf(body, 'voice_id');
  return id === undefined ? undefined : { id };
};

/** Lines that were asked for; where none were, the gap `resolution-default` says how many. */
export const linesOf = (body: Body, choices: GapChoices): number =>
  typeof body['output_resolution_p'] === 'number' ? body['output_resolution_p'] : Number(choices['resolution-default']);

type Size = { readonly width: number; readonly height: number };

const input = (inputs: Inputs, field: string): Upload => {
  const upload = inputs[field];
  if (upload === undefined) throw new Error(`no input ${field}`);
  return upload;
};

const sizeOf = ({ width = assumed.width, height = assumed.height }: Upload): Size => ({ width, height });

/** The short side has `output_resolution_p` lines, in the shape of the input. */
const outputSize = (upload: Upload, lines: number): Size => {
  const size = sizeOf(upload);
  return even(scale(size, lines / Math.min(size.width, size.height)));
};

const scaleLongSide = (size: Size, side: number): Size => even(scale(size, side / Math.max(size.width, size.height)));

const scale = ({ width, height }: Size, by: number): Size => ({ width: width * by, height: height * by });

/** H.264 with 4:2:0 colour has sides of even length. */
const even = ({ width, height }: Size): Size => ({ width: evenSide(width), height: evenSide(height) });
const evenSide = (side: number): number => Math.max(2, 2 * Math.round(side / 2));

/** Of a body with a script: how long it takes to speak it. */
export const speakingSeconds = (body: Body): number => countCharacters(scriptOf(body)) / charactersPerSecond;
