/** Which kind of file a result is: its ending and its content type. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { MediaKind } from '../../../spec/vocabulary.ts';

export type ResultForm = { readonly ending: 'png' | 'wav' | GapChoices['video-result']; readonly contentType: string };

const videos = {
  mp4: { ending: 'mp4', contentType: 'video/mp4' },
  mov: { ending: 'mov', contentType: 'video/quicktime' },
} as const satisfies Record<GapChoices['video-result'], ResultForm>;

export const formOf = (kind: MediaKind, choices: GapChoices): ResultForm => {
  switch (kind) {
    case 'image':
      return { ending: 'png', contentType: 'image/png' };
    case 'audio':
      return { ending: 'wav', contentType: 'audio/wav' };
    case 'video':
      return videos[choices['video-result']];
    default:
      return kind satisfies never;
  }
};
