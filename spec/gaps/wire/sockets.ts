/** Sockets: who is let in, what the frames hold, and how a stream is closed. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const sockets = {
  'socket-bad-token': wireGap({
    kind: 'silent',
    section: 'authentication',
    question: 'How is a socket with a missing, wrong or expired token turned away?',
    accept: 'Any 4xx to the upgrade, or a close before any other frame.',
    default: '401',
    values: { '401': '401 to the upgrade.', '403': '403 to the upgrade.', '1008': 'Accepted, then closed with 1008.' },
  }),
  'socket-second': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'What if a second socket connects with a token that is already streaming?',
    accept: 'One of the two is turned away; no second is billed twice.',
    default: 'refused',
    values: { refused: 'Turned away like a bad token.', replaces: 'The newer one takes over, the older is closed.' },
  }),
  'live-swap-frames': wireGap({
    kind: 'explicit',
    section: 'endpoints',
    question: 'What do the frames of a live swap stream hold, in either direction?',
    accept: 'Anything.',
    default: 'echo',
    values: {
      echo: 'Each frame comes back as it was sent.',
      'ready-first': 'A JSON text frame first, then an echo.',
      changed: 'Binary frames come back with other bytes of the same length, text frames not at all.',
    },
  }),
  'voice-format': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'Which sample rate and chunk length does the format frame announce?',
    accept: 'Any positive integers; a client reads them.',
    default: '24000x480',
    values: {
      '24000x480': '24,000 Hz, 480 frames: 20 ms.',
      '16000x320': '16,000 Hz, 320 frames: 20 ms.',
      '48000x960': '48,000 Hz, 960 frames: 20 ms.',
      '44100x1024': '44,100 Hz, 1,024 frames: about 23 ms.',
    },
  }),
  'converted-voice': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'What does converted audio sound like, and is it as long and as early as what was sent?',
    accept: 'Any PCM of about the same length; a check never compares the sound.',
    default: 'equal-length',
    values: {
      'equal-length': 'A fixed audible change for each profile, sample for sample.',
      delayed: 'The same, behind 200 ms of silence.',
    },
  }),
  'odd-bytes': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'What if a binary message ends in the middle of a sample?',
    accept: 'The byte is carried over or dropped, or the socket is closed.',
    default: 'carried',
    values: { carried: 'It begins the next message.', closed: 'The socket is closed with 1003.' },
  }),
  'voice-text': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'What if the client sends text on the voice socket?',
    accept: 'Ignored, or the socket is closed.',
    default: 'closed',
    values: { closed: 'The socket is closed with 1003.', ignored: 'It has no effect.' },
  }),
  'hard-stop-close': wireGap({
    kind: 'silent',
    section: 'states',
    question: 'With which close code does the stream stop at `max_duration_sec`?',
    accept: 'Any close code.',
    default: '1000',
    values: { '1000': 'A normal end.', '1001': 'Going away.', '1008': 'Policy.', '4000': 'A private code.' },
  }),
} as const satisfies WireGapTable;
