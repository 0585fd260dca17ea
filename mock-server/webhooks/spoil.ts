/** How faults meet a delivery: what is done to an attempt, and to its body after it was signed. */
import { type Fault, type FaultName, type FaultParams, faultNamed } from '../../spec/faults.ts';

export type Spoiled = {
  /** The faults that meet this attempt. */
  readonly names: readonly FaultName[];
  readonly dropped: boolean;
  readonly staleSeconds: number;
  readonly wrongSecret: boolean;
  readonly tampered: boolean;
  readonly reserialised: boolean;
  readonly truncated: boolean;
  readonly spreadMs: number;
  /** Seconds after which it is sent once more. */
  readonly duplicatedAfter: number | undefined;
  readonly replayed: boolean;
};

/**
 * @param faults of the job: each meets as many of the first attempts as its `attempts` says
 * @param met by this attempt alone
 * @param attempt from 1
 */
export const spoiledBy = (faults: readonly Fault[] = [], met: readonly Fault[] = [], attempt: number): Spoiled =>
  faults.length === 0 && met.length === 0 ? unspoiled : spoiledByAll(faults, met, attempt);

const spoiledByAll = (faults: readonly Fault[], met: readonly Fault[], attempt: number): Spoiled => {
  const all = [...faults.filter((fault) => isWebhook(fault) && attempt <= attemptsOf(fault)), ...met];
  const fault = <N extends FaultName>(name: N): FaultParams<N> | undefined => faultNamed(all, name);
  return {
    names: all.map(({ name }) => name),
    dropped: fault('webhook-drop') !== undefined,
    staleSeconds: fault('webhook-stale-t')?.seconds ?? 0,
    wrongSecret: fault('webhook-wrong-secret') !== undefined,
    tampered: fault('webhook-tampered') !== undefined,
    reserialised: fault('webhook-re-serialised') !== undefined,
    truncated: fault('webhook-truncated') !== undefined,
    spreadMs: fault('webhook-slow-body')?.ms ?? 0,
    duplicatedAfter: fault('webhook-duplicate')?.after_seconds,
    replayed: fault('webhook-replay') !== undefined,
  };
};

/** An attempt as nearly all are. */
const unspoiled = spoiledByAll([], [], 1);

/** The body as it goes out, after its signature was made. */
export const spoil = (body: string, { tampered, reserialised, truncated }: Spoiled): string => {
  let sent = body;
  if (reserialised) sent = JSON.stringify(JSON.parse(sent), undefined, 2);
  // Still JSON, and still plausible: one digit of the amount or of a date is another.
  if (tampered) sent = sent.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  if (truncated) sent = sent.slice(0, Math.floor(sent.length / 2));
  return sent;
};

const isWebhook = ({ name }: Fault): boolean => name.startsWith('webhook-');

/** Those that meet a delivery as a whole meet it however many attempts it takes. */
const attemptsOf = ({ name, params }: Fault): number =>
  name === 'webhook-duplicate' || name === 'webhook-replay'
    ? Number.POSITIVE_INFINITY
    : Number(params?.['attempts'] ?? 1);
