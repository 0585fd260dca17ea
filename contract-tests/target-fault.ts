/** What can be wrong with a target so that nothing can be judged there. */
export const targetFaults = {
  'dead-host': 'nobody answers there',
  tls: 'its certificate or its TLS is not accepted',
  hang: 'it takes the connection and does not answer',
  'not-http': 'what answers there does not speak HTTP',
  redirect: 'it leads elsewhere',
  'web-page': 'it answers with a web page',
  'wrong-path': 'the service is not under this path',
  'server-error': 'it fails at everything',
  'not-json': 'its answers are no JSON',
  key: 'it refuses the key',
  'rate-limit': 'it lets nothing through',
  'clock-skew': 'its clock is not ours',
} as const;
export type TargetFaultKind = keyof typeof targetFaults;

/** Nothing can be judged there. The message says what was found, and what to do. */
export class TargetFault extends Error {
  override readonly name = 'TargetFault';
  constructor(
    readonly kind: TargetFaultKind,
    message: string,
    /** How many requests it was found with. */
    readonly requests = 0,
  ) {
    super(message);
  }

  after(requests: number): TargetFault {
    return new TargetFault(this.kind, this.message, requests);
  }
}

export const isTargetFault = (error: unknown): error is TargetFault => error instanceof TargetFault;
