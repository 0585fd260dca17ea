/** What a result is: its size, length and link. */
import type { ProseGapTable } from '../../gap.ts';

export const outputs = {
  'result-kind': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Which kind of file do motion control, avatar and lip sync result in?',
    accept: 'A video, as soundtrack and resolution suggest; another kind is noted and not failed.',
    ours: 'A video.',
    others: 'A sound for an avatar, a moving image for motion control.',
  },
  'several-faces': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Which face is replaced or taken where an input shows several, and which jobs need one at all?',
    accept: 'Any outcome for such an input; checks use inputs with one clear face.',
    ours: 'No input is looked at: a job fails for want of a face only when told so.',
    others: 'The largest face, the first, or all; `face_not_detected` for several.',
  },
  'avatar-language': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Which language does an avatar speak when `language` is left out?',
    accept: 'Any; checks do not listen.',
    ours: 'None: the speech of the mock is no language.',
    others: 'That of the script, as for a voice clone, or that of the voice.',
  },
  'resolution-meaning': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Which side do 480, 720 and 1080 measure, and which 1k and 2k, for portrait and square sources?',
    accept: 'Any size; a check only notes it.',
    ours: 'The short side for the former, the long side for the latter; the shape follows the source.',
    others: 'Height, width, or a fixed frame with bars.',
  },
} as const satisfies ProseGapTable;
