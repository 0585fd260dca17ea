/**
 * Magic inputs: words that force an outcome, for clients that can send no headers and reach no control API.
 * They are ours, not the service's. A word counts in the name of an uploaded file, in a `script`, in a `prompt` and in a `voice_profile_id`.
 */
import { type HttpErrorCode, type JobErrorCode, httpErrors, jobErrors } from './errors.ts';
import { type Fault, type FaultFamily, type FaultName, faultNames, faults } from './faults.ts';

export const magicPrefix = 'magic_';

/** How a job is made to end. `timed_out` and `cancelled` are failed jobs with `processing_failed` and that usage reason. */
export const jobOutcomes = [
  'succeeded',
  'face_not_detected',
  'content_rejected',
  'processing_failed',
  'timed_out',
  'cancelled',
] as const satisfies (JobErrorCode | 'succeeded' | 'timed_out' | 'cancelled')[];
export type JobOutcome = (typeof jobOutcomes)[number];

/** Refusals that a magic word can force, in jobs, sessions or both. */
export const magicRefusals = [
  'insufficient_balance',
  'capability_unavailable',
  'rate_limited',
  'at_capacity',
  'capacity_unavailable',
  'capacity_warming',
  'internal_error',
] as const satisfies HttpErrorCode[];
export type MagicRefusal = (typeof magicRefusals)[number];

/** What a magic word asks for: how the job ends, or with which code the call is refused. */
export type Magic = { readonly outcome: JobOutcome } | { readonly refusal: MagicRefusal };

/** The first magic word in a text, if there is one. */
export const findMagic = (text: string): Magic | undefined => {
  // Cheap when there is none, which is nearly always; scripts are up to 45,000 characters long.
  for (let at = text.indexOf(magicPrefix); at >= 0; at = text.indexOf(magicPrefix, at + 1)) {
    const rest = text.slice(at + magicPrefix.length, at + magicPrefix.length + longestWord);
    const outcome = jobOutcomes.find((word) => rest.startsWith(word));
    if (outcome !== undefined) return { outcome };
    const refusal = magicRefusals.find((word) => rest.startsWith(word));
    if (refusal !== undefined) return { refusal };
  }
  return undefined;
};

const longestWord = 32;

/** The faults of these families whose words are in a text, in the order of the words. A word tells a fault nothing: it does as usual. */
export const findMagicFaults = (text: string, families: readonly FaultFamily[]): readonly Fault[] => {
  const found: Fault[] = [];
  for (let at = text.indexOf(magicPrefix); at >= 0; at = text.indexOf(magicPrefix, at + 1)) {
    const rest = text.slice(at + magicPrefix.length, at + magicPrefix.length + longestWord);
    const name = faultsByWord.find(([word]) => rest.startsWith(word))?.[1];
    if (name !== undefined && families.includes(faults[name].family)) found.push({ name });
  }
  return found.length === 0 ? none : found;
};

const none: readonly Fault[] = [];

/** Those of requests have none: a request that a client cannot give a header is told by its path alone. */
const magicFaultNames = faultNames.filter((name) => faults[name].family !== 'request');

export const faultWordOf = (name: FaultName): string => name.replaceAll('-', '_');

/** The longest first, so that no word hides one that goes on. */
const faultsByWord = magicFaultNames
  .map((name) => [faultWordOf(name), name] as const)
  .toSorted(([a], [b]) => b.length - a.length);

/** The public table: every magic word, what it does and where. */
export const magicTable = [
  ...jobOutcomes.map((outcome) => ({
    word: `${magicPrefix}${outcome}`,
    does:
      outcome === 'succeeded'
        ? 'The job succeeds.'
        : outcome in jobErrors
          ? `The job fails with \`${outcome}\` and is refunded.`
          : `The job fails with \`processing_failed\` and is refunded; its usage record has the reason \`${outcome}\`.`,
    where: 'file name, script',
  })),
  ...magicRefusals.map((code) => ({
    word: `${magicPrefix}${code}`,
    does: `The call is refused with ${httpErrors[code].status} \`${code}\`; nothing is charged.`,
    where: code.startsWith('capacity_') ? 'prompt, voice_profile_id' : 'file name, script, prompt, voice_profile_id',
  })),
  ...magicFaultNames.map((name) => ({
    word: magicPrefix + faultWordOf(name),
    does: faults[name].does,
    where: whereFaultsCount(name),
  })),
] as const;

function whereFaultsCount(name: FaultName): string {
  const { family } = faults[name];
  if (family === 'job' || family === 'webhook') return 'file name, script';
  return 'only' in faults[name] ? 'voice_profile_id' : 'prompt, voice_profile_id';
}
