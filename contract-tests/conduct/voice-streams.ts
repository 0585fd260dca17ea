/** The connections of the voice changer, one by one, and the format that each was told. */
import type { Lapse, Look } from './rule.ts';
import type { Connection, SeenSession } from './seen-sessions.ts';
import type { Seen } from './seen.ts';

/** @param lapse what was done wrong on one, in words */
export const ofStreams = (
  { sessions }: Seen,
  isOccasion: (connection: Connection) => boolean,
  lapse: (connection: Connection) => string | undefined,
): Look => {
  const own = sessions.filter(({ capability }) => capability === 'voice-changer');
  const judged = own.flatMap((session) =>
    session.connections.filter(isOccasion).map((connection) => ({ session, connection })),
  );
  return {
    occasions: judged.length,
    lapses: judged.flatMap(({ session, connection }): Lapse[] => {
      const message = lapse(connection);
      return message === undefined ? [] : [{ message, entries: entriesOf(session, connection) }];
    }),
  };
};

const entriesOf = ({ call }: SeenSession, { connected, firstFrame, end }: Connection): number[] =>
  [call, connected, firstFrame, end]
    .flatMap((entry) => (entry === undefined ? [] : [entry.seq]))
    .toSorted((a, b) => a - b);

export type Format = { readonly sampleRate: number; readonly chunkFrames: number };

/** As the service announced it. */
export const formatOf = ({ messages }: Connection): Format | undefined => {
  const first = messages.find(({ from }) => from === 'server');
  if (first?.type !== 'text' || first.text === null) return undefined;
  const [, sampleRate] = /"sample_rate":\s*(\d+)/.exec(first.text) ?? [];
  const [, chunkFrames] = /"chunk_frames":\s*(\d+)/.exec(first.text) ?? [];
  return sampleRate === undefined || chunkFrames === undefined
    ? undefined
    : { sampleRate: Number(sampleRate), chunkFrames: Number(chunkFrames) };
};
