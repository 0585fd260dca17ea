/** What a result is: its size, length and link. */
import type { ProseGapTable } from '../../gap.ts';

export const outputs = {
  'link-access': {
    kind: 'silent',
    section: 'resources',
    question: 'Is the signature of an output link enough, and is the link on the host of the API?',
    accept: 'A download without the API key, from any host.',
    ours: 'Enough; the same host, and an API key that is sent along is not looked at.',
    others: 'A storage host that refuses an Authorization header.',
  },
  'image-result': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Which image format does a swapped image have?',
    accept: 'Any image type.',
    ours: 'image/png.',
    others: 'image/jpeg or image/webp.',
  },
  'voice-result': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Which format does the audio file of a voice clone have?',
    accept: 'Any audio type.',
    ours: 'audio/wav.',
    others: 'audio/mpeg or audio/ogg.',
  },
  'resolution-meaning': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Which side do 480, 720 and 1080 measure, and which 1k and 2k, for portrait and square sources?',
    accept: 'Any size; a check only notes it.',
    ours: 'The short side for the former, the long side for the latter; the shape follows the source.',
    others: 'Height, width, or a fixed frame with bars.',
  },
  'result-length': {
    kind: 'silent',
    section: 'endpoints',
    question: 'How long is the result of a lip sync whose video and audio differ, and of the other video jobs?',
    accept: 'Any length above zero.',
    ours: 'As long as the audio for a lip sync, else as long as the video.',
    others: 'The shorter, the longer, or the video with silence.',
  },
} as const satisfies ProseGapTable;
