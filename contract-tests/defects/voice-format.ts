/** A format frame that is late, doubled or wrong. */
import type { Defect } from './defect.ts';
import { isVoice, streaming } from './ports.ts';
import { endpoint, format, hasVoice, isPlain, rows } from './voice-line.ts';

const otherFormat = (change: (json: { sample_rate: number; chunk_frames: number }) => unknown) =>
  format((send, text) =>
    send(JSON.stringify(change(JSON.parse(text) as { sample_rate: number; chunk_frames: number })), false),
  );

export const voiceFormatDefects: readonly Defect[] = [
  ...rows(
    `${endpoint}.format-unprompted`,
    ['format-none', 'sends no format frame', format(() => undefined)],
    ['format-none-with-voice', 'sends no format frame where a voice was chosen', format(() => undefined, hasVoice)],
    [
      'format-none-without-voice',
      'sends a format frame only where a voice was chosen',
      format(() => undefined, isPlain),
    ],
    [
      'format-after-audio',
      'sends the format frame behind the first audio',
      streaming(isVoice, (line) => {
        let held: Buffer | string | undefined;
        return {
          send: (data, isBinary) => {
            if (!isBinary) return void (held = data);
            line.send(data, true);
            if (held !== undefined) line.send(held, false);
            held = undefined;
          },
        };
      }),
      [`${endpoint}.format-first`],
    ],
    [
      'format-upon-audio',
      'sends the format frame when it has heard audio',
      streaming(isVoice, (line) => {
        let held: Buffer | string | undefined;
        return {
          send: (data, isBinary) => {
            if (!isBinary) return void (held = data);
            if (held !== undefined) line.send(held, false);
            held = undefined;
            line.send(data, true);
          },
        };
      }),
    ],
  ),
  ...rows(
    `${endpoint}.format-first`,
    [
      'format-behind-silence',
      'sends a moment of silence before the format frame',
      format((send, text) => {
        send(Buffer.alloc(960), true);
        send(text, false);
      }),
    ],
    [
      'format-behind-greeting',
      'greets before the format frame',
      format((send, text) => {
        send('{"type":"hello"}', false);
        send(text, false);
      }),
    ],
    [
      'format-behind-greeting-with-voice',
      'tells that the voice is loaded before the format frame',
      format((send, text) => {
        send('{"voice":"ready"}', false);
        send(text, false);
      }, hasVoice),
    ],
  ),
  ...rows(
    `${endpoint}.format-once`,
    [
      'format-twice',
      'sends the format frame twice',
      format((send, text) => {
        send(text, false);
        send(text, false);
      }),
    ],
    [
      'format-again-and-again',
      'sends the format frame before each third message of audio',
      streaming(isVoice, (line) => {
        let text: Buffer | string = '';
        let count = 0;
        return {
          send: (data, isBinary) => {
            if (!isBinary) text = data;
            else if (++count % 3 === 0) line.send(text, false);
            line.send(data, isBinary);
          },
        };
      }),
    ],
    [
      'format-again-with-voice',
      'sends the format frame again when the voice is set',
      format((send, text) => {
        send(text, false);
        send(text, false);
      }, hasVoice),
    ],
  ),
  ...rows(
    `${endpoint}.format-text-json`,
    ['format-binary', 'sends the format as a binary frame', format((send, text) => send(Buffer.from(text), true))],
    [
      'format-malformed',
      'writes the format frame with single quotes',
      format((send, text) => send(text.replaceAll('"', "'"), false)),
    ],
    [
      'format-pairs',
      'writes the format as name=value',
      format((send, text) => send(text.replaceAll(/[{}"]/g, '').replaceAll(':', '='), false)),
    ],
    [
      'format-list',
      'writes the format as an array',
      otherFormat((json) => [json.sample_rate, json.chunk_frames]),
      ['resources.audio-format.sample-rate-present', 'resources.audio-format.chunk-frames-present'],
    ],
  ),
  ...rows(
    'resources.audio-format.sample-rate-present',
    [
      'sample-rate-missing',
      'leaves sample_rate out of the format frame',
      otherFormat(({ chunk_frames }) => ({ chunk_frames })),
    ],
    [
      'sample-rate-renamed',
      'writes sample_rate in camel case',
      otherFormat(({ sample_rate: sampleRate, chunk_frames }) => ({ sampleRate, chunk_frames })),
    ],
    [
      'format-wrapped',
      'wraps the format in another object',
      otherFormat((json) => ({ audio_format: json })),
      ['resources.audio-format.chunk-frames-present'],
    ],
  ),
  ...rows(
    'resources.audio-format.sample-rate-integer',
    [
      'sample-rate-text',
      'writes sample_rate as text',
      otherFormat((json) => ({ ...json, sample_rate: String(json.sample_rate) })),
    ],
    [
      'sample-rate-kilohertz',
      'writes sample_rate in thousands, with a fraction',
      otherFormat((json) => ({ ...json, sample_rate: json.sample_rate / 1_000 + 0.05 })),
    ],
  ),
  ...rows(
    'resources.audio-format.chunk-frames-present',
    [
      'chunk-frames-missing',
      'leaves chunk_frames out of the format frame',
      otherFormat(({ sample_rate }) => ({ sample_rate })),
    ],
    [
      'chunk-frames-renamed',
      'calls chunk_frames chunk_size',
      otherFormat(({ sample_rate, chunk_frames: chunk_size }) => ({ sample_rate, chunk_size })),
    ],
  ),
  ...rows(
    'resources.audio-format.chunk-frames-integer',
    [
      'chunk-frames-text',
      'writes chunk_frames as text',
      otherFormat((json) => ({ ...json, chunk_frames: String(json.chunk_frames) })),
    ],
    [
      'chunk-frames-seconds',
      'writes chunk_frames in seconds',
      otherFormat((json) => ({ ...json, chunk_frames: json.chunk_frames / json.sample_rate })),
    ],
    ['chunk-frames-null', 'writes null for chunk_frames', otherFormat((json) => ({ ...json, chunk_frames: null }))],
  ),
];
