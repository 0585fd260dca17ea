/** The sockets of the contract as an AsyncAPI 3.0 document. Actions are the service's: it receives what a client sends. */
import { citing, clausesUnder, leavingOpen, ours } from './openapi/extensions.ts';
import { AudioFormat } from './schemas/sessions.ts';
import {
  type FrameName,
  frames,
  type Socket,
  socketAddress,
  socketEnds,
  type SocketName,
  sockets,
  socketTokenParameter,
} from './sockets.ts';

type Json = { readonly [member: string]: unknown };

export const buildAsyncapi = (): Json => ({
  asyncapi: '3.0.0',
  info,
  defaultContentType: 'application/json',
  servers: { stream: server },
  channels: { liveSwap: channel(sockets.liveSwap), voice: channel(sockets.voice) },
  operations: {
    sendSwapFrame: operation('send', 'liveSwap', 'swapFrame', 'Frames to the client.'),
    receiveSwapFrame: operation('receive', 'liveSwap', 'swapFrame', 'Frames from the client.'),
    sendAudioFormat: operation('send', 'voice', 'audioFormat', 'Opens the conversation, unasked; then never again.'),
    receiveAudio: operation('receive', 'voice', 'pcm', 'Audio of the client, to be converted.'),
    sendAudio: operation('send', 'voice', 'pcm', 'Converted audio, on the same connection and in the same format.'),
  },
  components: {
    securitySchemes: {
      sessionToken: {
        type: 'httpApiKey',
        name: socketTokenParameter,
        in: 'query',
        description: 'The token that the session call gave, with prefix `rt_`.',
        ...citing(clausesUnder(['authentication.socket-'])),
      },
    },
    messages,
  },
});

const info: Json = {
  title: 'Face and Voice Generation Service: real-time sessions',
  version: '1',
  description:
    'The sockets of Full Live Swap and Voice Changer, described by the stand-in of the service and not published by the service. `x-clauses` names the facts of the interface document that a part rests on, `x-gaps` what the document leaves open. Actions are the service’s own: it sends what a client receives.',
  license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
};

const server: Json = {
  host: '{stream_host}',
  pathname: '/{stream_path}',
  protocol: 'wss',
  description:
    'Host and path are those of the `stream_url` that the session call gave. A client takes them as they are.',
  variables: {
    stream_host: { default: 'service.example', description: 'Host of `stream_url`.' },
    stream_path: { default: 'streams/sess_a1_4d8w2n6z', description: 'Path of `stream_url`, without its first slash.' },
  },
  security: [{ $ref: '#/components/securitySchemes/sessionToken' }],
};

/** No address: it is the server's, to which a channel adds nothing but the token. */
const channel = (socket: Socket): Json => ({
  title: socket.title,
  description: `Connect to \`${socketAddress}\`; \`${socket.session}\` gives both. ${socketEnds.client} ${socketEnds.service}`,
  servers: [{ $ref: '#/servers/stream' }],
  messages: Object.fromEntries(
    [...new Set([...socket.fromService, ...socket.fromClient])].map((frame) => [
      frame,
      { $ref: `#/components/messages/${frame}` },
    ]),
  ),
  bindings: { ws: { method: 'GET', query: tokenQuery, bindingVersion: '0.1.0' } },
  ...citing(clausesUnder(socket.cites)),
  ...leavingOpen(socket.gaps),
});

const tokenQuery: Json = {
  type: 'object',
  required: [socketTokenParameter],
  properties: { [socketTokenParameter]: { type: 'string', pattern: '^rt_', examples: ['rt_a1_8s5v1b3n'] } },
};

const operation = (action: 'send' | 'receive', socket: SocketName, frame: FrameName, summary: string): Json => ({
  action,
  channel: { $ref: `#/channels/${socket}` },
  summary,
  messages: [{ $ref: `#/channels/${socket}/messages/${frame}` }],
});

/** Bytes in a JSON document: each character of the string stands for the byte of its code. */
const bytes = { type: 'string', format: 'binary', pattern: '^[\\u0000-\\u00ff]*$' } as const;

const messages: Record<FrameName, Json> = {
  audioFormat: {
    name: 'audioFormat',
    summary: frames.audioFormat.summary,
    contentType: 'application/json',
    payload: AudioFormat,
    examples: [{ name: 'default', payload: { sample_rate: 24_000, chunk_frames: 480 } }],
    'x-frame': frames.audioFormat.kind,
    ...citing(clausesUnder(['resources.audio-format.', 'endpoints.voice-session.format-'])),
    ...ours('voice-format'),
  },
  pcm: {
    name: 'pcm',
    summary: frames.pcm.summary,
    contentType: 'application/octet-stream',
    payload: {
      ...bytes,
      description:
        'Samples one after the other, two bytes each, the low one first. In examples a character stands for a byte.',
    },
    examples: [
      {
        name: 'fourSamples',
        summary: '0, 256, -1, 32767',
        payload: '\u0000\u0000\u0000\u0001\u00ff\u00ff\u00ff\u007f',
      },
    ],
    'x-frame': frames.pcm.kind,
    'x-audio': { encoding: 'int16', endian: 'little', channels: 1 },
    ...citing(clausesUnder(['endpoints.voice-session.audio-', 'endpoints.voice-session.converted-'])),
    ...leavingOpen(['converted-voice', 'chunk-size', 'odd-bytes', 'stream-pace']),
  },
  swapFrame: {
    name: 'swapFrame',
    summary: frames.swapFrame.summary,
    contentType: 'application/octet-stream',
    payload: { ...bytes, description: 'Opaque. The mock gives each frame back as it came, text or binary.' },
    examples: [{ name: 'anything', payload: '\u0089\u0050\u004e\u0047' }],
    'x-frame': frames.swapFrame.kind,
    ...citing(clausesUnder(['endpoints.full-live-swap.tiers-same-frames'])),
    ...ours('live-swap-frames'),
  },
};
