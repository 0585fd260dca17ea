/** A voice session with a voice: audio comes back on the same socket, in the same format, and it is another sound. What sound, is open. */
import { type Check, check } from '../check.ts';
import { type Line, audioIn, hum, cutInto, openLine, say } from '../probes/voice-talk.ts';
import { voiceIds } from '../probes/voices.ts';
import type { Actor } from '../actor.ts';
import type { Trial } from '../trial.ts';
import type { StreamFrame } from '../wire/stream.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isBrief } from '../sample.ts';

type Converted = {
  readonly voiceId: string;
  readonly session: Exchange;
  readonly sampleRate: number;
  readonly sent: Buffer;
  readonly heard: Buffer;
  /** All that came but the format. */
  readonly frames: readonly StreamFrame[];
};

export const voiceSocketConvertedChecks: readonly Check[] = [
  check({
    id: 'voice-socket.converted-same-connection',
    title: 'with a voice, audio comes back on the socket that it was sent on',
    clauses: ['endpoints.voice-session.converted-same-connection'],
    needs: ['spend'],
    run: async (t) => {
      for (const { voiceId, session, frames } of await everyVoice(t)) {
        t.expect('endpoints.voice-session.converted-same-connection', frames.length > 0, {
          expected: `audio in the voice ${voiceId}`,
          actual: 'nothing',
          at: session,
          gaps: ['converted-voice'],
        });
      }
    },
  }),
  check({
    id: 'voice-socket.converted-same-format',
    title: 'with a voice, audio comes back in binary frames, as whole samples, at the pace at which it was sent',
    clauses: ['endpoints.voice-session.converted-same-format'],
    needs: ['spend'],
    run: async (t) => {
      for (const { voiceId, session, sampleRate, sent, heard, frames } of await everyVoice(t)) {
        if (frames.length === 0) {
          t.tried();
          continue;
        }
        const judge = (holds: boolean, expected: string, actual: string): void =>
          t.expect('endpoints.voice-session.converted-same-format', holds, {
            expected: `${expected}, in the voice ${voiceId}`,
            actual,
            at: session,
            gaps: ['converted-voice'],
          });
        judge(heard.length > 0, 'audio in binary frames', `${frames.length} frames of text`);
        judge(heard.length % 2 === 0, 'whole samples of 16 bits', `${heard.length} bytes`);
        judge(!/^(RIFF|OggS|fLaC|ID3)/.test(heard.toString('latin1', 0, 4)), 'raw samples', 'the header of a file');
        // It may be a little late, or begin with silence.
        const seconds = (bytes: Buffer): number => bytes.length / (2 * sampleRate);
        const [out, back] = [seconds(sent), seconds(heard)];
        judge(
          Math.abs(back - out) <= slackSeconds,
          `about ${out.toFixed(1)} s at ${sampleRate} samples a second`,
          `${back.toFixed(1)} s`,
        );
      }
    },
  }),
  check({
    id: 'voice-socket.voice-set-by-service',
    title: 'the voice that was chosen in the session call changes the sound, with no word of the client',
    clauses: ['endpoints.voice-session.voice-set-by-service'],
    needs: ['spend'],
    run: async (t) => {
      const all = (await everyVoice(t)).filter(({ heard }) => heard.length > 0);
      if (all.length === 0) t.wanted(undefined, 'audio that comes back');
      for (const { voiceId, session, sent, heard } of all) {
        const quarters = cutInto(sent, [2 * Math.ceil(sent.length / 8)]);
        t.expect('endpoints.voice-session.voice-set-by-service', !quarters.some((part) => heard.includes(part)), {
          expected: `another sound than was sent, in the voice ${voiceId}`,
          actual: 'the sound as it was sent',
          at: session,
        });
      }
      const sounds = new Set(all.map(({ heard }) => heard.toString('latin1')));
      t.expect('endpoints.voice-session.voice-set-by-service', all.length === 1 || sounds.size > 1, {
        expected: 'voices that differ',
        actual: `the same bytes from ${all.length} voices`,
        at: all.map(({ session }) => session),
      });
    },
  }),
];

const everyVoice = (t: Trial): Promise<readonly Converted[]> => t.once(convert);

/** The same sound in the first voices of the list and in the last. */
const convert = async (actor: Actor): Promise<readonly Converted[]> => {
  const ids = await voiceIds(actor);
  const isFew = actor.target.control === undefined || isBrief(actor.run);
  const voices = new Set([...ids.slice(0, isFew ? 1 : 2), ...ids.slice(-1)]);
  const converted: Converted[] = [];
  let sent: Buffer | undefined;
  for (const voiceId of voices) {
    const line: Line = await openLine(actor, { voice_profile_id: voiceId });
    const { stream, session, sampleRate, chunkFrames } = line;
    const messages = Math.round(((isBrief(actor.run) ? 2 : soundSeconds) * sampleRate) / chunkFrames);
    const samples = messages * chunkFrames;
    if (sent?.length !== 2 * samples) sent = hum(samples, sampleRate);
    const from = stream.frames.length;
    await say(actor, line, cutInto(sent, [2 * chunkFrames]));
    await stream.close();
    const frames = stream.frames.slice(from);
    converted.push({ voiceId, session, sampleRate, sent, heard: audioIn(frames), frames });
  }
  return converted;
};

const soundSeconds = 4;
const slackSeconds = 1.5;
