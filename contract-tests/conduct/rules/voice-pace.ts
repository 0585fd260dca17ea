/** At what rate live sound was taken, by the pace at which it comes: a warning, for a pace suggests and does not prove. */
import { type LivePace, commonRatesNear, isFarFrom, isPaceOf, livePaceOf } from '../live-pace.ts';
import type { ConductRule } from '../rule.ts';
import type { Connection } from '../seen-sessions.ts';
import type { Seen } from '../seen.ts';
import { formatOf, ofStreams } from '../voice-streams.ts';

export const paceRule: ConductRule = {
  id: 'voice.pace',
  title: 'sends live sound at the pace of the sample_rate that was announced',
  clauses: ['endpoints.voice-session.audio-sample-rate', 'resources.audio-format.sample-rate-integer'],
  level: 'should',
  advice:
    'Resample to the sample_rate of the format frame, and mix the channels to one: a microphone gives what its driver likes, often 44100 or 48000 Hz.',
  wants: 'five seconds of sound that comes evenly, as from a microphone, on a clock that runs',
  look: (seen) =>
    ofStreams(
      seen,
      (connection) => shownBy(connection, seen) !== undefined,
      (connection) => {
        const shown = shownBy(connection, seen);
        return shown === undefined || shown.rates.length === 0
          ? undefined
          : `${Math.round(2 * shown.framesPerSecond).toLocaleString('en')} bytes a second came evenly for ${Math.round(shown.seconds)} s, as of ${shown.rates.join(' or ')}, and ${shown.announced.toLocaleString('en')} Hz was announced`;
      },
    ),
};

/** `rates` are others that it looks like; none where it is the one that was announced. */
type Shown = LivePace & { readonly announced: number; readonly rates: readonly string[] };

/** Undefined where the pace is that of no common rate: then it says nothing of the sound. */
const shownBy = (connection: Connection, { pace: { speed } }: Seen): Shown | undefined => {
  const announced = formatOf(connection)?.sampleRate;
  const live = speed === undefined ? undefined : livePaceOf(connection, speed);
  if (announced === undefined || live === undefined) return undefined;
  if (isPaceOf(live.framesPerSecond, announced)) return { ...live, announced, rates: [] };
  const rates = isFarFrom(live.framesPerSecond, announced) ? commonRatesNear(live.framesPerSecond) : [];
  return rates.length === 0 ? undefined : { ...live, announced, rates };
};
