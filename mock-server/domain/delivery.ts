/** A delivery: the webhook of one job, with all attempts to bring it to its receiver. */
/** How an attempt ended: the receiver's status line, or why there was none. */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly failure: AttemptFailure; readonly detail?: string };

export type AttemptFailure =
  | 'refused'
  | 'dns'
  | 'reset'
  | 'timeout'
  | 'blocked'
  | 'tls'
  | 'garbage'
  | 'aborted'
  /** Injected: it was never sent. */
  | 'dropped';

export type Attempt = {
  readonly startedAt: number;
  /** Asked for by hand: it counts as none of the six. */
  readonly extra: boolean;
  readonly endedAt?: number;
  readonly outcome?: AttemptOutcome;
};

export type DeliveryState =
  | { readonly status: 'scheduled'; readonly at: number }
  | { readonly status: 'running' }
  | { readonly status: 'delivered'; readonly at: number }
  | { readonly status: 'abandoned'; readonly at: number };

export type Delivery = {
  readonly id: string;
  readonly jobId: string;
  readonly url: string;
  readonly attempts: Attempt[];
  state: DeliveryState;
};
