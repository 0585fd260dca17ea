/** The line of a voice session as defects take hold of it: the format frame, and each message of sound. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Defect } from './defect.ts';
import { type Line, type Send, type Session, isVoice, streaming } from './ports.ts';

export const endpoint = 'endpoints.voice-session';

/** What is sent in place of the format frame; the text is that of the mock. */
export const format = (make: (send: Send, text: string) => void, applies: (session: Session) => boolean = isVoice) =>
  streaming(applies, (line) => ({
    send: (data, isBinary) => {
      if (isBinary) line.send(data, true);
      else make((other, form) => line.send(other, form), String(data));
    },
  }));

/** What is sent in place of each message of sound. */
export const sound = (
  make: (send: (bytes: Buffer) => void, line: Line, session: Session) => (bytes: Buffer, count: number) => void,
  applies = isPlain,
) =>
  streaming(applies, (line, session) => {
    const play = make((bytes) => line.send(bytes, true), line, session);
    let count = 0;
    return {
      send: (data, isBinary) => {
        if (!isBinary) line.send(data, false);
        else play(Buffer.from(data), ++count);
      },
    };
  });

/** Each sample becomes another one. */
export const samples = (change: (sample: number, place: number) => number, applies = isPlain) =>
  sound(
    (send) => (bytes) => {
      for (let at = 0; at + 1 < bytes.length; at += 2) bytes.writeInt16LE(change(bytes.readInt16LE(at), at / 2), at);
      send(bytes);
    },
    applies,
  );

export function isPlain(session: Session): boolean {
  return isVoice(session) && session.voiceProfileId === undefined;
}

export function hasVoice(session: Session): boolean {
  return isVoice(session) && session.voiceProfileId !== undefined;
}

type Row = readonly [id: string, does: string, ports: Defect['ports'], also?: readonly ClauseId[]];

export const rows = (clause: ClauseId, ...all: readonly Row[]): readonly Defect[] =>
  all.map(([id, does, ports, also]) => ({ id: `voice-socket.${id}`, does, clause, ...(also && { also }), ports }));
