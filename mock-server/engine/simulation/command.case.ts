/** Turns a step of a program into a command, by what the accounts have at that moment. */
import { operations } from '../../../spec/operations.ts';
import type { JobEndpoint, MediaKind } from '../../../spec/vocabulary.ts';
import type { Command, SubmitJob } from '../../domain/commands.ts';
import type { Books } from './books.case.ts';
import type { AccountStep, Submit } from './program.case.ts';
import type { BookedSession } from './stream-books.case.ts';

/** @param place where a command stands among those that are launched together; it keeps names apart. */
export const commandOf = (step: AccountStep, own: Books, others: Books, now: number, place = 0): Command => {
  const serial = `${own.version}-${place}`;
  switch (step.do) {
    case 'submit':
      return submitOf(step, own, others);
    case 'upload': {
      const { kind, name, seconds, side } = step;
      return {
        type: 'store-upload',
        upload: {
          kind,
          contentType: `${kind}/test`,
          name,
          bytes: 100,
          blob: `blob-${serial}`,
          ...(seconds !== undefined && kind !== 'image' && { durationSeconds: seconds }),
          ...(side !== undefined && kind !== 'audio' && { width: side, height: 720 }),
        },
      };
    }
    case 'session': {
      const { capability, minutes, tier, prompt, voice, key } = step;
      const isSwap = capability === 'full_live_swap';
      const keyId = pickOf([...own.keys], key);
      return {
        type: 'create-session',
        capability,
        durationMinutes: minutes,
        ...(isSwap && tier !== undefined && { tier }),
        ...(isSwap && prompt !== undefined && { prompt }),
        ...(!isSwap && voice !== undefined && { voiceProfileId: voice }),
        ...(keyId !== undefined && { keyId }),
      };
    }
    case 'connect': {
      const state = step.to === 'any' ? undefined : 'created';
      return { type: 'connect-session', sessionId: sessionOf(others, step.pick, state)?.id ?? 'sess_of_nobody' };
    }
    case 'alive':
      return { type: 'keep-session-alive', ...socketOf(own, step) };
    case 'close':
      return { type: 'close-session', ...socketOf(own, step), by: step.by, livedUntil: now - step.ago };
    case 'answer': {
      const attempt = pickOf(step.late ? own.deliveries.all() : own.deliveries.open(), step.pick);
      return { type: 'finish-delivery', deliveryId: 'dlv_of_nobody', attempt: 1, ...attempt, outcome: step.outcome };
    }
    case 'resend': {
      const deliveryId = pickOf([...others.deliveries.deliveries.keys()].reverse(), step.pick) ?? 'dlv_of_nobody';
      const { afterSeconds } = step;
      return { type: 'resend-delivery', deliveryId, ...(afterSeconds !== undefined && { afterSeconds }) };
    }
    case 'top-up':
      return { type: 'top-up', micros: step.micros };
    case 'create-key': {
      const keyId = `key_${own.accountId}_${serial}`;
      return { type: 'create-key', key: { keyId, digest: `digest of ${keyId}` } };
    }
    case 'revoke-key':
      return { type: 'revoke-key', keyId: pickOf([...own.keys], step.pick) ?? 'key_of_nobody' };
    case 'rotate-secret':
      return { type: 'rotate-webhook-secret', webhookSecret: `whsec_${serial}` };
    case 'finish': {
      const jobId = pickOf([...others.jobs.keys()], step.pick) ?? 'job_of_nobody';
      return { type: 'finish-job', jobId, ...(step.outcome !== undefined && { outcome: step.outcome }) };
    }
    default:
      return step satisfies never;
  }
};

/** A session, the newest first; one in that state, if there is any. */
const sessionOf = ({ streams }: Books, pick: number, state?: BookedSession['status']): BookedSession | undefined => {
  const all = [...streams.sessions.values()].reverse();
  const fitting = all.filter(({ status }) => status === state);
  return pickOf(fitting.length > 0 ? fitting : all, pick);
};

/** The connection of a stream that is its last one, or the one before it. */
const socketOf = (
  own: Books,
  { pick, stale }: { readonly pick: number; readonly stale: boolean },
): { sessionId: string; connection: number } => {
  const session = sessionOf(own, pick, 'streaming');
  return { sessionId: session?.id ?? 'sess_of_nobody', connection: (session?.connections ?? 1) - (stale ? 1 : 0) };
};

/** The job operations by endpoint. */
const jobOperations = new Map(
  Object.values(operations).flatMap((operation) =>
    'job' in operation ? [[operation.job.endpoint, operation.job]] : [],
  ),
);

const submitOf = (step: Submit, own: Books, others: Books): SubmitJob => {
  const { endpoint, script, lines, resolution, voice, callback, key } = step;
  const operation = jobOperations.get(endpoint);
  if (operation === undefined) throw new Error(`no operation for ${endpoint}`);
  const { inputs, feature } = operation;
  const files = Object.entries(inputs).map(([field, kind], index) => [
    field,
    index === 0 && step.from !== 'own'
      ? strangeFile(step, kind, own, others)
      : fileOf(own, kind, step.files[index] ?? 0),
  ]);
  return {
    type: 'submit-job',
    endpoint,
    feature,
    inputs,
    body: {
      ...Object.fromEntries(files),
      ...(hasScript.includes(endpoint) && { script }),
      ...(hasLines.includes(endpoint) && lines !== undefined && { output_resolution_p: lines }),
      ...(endpoint === 'character-swap' && resolution !== undefined && { resolution }),
      ...(endpoint === 'avatar' && voice !== undefined && { voice_id: voice }),
      ...(callback !== undefined && { callback_url: callback }),
    },
    ...(key !== undefined && { idempotencyKey: key }),
  };
};

const hasScript: readonly JobEndpoint[] = ['avatar', 'voice-clone'];
const hasLines: readonly JobEndpoint[] = ['face-swap', 'avatar', 'lip-sync'];

const strangeFile = ({ from, files }: Submit, kind: MediaKind, own: Books, others: Books): string => {
  switch (from) {
    case 'other account':
      return fileOf(others, kind, files[0]);
    case 'wrong kind':
      return fileOf(own, kind === 'image' ? 'video' : 'image', files[0]);
    case 'address':
      return 'https://example.com/face.jpg';
    default:
      return `file_${own.accountId}_nothing`;
  }
};

const fileOf = (books: Books, kind: MediaKind, pick: number): string => {
  const keys = [...books.uploads.values()].filter((upload) => upload.kind === kind).map(({ fileKey }) => fileKey);
  return pickOf(keys, pick) ?? 'file_of_nobody';
};

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];
