/** Faults that a session call meets, and those that its socket meets later. Durations are real time. */
import type { FaultParam, FaultTable } from './fault.ts';

export const sessionFaults = {
  'session-no-capacity': {
    family: 'session',
    does: 'The session call is refused with capacity_unavailable, and nothing is charged.',
    clause: 'errors.capacity-unavailable-nothing-charged',
    params: {},
  },
  'session-warming': {
    family: 'session',
    does: 'The voice session call is refused with capacity_warming, and nothing is charged.',
    clause: 'errors.capacity-warming-retry',
    only: 'voice_changer',
    params: {},
  },
} as const satisfies FaultTable;

/** Counted from the first message of the client. */
const after_messages = { unit: 'messages', default: 5, min: 0, max: 1_000_000 } as const satisfies FaultParam;
const every = { unit: 'messages', default: 10, min: 1, max: 1_000_000 } as const satisfies FaultParam;

export const socketFaults = {
  'socket-format-late': {
    family: 'socket',
    does: 'The format frame comes late. What the client sends before is answered after it.',
    clause: 'endpoints.voice-session.format-awaited',
    only: 'voice_changer',
    params: { ms: { unit: 'ms', default: 2_000, min: 0, max: 60_000 } },
  },
  'socket-format-missing': {
    family: 'socket',
    does: 'The format frame never comes.',
    clause: 'endpoints.voice-session.format-awaited',
    only: 'voice_changer',
    params: {},
  },
  'socket-format-malformed': {
    family: 'socket',
    does: 'The format frame is a text that is no JSON.',
    clause: 'endpoints.voice-session.format-awaited',
    only: 'voice_changer',
    params: {},
  },
  'socket-stall': {
    family: 'socket',
    does: 'After some messages nothing is sent for a while; then all that was held back comes in one go.',
    clause: 'endpoints.voice-session.converted-same-connection',
    params: { after_messages, ms: { unit: 'ms', default: 5_000, min: 0, max: 60_000 } },
  },
  'socket-jitter': {
    family: 'socket',
    does: 'Every message is held back for a time of its own, up to a bound. Their order stays.',
    clause: 'endpoints.voice-session.converted-same-connection',
    params: { ms: { unit: 'ms', default: 100, min: 0, max: 10_000 } },
  },
  'socket-drop-chunk': {
    family: 'socket',
    does: 'One message of every so many is never sent.',
    clause: 'states.voice-changer.billed-per-second',
    params: { every },
  },
  'socket-duplicate-chunk': {
    family: 'socket',
    does: 'One message of every so many is sent twice.',
    clause: 'states.voice-changer.billed-per-second',
    params: { every },
  },
  'socket-split-sample': {
    family: 'socket',
    does: 'One message of every so many ends in the middle of a sample; its other byte begins the next message.',
    clause: 'endpoints.voice-session.converted-same-format',
    only: 'voice_changer',
    params: { every },
  },
  'socket-close': {
    family: 'socket',
    does: 'After some messages the service closes the socket with a code, before the funded time is over. The seconds streamed are settled.',
    clause: 'states.voice-changer.billed-per-second',
    params: {
      code: { values: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 1014], default: 1011 },
      after_messages,
    },
  },
  'socket-reset': {
    family: 'socket',
    does: 'After some messages the connection is reset, without a close frame. The seconds streamed are settled.',
    clause: 'states.voice-changer.billed-per-second',
    params: { after_messages },
  },
  'socket-half-open': {
    family: 'socket',
    does: 'After some messages the service is gone without a sign: it sends nothing, answers no ping, and the connection stays open.',
    clause: 'states.voice-changer.hard-stop',
    params: { after_messages },
  },
} as const satisfies FaultTable;
