/** How loud the streams are, of so many at a time: where there are more, each has its turn. */
import type { Levels } from './meter.ts';

export type StreamLevels = Levels & { readonly session_id: string };

type Measured = { readonly session: { readonly id: string }; readonly levels: () => Levels | undefined };

export class LevelsInTurn {
  readonly #most: number;
  /** Where the next turn begins. */
  #at = 0;

  /** @param most streams of one turn */
  constructor(most = 100) {
    this.#most = most;
  }

  /** Those on which something came or went. Who has to wait is not asked, and so goes on measuring. */
  take(streams: readonly Measured[]): StreamLevels[] {
    const told: StreamLevels[] = [];
    const from = this.#at % Math.max(1, streams.length);
    for (const stream of [...streams.slice(from), ...streams.slice(0, from)]) {
      if (told.length === this.#most) break;
      this.#at = (this.#at + 1) % streams.length;
      const levels = stream.levels();
      if (levels !== undefined) told.push({ session_id: stream.session.id, ...levels });
    }
    return told;
  }
}
