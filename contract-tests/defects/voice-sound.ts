/** Sound that is lost, changed, put in another order, or not what was asked for. */
import type { Defect } from './defect.ts';
import { type Line, deciding, streaming } from './ports.ts';
import { endpoint, hasVoice, isPlain, rows, samples, sound } from './voice-line.ts';

const everySecondSample = (bytes: Buffer): Buffer => {
  const half = Buffer.alloc(2 * Math.floor(bytes.length / 4));
  for (let at = 0; at < half.length; at += 2) half.writeInt16LE(bytes.readInt16LE(2 * at), at);
  return half;
};

const everySampleTwice = (bytes: Buffer): Buffer => {
  const double = Buffer.alloc(2 * bytes.length);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    bytes.copy(double, 2 * at, at, at + 2);
    bytes.copy(double, 2 * at + 2, at, at + 2);
  }
  return double;
};

const highBytes = (bytes: Buffer): Buffer => Buffer.from(bytes.filter((_, at) => at % 2 === 1));

const fileHeader = Buffer.from(
  'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\0\0\0\0',
  'latin1',
);

export const voiceSoundDefects: readonly Defect[] = [
  ...rows(
    `${endpoint}.pass-through`,
    [
      'echo-text',
      'takes a text for sound',
      streaming(isPlain, (line) => ({
        close: (code, reason) => {
          if (code === 1003) line.send(Buffer.from('no sound'), true);
          else line.close(code, reason);
        },
      })),
    ],
    ['echo-lowest-bit', 'loses the lowest bit of each sample', samples((sample) => sample & ~1)],
    [
      'echo-louder',
      'makes the sound a little louder',
      samples((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 1.02)))),
    ],
    ['echo-clipped', 'cuts the lowest sample off', samples((sample) => Math.max(-32_767, sample))],
    ['echo-gated', 'makes silence of what is very quiet', samples((sample) => (Math.abs(sample) < 2 ? 0 : sample))],
    [
      'echo-dithered',
      'adds the lowest bit to each hundredth sample',
      samples((sample, place) => (place % 100 === 99 ? sample ^ 1 : sample)),
    ],
    ['echo-silent', 'gives silence back', samples(() => 0)],
    [
      'echo-big-endian',
      'gives samples back with their high byte first',
      sound((send) => (bytes) => send(bytes.swap16())),
    ],
    [
      'echo-bit-flip',
      'flips a bit in each fiftieth message',
      sound((send) => (bytes, count) => {
        if (count % 50 === 0) bytes[0] = (bytes[0] ?? 0) ^ 1;
        send(bytes);
      }),
    ],
    [
      'echo-pairs-swapped',
      'sends each second message before the first of its pair',
      sound((send) => {
        let held: Buffer | undefined;
        return (bytes) => {
          if (held === undefined) return void (held = bytes);
          send(bytes);
          send(held);
          held = undefined;
        };
      }),
    ],
    [
      'echo-late-swap',
      'swaps two messages once in a hundred',
      sound((send) => {
        let held: Buffer | undefined;
        return (bytes, count) => {
          if (count % 100 === 70) return void (held = bytes);
          send(bytes);
          if (held !== undefined) send(held);
          held = undefined;
        };
      }),
    ],
    [
      'echo-drops-tenth',
      'loses each tenth message',
      sound((send) => (bytes, count) => count % 10 !== 0 && send(bytes)),
    ],
    ['echo-drops-first', 'loses the first message', sound((send) => (bytes, count) => count > 1 && send(bytes))],
    [
      'echo-drops-rare',
      'loses one message in three hundred',
      sound((send) => (bytes, count) => count % 300 !== 0 && send(bytes)),
    ],
    [
      'echo-doubles-seventh',
      'sends each seventh message twice',
      sound((send) => (bytes, count) => {
        send(bytes);
        if (count % 7 === 0) send(bytes);
      }),
    ],
    [
      'echo-first-only',
      'gives the first message back and no other',
      sound((send) => (bytes, count) => count === 1 && send(bytes)),
    ],
    [
      'echo-one-behind',
      'is always one message behind',
      sound((send) => {
        let held: Buffer | undefined;
        return (bytes) => {
          if (held !== undefined) send(held);
          held = bytes;
        };
      }),
    ],
    ['echo-half-rate', 'gives each second sample back', sound((send) => (bytes) => send(everySecondSample(bytes)))],
    ['echo-stereo', 'gives the sound back in two channels', sound((send) => (bytes) => send(everySampleTwice(bytes)))],
    ['echo-eight-bits', 'gives the high bytes back alone', sound((send) => (bytes) => send(highBytes(bytes)))],
    [
      'echo-as-text',
      'gives the sound back in text frames',
      sound((_, line) => (bytes) => line.send(bytes.toString('base64'), false)),
    ],
    [
      'echo-file-header',
      'begins the sound with the header of a file',
      sound((send) => (bytes, count) => send(count === 1 ? Buffer.concat([fileHeader, bytes]) : bytes)),
    ],
    [
      'echo-cut',
      'cuts messages that are longer than 480 samples',
      sound((send) => (bytes) => send(bytes.subarray(0, 960))),
    ],
    [
      'echo-filled',
      'fills messages that are shorter than 480 samples',
      sound(
        (send) => (bytes) =>
          send(bytes.length < 960 ? Buffer.concat([bytes, Buffer.alloc(960 - bytes.length)]) : bytes),
      ),
    ],
    [
      'echo-short-lost',
      'loses messages of less than ten samples',
      sound((send) => (bytes) => bytes.length >= 20 && send(bytes)),
    ],
    [
      'echo-faded-in',
      'fades the first messages in',
      sound((send) => (bytes, count) => {
        if (count <= 3)
          for (let at = 0; at + 1 < bytes.length; at += 2) bytes.writeInt16LE(bytes.readInt16LE(at) >> (4 - count), at);
        send(bytes);
      }),
    ],
    [
      'echo-crossed',
      'sends the sound of one session to the one that was opened last',
      () => {
        let last: Line | undefined;
        return sound((_, line) => {
          last = line;
          return (bytes) => last?.send(bytes, true);
        })();
      },
    ],
    [
      'echo-mixed',
      'mixes the sounds of sessions that are open at once',
      () => {
        const lines = new Set<Line>();
        return streaming(isPlain, (line) => {
          lines.add(line);
          return {
            send: (data, isBinary) => {
              if (isBinary) for (const one of lines) one.send(data, true);
              else line.send(data, false);
            },
            ended: () => {
              lines.delete(line);
              line.ended();
            },
          };
        })();
      },
    ],
    [
      'echo-ends-early',
      'closes the socket after 50 messages',
      sound((send, line) => (bytes, count) => {
        send(bytes);
        if (count === 50) line.close(1000, 'that is enough');
      }),
    ],
    [
      'echo-converted',
      'gives a session without a voice one of its own choice',
      deciding(
        (next) => (account, world, command, moment) =>
          next(
            account,
            world,
            command.type === 'create-session' && command.capability === 'voice_changer'
              ? { voiceProfileId: 'voice_meadow', ...command }
              : command,
            moment,
          ),
      ),
    ],
  ),
  ...rows(`${endpoint}.converted-same-connection`, [
    'voice-mute',
    'gives nothing back where a voice was chosen',
    sound(() => () => undefined, hasVoice),
  ]),
  ...rows(
    `${endpoint}.converted-same-format`,
    [
      'voice-as-text',
      'gives converted sound back in text frames',
      sound((_, line) => (bytes) => line.send(bytes.toString('base64'), false), hasVoice),
    ],
    [
      'voice-as-json',
      'wraps converted sound in JSON',
      sound((_, line) => (bytes) => line.send(JSON.stringify({ audio: bytes.toString('hex') }), false), hasVoice),
    ],
    [
      'voice-half-rate',
      'gives converted sound back at half the sample rate',
      sound((send) => (bytes) => send(everySecondSample(bytes)), hasVoice),
    ],
    [
      'voice-double-rate',
      'gives converted sound back at twice the sample rate',
      sound((send) => (bytes) => send(everySampleTwice(bytes)), hasVoice),
    ],
    [
      'voice-eight-bits',
      'gives converted sound back in eight bits',
      sound((send) => (bytes) => send(highBytes(bytes)), hasVoice),
    ],
    [
      'voice-file-header',
      'begins converted sound with the header of a file',
      sound((send) => (bytes, count) => send(count === 1 ? Buffer.concat([fileHeader, bytes]) : bytes), hasVoice),
    ],
    [
      'voice-half-sample',
      'cuts the first converted sample in two',
      sound((send) => (bytes, count) => send(count === 1 ? bytes.subarray(1) : bytes), hasVoice),
    ],
    [
      'voice-first-second-only',
      'stops converting after a second',
      sound((send) => (bytes, count) => count <= 50 && send(bytes), hasVoice),
    ],
  ),
  ...rows(
    `${endpoint}.voice-set-by-service`,
    [
      'voice-ignored',
      'gives the sound back as it is where a voice was chosen',
      deciding((next) => (account, world, command, moment) => {
        if (command.type !== 'create-session') return next(account, world, command, moment);
        const { voiceProfileId: _, ...rest } = command;
        return next(account, world, rest, moment);
      }),
    ],
    [
      'voice-always-the-same',
      'sets the first voice whichever was chosen',
      deciding(
        (next) => (account, world, command, moment) =>
          next(
            account,
            world,
            command.type === 'create-session' && command.voiceProfileId !== undefined
              ? { ...command, voiceProfileId: 'voice_ember' }
              : command,
            moment,
          ),
      ),
    ],
    [
      'voice-last-ignored',
      'does not know the last voice of the list',
      deciding((next) => (account, world, command, moment) => {
        if (command.type !== 'create-session' || command.voiceProfileId !== 'voice_tin')
          return next(account, world, command, moment);
        const { voiceProfileId: _, ...rest } = command;
        return next(account, world, rest, moment);
      }),
    ],
  ),
];
