/** Results and their links: how long a link works, and what the file behind it is. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const outputs = {
  'link-lifetime': wireGap({
    kind: 'explicit',
    section: 'resources',
    question: 'For how long does a signed output link work?',
    accept: 'Any time; a client downloads at once and stores the result.',
    default: '24h',
    values: { '24h': '24 hours.', '1h': 'One hour.', '7d': 'Seven days.' },
  }),
  'link-renewal': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'Does polling a finished job give a fresh link, or the first one again?',
    accept: 'The same link or another one; a check compares what is behind it.',
    default: 'each-get',
    values: { 'each-get': 'Signed anew at each poll.', 'at-completion': 'Signed once, when the job succeeds.' },
  }),
  'link-expired': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'Which status does an expired or altered link answer with?',
    accept: 'Any 4xx.',
    default: '403',
    values: { '403': 'Forbidden.', '401': 'Unauthorized.', '404': 'Not found.', '410': 'Gone.' },
  }),
  'video-result': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'Which container does a video result come in?',
    accept: 'Any video type.',
    default: 'mp4',
    values: { mp4: 'video/mp4.', mov: 'video/quicktime.' },
  }),
  'resolution-default': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'How many lines has a video result when `output_resolution_p` is left out?',
    accept: 'Any size.',
    default: '720',
    values: { '720': '720.', '480': '480.', '1080': '1080.' },
  }),
  'face-swap-sound': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'Does a swapped video keep its sound, as character swap and motion control are said to?',
    accept: 'With sound or silent.',
    default: 'kept',
    values: { kept: 'The soundtrack of the source.', silent: 'No soundtrack.' },
  }),
} as const satisfies WireGapTable;
