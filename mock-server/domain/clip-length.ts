/** How long a clip may be, and when that is found out: the limit behind `input_too_large` is not documented (gap `duration-limit`). */
import type { GapChoices } from '../../spec/gaps.ts';
import { type Refused, refuse } from './refusal.ts';
import type { Upload } from './upload.ts';

type Rule = {
  readonly when: 'submit' | 'upload';
  readonly minutesMax: { readonly video: number; readonly audio: number };
};

const rules = {
  'at-submit': { when: 'submit', minutesMax: { video: 10, audio: 30 } },
  'at-upload': { when: 'upload', minutesMax: { video: 10, audio: 30 } },
  'short-at-submit': { when: 'submit', minutesMax: { video: 2, audio: 10 } },
} as const satisfies Record<GapChoices['duration-limit'], Rule>;

/** Taken where a file's length could not be read. */
export const assumedSeconds = 10;

/** Length of a file in seconds; the assumed one where it could not be read. */
export const lengthOf = ({ durationSeconds = assumedSeconds }: Pick<Upload, 'durationSeconds'>): number =>
  durationSeconds;

/** @param field how the message names the file */
export const refuseLongClip = (
  when: Rule['when'],
  field: string,
  upload: Pick<Upload, 'kind' | 'durationSeconds'>,
  choices: GapChoices,
): Refused | undefined => {
  const rule: Rule = rules[choices['duration-limit']];
  if (upload.kind === 'image' || rule.when !== when) return undefined;
  const minutes = rule.minutesMax[upload.kind];
  const seconds = lengthOf(upload);
  return seconds > minutes * 60
    ? refuse('input_too_large', `${field}: ${upload.kind} may last ${minutes} minutes, this lasts ${seconds} s`)
    : undefined;
};
