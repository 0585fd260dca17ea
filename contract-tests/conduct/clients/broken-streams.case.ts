/** Clients that go wrong on a socket. */
import { once } from 'node:events';
import type { BrokenClient } from './broken.case.ts';
import { leavesOpen } from './stage.case.ts';
import { addressOf, liveSwap, pcm, speaks, voiceSession } from './well.case.ts';

const chunk = 480;

export const brokenStreams: readonly BrokenClient[] = [
  {
    name: 'opens the socket at an address of its own making',
    clause: 'conventions.stream-url-from-session',
    play: async (stage) => {
      const { session_token } = await voiceSession(stage);
      await stage.open(`${stage.mock.url.replace('http', 'ws')}/voice/stream?session_token=${session_token}`);
    },
  },
  {
    name: 'sends the token of a voice session in a header',
    clause: 'endpoints.voice-session.socket-address',
    play: async (stage) => {
      const { stream_url, session_token } = await voiceSession(stage);
      await stage.open(stream_url, 0, { headers: { authorization: `Bearer ${session_token}` } });
    },
  },
  {
    name: 'calls the token of a live swap token',
    clause: 'endpoints.full-live-swap.socket-address',
    play: async (stage) => {
      const { stream_url, session_token } = await liveSwap(stage);
      await stage.open(`${stream_url}?token=${session_token}`);
    },
  },
  {
    name: 'puts its key into the address of a socket, beside the token',
    clause: 'authentication.bearer-sent',
    play: async (stage) => {
      const address = addressOf(await voiceSession(stage));
      await stage.close(await stage.open(`${address}&key=${stage.mock.apiKey}`));
    },
  },
  {
    name: 'takes its key for the token of a live swap',
    clause: 'authentication.bearer-sent',
    play: async (stage) => {
      const { stream_url } = await liveSwap(stage);
      await stage.open(addressOf({ stream_url, session_token: stage.mock.apiKey }));
    },
  },
  {
    name: 'leaves the socket of a voice session open',
    clause: 'states.voice-changer.closed-by-client',
    play: async (stage) => {
      leavesOpen(stage);
      const ws = await stage.open(addressOf(await voiceSession(stage)), 1);
      ws?.send(pcm(chunk));
    },
  },
  {
    name: 'leaves the socket of a live swap open',
    clause: 'states.full-live-swap.closed-by-client',
    play: async (stage) => {
      leavesOpen(stage);
      await stage.open(addressOf(await liveSwap(stage)));
    },
  },
  {
    name: 'opens a second socket while the first one streams',
    clause: 'states.voice-changer.close-ends-session',
    play: async (stage) => {
      const address = addressOf(await voiceSession(stage));
      const first = await stage.open(address, 1);
      await stage.open(address);
      await stage.close(first);
    },
  },
  {
    name: 'comes back to a live swap that it has closed',
    clause: 'states.full-live-swap.close-ends-session',
    play: async (stage) => {
      const address = addressOf(await liveSwap(stage));
      await stage.close(await stage.open(address));
      await stage.wait(1);
      await stage.open(address);
    },
  },
  voice('opens the voice stream with a message of its own', 'endpoints.voice-session.no-handshake', [
    JSON.stringify({ type: 'start', voice: 'narrator' }),
  ]),
  voice('sends sound as base64 in text', 'endpoints.voice-session.audio-binary-frames', [
    pcm(chunk).toString('base64'),
  ]),
  voice('sends sound as base64 in JSON', 'endpoints.voice-session.audio-binary-frames', [
    JSON.stringify({ type: 'audio', data: pcm(chunk).toString('base64') }),
  ]),
  {
    name: 'sends sound before it knows the format',
    clause: 'endpoints.voice-session.format-awaited',
    play: async (stage) => {
      const headers = { 'x-understudy-fault': 'socket-format-late; ms=300' };
      const { body } = await stage.post('/voice/session', { duration_minutes: 1 }, { headers });
      const ws = await stage.open(addressOf(body));
      ws?.send(pcm(chunk));
      if (ws !== undefined) await once(ws, 'message');
      await stage.close(ws);
    },
  },
  voice(
    'sends the two channels of a WAV file',
    'endpoints.voice-session.audio-mono',
    [wav(2, 24_000)],
    ['endpoints.voice-session.audio-int16-le'],
  ),
  voice(
    'sends a WAV file of another rate',
    'endpoints.voice-session.audio-sample-rate',
    [wav(1, 44_100)],
    ['endpoints.voice-session.audio-int16-le'],
  ),
  {
    name: 'passes on a microphone of 16,000 Hz as it is',
    clause: 'endpoints.voice-session.audio-sample-rate',
    play: async (stage) => {
      const ws = await stage.open(addressOf(await voiceSession(stage)), 1);
      for (let at = 0; at < 180; at++) await speaks(stage, ws, chunk, chunk / 16_000, at);
      await stage.close(ws);
    },
  },
  voice('sends a file with its header', 'endpoints.voice-session.audio-int16-le', [wav(1, 24_000)]),
  voice('sends Opus in an Ogg file', 'endpoints.voice-session.audio-int16-le', [
    Buffer.concat([Buffer.from('OggS\0\u0002', 'latin1'), Buffer.alloc(400, 17)]),
  ]),
  voice(
    'sends floating point',
    'endpoints.voice-session.audio-int16-le',
    Array.from({ length: 12 }, (_, at) => floats(chunk / 2, at)),
  ),
  {
    name: 'sends ten seconds in a message',
    clause: 'endpoints.voice-session.audio-chunk-size',
    play: async (stage) => {
      const ws = await stage.open(addressOf(await voiceSession(stage)), 1);
      for (let at = 0; at < 4; at++) ws?.send(pcm(240_000, at));
      await stage.close(ws);
    },
  },
  {
    name: 'sends a message for every sample or two',
    clause: 'endpoints.voice-session.audio-chunk-size',
    play: async (stage) => {
      const ws = await stage.open(addressOf(await voiceSession(stage)), 1);
      for (let at = 0; at < 50; at++) ws?.send(pcm(2, at));
      await stage.close(ws);
    },
  },
];

function voice(
  name: string,
  clause: BrokenClient['clause'],
  messages: readonly (string | Buffer)[],
  also: BrokenClient['clause'][] = [],
): BrokenClient {
  return {
    name,
    clause,
    also,
    play: async (stage) => {
      const ws = await stage.open(addressOf(await voiceSession(stage)), 1);
      for (const message of messages) ws?.send(message);
      await stage.close(ws);
    },
  };
}

function wav(channels: number, rate: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  return Buffer.concat([header, pcm(chunk)]);
}

function floats(count: number, at: number): Buffer {
  const bytes = Buffer.alloc(4 * count);
  for (let index = 0; index < count; index++) bytes.writeFloatLE(0.4 * Math.cos(1 + at + index / 40), 4 * index);
  return bytes;
}
