/** Bodies and answers of the two session calls, and the first frame of the voice socket. */
import { Type, type Static } from 'typebox';
import { limits } from '../limits.ts';
import { tiers } from '../vocabulary.ts';

export const LiveSwapSessionBody = Type.Object(
  {
    duration_minutes: Type.Integer({
      description: 'Minutes to fund; the stream stops hard at their end.',
      minimum: limits.liveSwapMinutesMin,
      maximum: limits.liveSwapMinutesMax,
      examples: [30],
    }),
    prompt: Type.Optional(
      Type.String({
        description: 'Swap instruction; a default is used if omitted.',
        maxLength: limits.liveSwapPromptCharsMax,
        examples: ['Replace the face with the uploaded character.'],
      }),
    ),
    tier: Type.Optional(
      Type.Enum([...tiers], {
        description: '`pro` has the highest fidelity; `standard` costs less. One is never given for the other.',
        default: 'pro',
        examples: ['standard'],
      }),
    ),
  },
  { title: 'LiveSwapSessionBody' },
);
export type LiveSwapSessionBody = Static<typeof LiveSwapSessionBody>;

export const VoiceSessionBody = Type.Object(
  {
    duration_minutes: Type.Optional(
      Type.Integer({
        description: 'Minutes to fund; the stream stops hard at their end.',
        minimum: limits.voiceMinutesMin,
        maximum: limits.voiceMinutesMax,
        default: limits.voiceMinutesDefault,
        examples: [10],
      }),
    ),
    voice_profile_id: Type.Optional(
      Type.String({
        description: '`id` of a voice profile; without one the audio passes through unchanged.',
        examples: ['voice_amber'],
      }),
    ),
  },
  { title: 'VoiceSessionBody' },
);
export type VoiceSessionBody = Static<typeof VoiceSessionBody>;

const session = {
  session_id: Type.String({ description: 'Session identifier.', examples: ['sess_a1_4d8w2n6z'] }),
  stream_url: Type.String({
    description: '`wss://` address of the stream.',
    examples: ['wss://service.example/streams/sess_a1_4d8w2n6z'],
  }),
  session_token: Type.String({
    description: 'Goes into the `session_token` query parameter of the socket.',
    pattern: '^rt_',
    examples: ['rt_a1_8s5v1b3n'],
  }),
  max_duration_sec: Type.Integer({ description: 'Hard stop of the stream, in seconds.', examples: [1800] }),
  max_cost_usd: Type.Number({ description: 'Ceiling of the cost of the funded block, in USD.', examples: [9] }),
};

export const LiveSwapSession = Type.Object(
  {
    session_id: session.session_id,
    stream_url: session.stream_url,
    session_token: session.session_token,
    prompt: Type.String({
      description: 'The instruction in force: the one sent, or the default.',
      examples: ['Replace the face with the uploaded character.'],
    }),
    max_duration_sec: session.max_duration_sec,
    max_cost_usd: session.max_cost_usd,
  },
  { title: 'LiveSwapSession', description: 'A funded Full Live Swap session; nothing is debited yet.' },
);
export type LiveSwapSession = Static<typeof LiveSwapSession>;

export const VoiceSession = Type.Object(session, {
  title: 'VoiceSession',
  description: 'A funded Voice Changer session; nothing is debited yet.',
});
export type VoiceSession = Static<typeof VoiceSession>;

export const AudioFormat = Type.Object(
  {
    sample_rate: Type.Integer({ description: 'Samples a second, both ways.', examples: [24_000] }),
    chunk_frames: Type.Integer({ description: 'About how many frames to send in a message.', examples: [480] }),
  },
  { title: 'AudioFormat', description: 'First message of the voice socket, as one JSON text frame.' },
);
export type AudioFormat = Static<typeof AudioFormat>;
