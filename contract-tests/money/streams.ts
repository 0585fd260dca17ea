/**
 * Streams and the money that is set aside for them: their ceiling while they run, then what the seconds cost that they lasted at the most,
 * and what their record says where it is seen.
 */
export type PaidStream = {
  readonly sessionId: string | undefined;
  /** What is set aside: `max_cost_usd`. */
  readonly ceilingUsd: number;
  /** `max_duration_sec`; undefined where it cannot be read, and then the ceiling stands. */
  readonly maxSeconds: number | undefined;
  /** Milliseconds of the target's clock: just before it was connected. */
  readonly from: number;
  readonly isOver: () => boolean;
  /** May be called again when more is known. */
  readonly settle: (usd: number) => void;
};

/** A server may round up to the next second and to the next cent (gaps `session-rounding` and `usd-rounding`). */
const roundedSeconds = 1;
const roundedUsd = 0.01;

export class PaidStreams {
  readonly #running = new Set<PaidStream>();
  readonly #ended = new Map<string, PaidStream>();

  /** From its connect on. */
  add(stream: PaidStream): void {
    this.#running.add(stream);
  }

  /** By the record of a session. One without a charge may be written before the session is settled (gap `session-settle-delay`). */
  settleRecorded(sessionId: string, chargedUsd: number): void {
    if (chargedUsd > 0) this.#ended.get(sessionId)?.settle(chargedUsd);
  }

  /** Settles those that are over by the time that they can have lasted. @param now milliseconds of the target's clock */
  settleEnded(now: number): void {
    for (const stream of this.#running) {
      if (!stream.isOver()) continue;
      this.#running.delete(stream);
      if (stream.sessionId !== undefined) this.#ended.set(stream.sessionId, stream);
      stream.settle(mostUsd(stream, now));
    }
  }
}

/** What it can have cost until now. */
export const mostUsd = (
  { ceilingUsd, maxSeconds, from }: Pick<PaidStream, 'ceilingUsd' | 'maxSeconds' | 'from'>,
  now: number,
): number => {
  if (maxSeconds === undefined || maxSeconds <= 0) return ceilingUsd;
  const seconds = Math.ceil(Math.max(0, now - from) / 1_000) + roundedSeconds;
  return Math.min(ceilingUsd, (ceilingUsd / maxSeconds) * seconds + roundedUsd);
};
