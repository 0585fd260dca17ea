/** A delivery as it goes out: exact bytes, names of headers as they are written, and how fast. */

export type Outgoing = {
  /** What it is, in the words of the case: `the retry`. */
  readonly what: string;
  /** In this order; names and values as they are written. `Host`, the framing and `Connection` are added. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly pace: Pace;
};

/** All at once; head and body in packets of their own; in pieces over a second or so; or chunked. */
export type Pace = 'whole' | 'split' | 'slow' | 'chunked';
