/** What a command has to be answered, foretold from the second books alone: accepted, a repeat of a job, or a refusal. */
import type { HttpErrorCode } from '../../../spec/errors.ts';
import { type JobOutcome, type Magic, findMagic } from '../../../spec/magic.ts';
import type { CloseSession, Command, CreateSession, KeepSessionAlive, SubmitJob } from '../../domain/commands.ts';
import type { Ending } from '../../domain/job.ts';
import type { Upload } from '../../domain/upload.ts';
import type { Capacity, Settings } from '../../domain/world.ts';
import type { Books } from './books.case.ts';
import { jobPrice, sessionPrice } from './price.case.ts';
import type { Agreed } from './program.case.ts';

export type Expected =
  | {
      readonly is: 'accepted';
      readonly price?: number;
      readonly ending?: Ending;
      /** How many events it makes; one if it is not said. */
      readonly makes?: number;
    }
  | { readonly is: 'repeat'; readonly jobId: string }
  | { readonly is: 'refused'; readonly code: HttpErrorCode };

export type Circumstances = {
  readonly books: Books;
  readonly agreed: Agreed;
  readonly capacity: Capacity;
  readonly settings: Settings;
  readonly now: number;
};

const accepted: Expected = { is: 'accepted' };
const refused = (code: HttpErrorCode): Expected => ({ is: 'refused', code });

export const foretell = (command: Command, circumstances: Circumstances): Expected => {
  const { books } = circumstances;
  switch (command.type) {
    case 'submit-job':
      return foretellSubmit(command, circumstances);
    case 'create-session':
      return foretellSession(command, circumstances);
    case 'finish-job': {
      const job = books.jobs.get(command.jobId);
      if (job === undefined) return refused('not_found');
      return job.status === 'succeeded' || job.status === 'failed' ? refused('invalid_input') : accepted;
    }
    case 'revoke-key':
      return foretellRevocation(command.keyId, circumstances);
    case 'connect-session':
      return foretellConnection(command.sessionId, circumstances);
    case 'keep-session-alive':
      return { is: 'accepted', makes: streamsOn(books, command) ? 1 : 0 };
    case 'close-session':
      return { is: 'accepted', makes: streamsOn(books, command) ? books.streams.eventsOfAnEnd : 0 };
    case 'finish-delivery':
      return { is: 'accepted', makes: books.deliveries.isOpen(command.deliveryId, command.attempt) ? 1 : 0 };
    case 'resend-delivery':
      return books.deliveries.deliveries.has(command.deliveryId) ? accepted : refused('not_found');
    case 'create-account':
      return books.version > 0 ? refused('invalid_input') : accepted;
    default:
      return accepted;
  }
};

/** The streams of a revoked key may end with it. */
const foretellRevocation = (keyId: string, { books, settings }: Circumstances): Expected => {
  if (!books.keys.has(keyId)) return refused('not_found');
  const sessions = settings.choices['revoked-key-stream'] === 'closed' ? [...books.streams.sessions.values()] : [];
  const streams = sessions.filter((session) => session.keyId === keyId && session.status === 'streaming');
  return { is: 'accepted', makes: 1 + streams.length * books.streams.eventsOfAnEnd };
};

const foretellConnection = (sessionId: string, { books, settings, now }: Circumstances): Expected => {
  const session = books.streams.sessions.get(sessionId);
  if (session?.status === 'streaming') {
    return settings.choices['socket-second'] === 'replaces' ? accepted : refused('unauthorized');
  }
  if (session?.status !== 'created') return refused('unauthorized');
  const needed = settings.choices['session-funds'] === 'create-only' ? 0 : session.maxCostMicros;
  return needed > books.streams.spendable(now) ? refused('insufficient_balance') : accepted;
};

/** Whether a connection is the one on which its session streams. */
const streamsOn = ({ streams }: Books, { sessionId, connection }: CloseSession | KeepSessionAlive): boolean => {
  const session = streams.sessions.get(sessionId);
  return session?.status === 'streaming' && session.connections === connection;
};

/** How a job ends that is told to, by a magic word or by the control API. */
export const endingFor = (outcome: JobOutcome): Ending => {
  if (outcome === 'succeeded') return { status: 'succeeded' };
  if (outcome === 'timed_out' || outcome === 'cancelled') {
    return { status: 'failed', code: 'processing_failed', reason: outcome };
  }
  return { status: 'failed', code: outcome, reason: 'render_failed' };
};

const foretellSubmit = (command: SubmitJob, { books, agreed, capacity, settings, now }: Circumstances): Expected => {
  const { body, endpoint, feature, idempotencyKey } = command;
  if (typeof body['script'] === 'string' && body['script'].trim() === '') return refused('invalid_input');
  if (typeof body['callback_url'] === 'string' && !/^https?:\/\//.test(body['callback_url']))
    return refused('invalid_input');

  const bound = idempotencyKey === undefined ? undefined : books.boundTo(books.keyOf(idempotencyKey, endpoint), now);
  if (bound !== undefined) {
    const other = bound.mark !== markOf(command);
    return other && settings.choices['resubmit-other-body'] === 'invalid_input'
      ? refused('invalid_input')
      : { is: 'repeat', jobId: bound.jobId };
  }
  if (!capacity.capabilities[feature]) return refused('capability_unavailable');

  const inputs: { [field: string]: Upload } = {};
  for (const [field, kind] of Object.entries(command.inputs)) {
    const upload = books.uploads.get(String(body[field]));
    if (upload?.kind !== kind) return refused('invalid_input');
    inputs[field] = upload;
  }
  for (const { kind, durationSeconds = 10 } of Object.values(inputs)) {
    if ((kind === 'video' && durationSeconds > 600) || (kind === 'audio' && durationSeconds > 1_800)) {
      return refused('input_too_large');
    }
  }
  if (typeof body['voice_id'] === 'string' && !settings.voiceIds.has(body['voice_id'])) return refused('invalid_input');

  const texts = Object.values(inputs).map(({ name }) => name);
  if (typeof body['script'] === 'string') texts.push(body['script']);
  const magic = texts.map(findMagic).find((found): found is Magic => found !== undefined);
  if (magic !== undefined && 'refusal' in magic && !magic.refusal.startsWith('capacity_'))
    return refused(magic.refusal);

  const price = jobPrice(command, inputs, agreed);
  if (price > books.streams.spendable(now)) return refused('insufficient_balance');
  const full = books.rendering.size >= settings.concurrency && books.waiting.length >= settings.queue;
  if (capacity.saturated || full) return refused('at_capacity');
  return {
    is: 'accepted',
    price,
    ending: endingFor(magic !== undefined && 'outcome' in magic ? magic.outcome : 'succeeded'),
  };
};

const foretellSession = (
  command: CreateSession,
  { books, agreed, capacity, settings, now }: Circumstances,
): Expected => {
  const { capability, tier, prompt, voiceProfileId, durationMinutes } = command;
  if (!capacity.capabilities[capability]) return refused('capability_unavailable');
  const magic = findMagic(`${prompt ?? ''} ${voiceProfileId ?? ''}`);
  if (magic !== undefined && 'refusal' in magic) return refused(magic.refusal);
  if (voiceProfileId !== undefined && !settings.voiceIds.has(voiceProfileId)) return refused('invalid_input');
  const price = sessionPrice(capability, tier, durationMinutes, agreed);
  const needed = settings.choices['session-funds'] === 'connect-only' ? 0 : price;
  if (needed > books.streams.spendable(now)) return refused('insufficient_balance');
  if (capability === 'full_live_swap') {
    return capacity.tiers[tier ?? 'pro'] ? { is: 'accepted', price } : refused('capacity_unavailable');
  }
  if (capacity.voice === 'none') return refused('capacity_unavailable');
  const warm = capacity.voice === 'ready' || now >= (capacity.voiceReadyAt ?? Infinity);
  return warm ? { is: 'accepted', price } : refused('capacity_warming');
};

/** Stands for all that a submit says. */
export const markOf = ({ endpoint, body }: SubmitJob): string =>
  JSON.stringify([endpoint, ...Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1))]);
