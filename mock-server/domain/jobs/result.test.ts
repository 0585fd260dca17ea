import { expect, test } from 'vitest';
import { defaultChoices } from '../../../spec/gaps.ts';
import type { Upload } from '../upload.ts';
import { shapeOfResult } from './result.ts';

const upload = (fileKey: string, facts: Partial<Upload>): Upload => ({
  fileKey,
  kind: 'video',
  contentType: 'video/mp4',
  name: 'clip',
  bytes: 1,
  blob: 'b',
  storedAt: 0,
  ...facts,
});
const wide = upload('wide', { width: 1920, height: 1080, durationSeconds: 4 });
const tall = upload('tall', { width: 1080, height: 1920, durationSeconds: 7.5 });
const odd = upload('odd', { kind: 'image', width: 333, height: 501 });
const voice = upload('voice', { kind: 'audio', durationSeconds: 12 });
const unread = upload('unread', {});
const script = 'x'.repeat(30);

test.each([
  ['a swap at 720 lines', 'face_swap', { video_key: wide }, { output_resolution_p: 720 }, [1280, 720, 4, 'wide']],
  [
    'a tall one: its short side',
    'face_swap',
    { video_key: tall },
    { output_resolution_p: 480 },
    [480, 854, 7.5, 'tall'],
  ],
  ['720 lines where none are asked for', 'face_swap', { video_key: wide }, {}, [1280, 720, 4, 'wide']],
  ['a file that could not be read', 'face_swap', { video_key: unread }, {}, [1280, 720, 10, 'unread']],
  ['a character at 1k', 'character_swap', { video_key: wide }, {}, [1024, 576, 4, 'wide']],
  ['a character at 2k', 'character_swap', { video_key: tall }, { resolution: '2k' }, [1152, 2048, 7.5, 'tall']],
  ['an image as large as its base', 'face_swap_image', { image_key: odd }, {}, [333, 501, undefined, undefined]],
  [
    'motion: size of the image, length and sound of the clip',
    'motion_control',
    { image_key: odd, motion_video_key: tall },
    {},
    [334, 502, 7.5, 'tall'],
  ],
  [
    'lips: size of the video, length and sound of the voice',
    'lip_sync',
    { video_key: wide, audio_key: voice },
    { output_resolution_p: 1080 },
    [1920, 1080, 12, 'voice'],
  ],
  ['an avatar: two seconds for 30 characters', 'avatar', { image_key: odd }, { script }, [720, 1084, 2, undefined]],
  [
    'a voice: two seconds for 30 characters',
    'voice_clone',
    { voice_key: voice },
    { script },
    [undefined, undefined, 2, undefined],
  ],
] as const)('%s', (_, feature, inputs, body, [width, height, durationSeconds, soundtrack]) => {
  const shape = shapeOfResult(feature, inputs, body, defaultChoices);
  const { width: w, height: h, durationSeconds: seconds, soundtrack: sound } = shape;
  expect([w, h, seconds, sound]).toEqual([width, height, durationSeconds, soundtrack]);
});
