/** A defect: a deliberate breach of one clause, one deviation made at the ports of the mock, by which the checks of that clause are proven. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { MockOptions, Ports } from '../targets/mock.ts';

export const families = {
  acknowledgement: 'Acknowledgement and `status_url`',
  lifecycle: 'Life cycle of a job',
  money: 'Charges and refunds',
  idempotency: 'Idempotency',
  errors: 'Errors: status and code',
  access: 'Keys and ownership',
  limits: 'Limits, enums, required fields, defaults',
  'webhook-content': 'Webhooks: content',
  'webhook-signature': 'Webhooks: signature',
  'webhook-delivery': 'Webhooks: delivery',
  sessions: 'Sessions',
  'voice-socket': 'Voice socket',
  usage: 'Usage and summary',
  shapes: 'Shapes of answers',
  results: 'Results and links',
} as const;
export type Family = keyof typeof families;

export type Defect = {
  /** Unique; begins with its family. */
  readonly id: `${Family}.${string}`;
  /** What the broken server does, in a sentence without a subject: `charges a retry twice`. */
  readonly does: string;
  /** The clause that it breaks. */
  readonly clause: ClauseId;
  /** Others that it cannot help breaking as well. */
  readonly also?: readonly ClauseId[];
  /**
   * One deviation, at one port where that can be. A second one is wrapped where the first does not see enough: it looks and changes nothing, as
   * for a balance that is wrong by what was submitted; or where a lie has to be told at both to be one, as for a token that is written
   * otherwise and let in so.
   * Made anew for each mock: what a wrap remembers is of that mock alone.
   */
  readonly ports: () => Ports;
  readonly options?: MockOptions;
  /** Why no check from outside can see it. Only where that is so. */
  readonly unseen?: string;
};

/** How many ports it wraps. */
export const portCount = ({ ports }: Defect): number => Object.keys(ports()).length;

export const familyOf = ({ id }: Defect): Family => id.slice(0, id.indexOf('.')) as Family;
