/** Which kind of file a result is: its ending and its content type. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { MediaKind } from '../../../spec/vocabulary.ts';

export type ResultForm = {
  readonly ending: GapChoices['image-result' | 'voice-result' | 'video-result'];
  readonly contentType: string;
};

const sounds = {
  wav: { ending: 'wav', contentType: 'audio/wav' },
  mp3: { ending: 'mp3', contentType: 'audio/mpeg' },
} as const satisfies Record<GapChoices['voice-result'], ResultForm>;

const videos = {
  mp4: { ending: 'mp4', contentType: 'video/mp4' },
  mov: { ending: 'mov', contentType: 'video/quicktime' },
} as const satisfies Record<GapChoices['video-result'], ResultForm>;

export const formOf = (kind: MediaKind, choices: GapChoices): ResultForm => {
  switch (kind) {
    case 'image':
      return { ending: choices['image-result'], contentType: `image/${choices['image-result']}` };
    case 'audio':
      return sounds[choices['voice-result']];
    case 'video':
      return videos[choices['video-result']];
    default:
      return kind satisfies never;
  }
};
