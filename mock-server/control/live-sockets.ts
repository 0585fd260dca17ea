/** Ends a stream from the side of the service, as a person asks for it: with a code, without a word, or without a sign. */
import { type Static, Type } from 'typebox';
import { type Refused, refuse } from '../domain/refusal.ts';

export const CutSocketBody = Type.Object(
  {
    kind: Type.Enum(['close', 'reset', 'silence'], {
      description: 'Closed with a code, broken off, or as if the line were cut without either end noticing.',
    }),
    code: Type.Optional(
      Type.Integer({ description: 'Of a close: one that an endpoint may send, or 4000 to 4999.', default: 1000 }),
    ),
  },
  { title: 'CutSocketBody', additionalProperties: false },
);
type CutSocketBody = Static<typeof CutSocketBody>;

export type SocketCut = { readonly kind: 'close'; readonly code: number } | { readonly kind: 'reset' | 'silence' };

/** False where this process has no stream of the session. */
export type CutSocket = (sessionId: string, how: SocketCut) => boolean;

export type LiveSocketControl = {
  /** Ends the stream of a session. What was streamed until then is settled as always. */
  readonly cutSocket: (sessionId: string, how: CutSocketBody) => Record<never, never> | Refused;
};

export const liveSocketControl = (cut: CutSocket): LiveSocketControl => ({
  cutSocket: (sessionId, { kind, code = 1000 }) => {
    if (kind === 'close' && !mayBeSent(code)) {
      return refuse(
        'invalid_input',
        `code must be one that may be sent (${codes.join(', ')}) or 4000 to 4999, got ${code}`,
      );
    }
    return cut(sessionId, kind === 'close' ? { kind, code } : { kind })
      ? {}
      : refuse('not_found', `no stream of ${sessionId} is open here: it may have ended`);
  },
});

const codes: readonly number[] = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 1014];

const mayBeSent = (code: number): boolean => codes.includes(code) || (code >= 4_000 && code <= 4_999);
