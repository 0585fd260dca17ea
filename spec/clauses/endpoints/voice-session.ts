/** `POST /voice/session`: a funded block of real-time voice conversion, and its socket. */
import { must, should, type ClauseTable } from '../../clause.ts';

export const voiceSessionEndpoint = {
  'endpoints.voice-session.duration-minutes-optional': must(
    'server',
    '`POST /voice/session` accepts a body without `duration_minutes`.',
  ),
  'endpoints.voice-session.duration-minutes-integer': must(
    'server',
    '`POST /voice/session` refuses a `duration_minutes` that is no integer.',
  ),
  'endpoints.voice-session.duration-sets-hard-stop': must(
    'server',
    '`max_duration_sec` of a Voice Changer session is its `duration_minutes` in seconds.',
  ),
  'endpoints.voice-session.voice-profile-id-optional': must(
    'server',
    '`POST /voice/session` accepts a body without `voice_profile_id`.',
  ),
  'endpoints.voice-session.voice-profile-id-string': must(
    'server',
    '`POST /voice/session` refuses a `voice_profile_id` that is no string.',
  ),
  'endpoints.voice-session.voice-profile-id-from-voices': must(
    'server',
    '`POST /voice/session` accepts every `id` that `GET /voices` lists as `voice_profile_id`.',
  ),
  'endpoints.voice-session.pass-through': must(
    'server',
    'A Voice Changer session created without `voice_profile_id` gives back the very audio it is sent.',
  ),
  'endpoints.voice-session.returns-session': must(
    'server',
    'An accepted `POST /voice/session` is answered with the Voice Changer session object.',
  ),
  'endpoints.voice-session.socket-address': must(
    'client',
    'A client of Voice Changer connects to its `stream_url` with `session_token` in the query.',
  ),
  'endpoints.voice-session.socket-opens': must(
    'server',
    'The socket of a Voice Changer session opens at `stream_url` with the `session_token` in the query.',
  ),
  'endpoints.voice-session.voice-set-by-service': must(
    'server',
    'The service sets the chosen voice by itself once the socket is connected.',
  ),
  'endpoints.voice-session.no-handshake': must(
    'client',
    'A client sends no opening message on the voice socket: it has no part in choosing the voice there.',
  ),
  'endpoints.voice-session.format-unprompted': must(
    'server',
    'The format frame comes without the client having sent anything.',
  ),
  'endpoints.voice-session.format-first': must(
    'server',
    'The format frame is the first message that the service sends on the voice socket.',
  ),
  'endpoints.voice-session.format-once': must('server', 'The service sends a single format frame for each connection.'),
  'endpoints.voice-session.format-text-json': must('server', 'The format frame is a text frame that holds JSON.'),
  'endpoints.voice-session.format-awaited': must('client', 'A client reads the format frame before it sends audio.'),
  'endpoints.voice-session.audio-mono': must('client', 'A client sends audio of a single channel.'),
  'endpoints.voice-session.audio-int16-le': must(
    'client',
    'A client sends raw PCM samples of 16 bits, signed, low byte first.',
  ),
  'endpoints.voice-session.audio-sample-rate': must(
    'client',
    'A client sends audio at the `sample_rate` that the format frame announced.',
  ),
  'endpoints.voice-session.audio-binary-frames': must('client', 'A client sends audio in binary frames.'),
  'endpoints.voice-session.audio-chunk-size': should(
    'client',
    'A message of a client holds about `chunk_frames` frames of audio.',
  ),
  'endpoints.voice-session.converted-same-connection': must(
    'server',
    'Converted audio comes back on the socket that the audio was sent on.',
  ),
  'endpoints.voice-session.converted-same-format': must(
    'server',
    'Converted audio comes back as binary mono int16 little-endian PCM at `sample_rate`.',
  ),
  'endpoints.voice-session.no-unusable-session': must(
    'server',
    'When there is no voice capacity, the call fails and hands out no session that could not stream.',
  ),
} as const satisfies ClauseTable;
