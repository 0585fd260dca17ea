/** The instruction of a live swap that names none (gap `default-prompt`). */
import type { GapChoices } from '../spec/gaps.ts';

export const defaultPrompts = {
  short: 'Swap the face in the stream for the chosen one and keep everything else as it is.',
  long: [
    'Swap the face in the stream for the chosen one, from the first frame to the last.',
    'Follow every turn of the head and every movement of eyes and mouth.',
    'Keep hair, clothes, light and background as they are.',
    'Where no face can be seen, leave the frame unchanged.',
  ].join(' '),
} as const satisfies Record<GapChoices['default-prompt'], string>;
