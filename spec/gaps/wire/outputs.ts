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
  'link-access': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'Is the signature of an output link enough, and is the link on the host of the API?',
    accept: 'A download without the API key, from any host.',
    default: 'signature',
    values: {
      signature: 'Enough; the same host, and an API key that is sent along is not looked at.',
      'no-api-key': 'Enough; an Authorization header beside it is refused with 400, as storage hosts do.',
    },
  }),
  'result-retention': wireGap({
    kind: 'contradiction',
    section: 'events',
    question: 'Links expire, yet results do not because a delivery failed: for how long is the file itself kept?',
    accept: 'Any time beyond the webhook retries; a new link or the old one.',
    default: 'as-job',
    values: {
      'as-job': 'As long as the job.',
      '30d': '30 days: after that its links lead nowhere.',
    },
  }),
  'image-result': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'Which image format does a swapped image have?',
    accept: 'Any image type.',
    default: 'png',
    values: {
      png: 'image/png.',
      gif: 'image/gif.',
    },
  }),
  'voice-result': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'Which format does the audio file of a voice clone have?',
    accept: 'Any audio type.',
    default: 'wav',
    values: {
      wav: 'audio/wav.',
      mp3: 'audio/mpeg.',
    },
  }),
  'lip-sync-sound': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'Is the audio that the lips follow the sound of a lip sync, or mixed with that of the video?',
    accept: 'Any sound, and none.',
    default: 'given',
    values: {
      given: 'The given audio alone.',
      silent: 'No sound: it is for the caller to add it.',
    },
  }),
  'result-length': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'How long is the result of a lip sync whose video and audio differ, and of the other video jobs?',
    accept: 'Any length above zero.',
    default: 'of-audio',
    values: {
      'of-audio': 'As long as the audio for a lip sync, else as long as the video.',
      'of-video': 'As long as the video.',
    },
  }),
} as const satisfies WireGapTable;
