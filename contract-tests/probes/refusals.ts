/** Requests that must be refused, by the code that is due: what many checks of codes, statuses and messages look at. */
import type { HttpErrorCode } from '../../spec/errors.ts';
import { limits } from '../../spec/limits.ts';
import { type JobEndpoint, jobEndpoints, tiers } from '../../spec/vocabulary.ts';
import type { Actor } from '../actor.ts';
import type { Need } from '../check.ts';
import { rules } from '../arbitraries/field.ts';
import { wordsOf } from '../arbitraries/text.ts';
import { formOf } from '../form.ts';
import { fileOfSize } from '../large-files.ts';
import type { Breaks } from '../lawful/requests.ts';
import { textIn } from '../reading/members.ts';
import { few, isAtLarge, someOf } from '../sample.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { withRevokedKey, withUnknownKey, withoutKey } from './access.ts';
import { allBroken, brokenAnswers, callNamed, codesFor, emptySubmits } from './calls.ts';
import { broken, noEngine, noVoice, saturated, switchedOff, voiceWarming } from './capacity.ts';
import { failedWith, submitted } from './jobs.ts';
import { tooFast } from './rate.ts';
import { formless, strangeFiles } from './uploads.ts';
import { type Due, type Harmless, watched } from './watched.ts';

export type Cause = {
  /** Without them nothing of it can be provoked. */
  readonly needs: readonly Need[];
  /** One after the other, where they are many. */
  readonly provoke: (actor: Actor) => Promise<readonly Due[]> | AsyncIterable<Due>;
};

/** What provokes each code. */
export const causes: { readonly [code in HttpErrorCode]: readonly Cause[] } = {
  unauthorized: [
    { needs: [], provoke: async (actor) => actor.run.once(withoutKey) },
    { needs: [], provoke: async (actor) => actor.run.once(withUnknownKey) },
    { needs: ['revoked-key'], provoke: async (actor) => actor.run.once(withRevokedKey) },
  ],
  insufficient_balance: [
    { needs: ['low-balance'], provoke: async (actor) => (await actor.run.once(withoutMoney)).due },
  ],
  invalid_input: [
    { needs: [], provoke: invalidFields },
    {
      needs: [],
      provoke: async (actor) =>
        (await actor.run.once(formless)).map((exchange) => ({ says: 'a form without file', exchange })),
    },
    { needs: [], provoke: (actor) => actor.run.once(invalidQueries) },
  ],
  unsupported_format: [{ needs: [], provoke: async (actor) => actor.run.once(strangeFiles) }],
  input_too_large: [{ needs: [], provoke: (actor) => actor.run.once(tooLargeFiles) }],
  capability_unavailable: [{ needs: ['control'], provoke: async (actor) => (await actor.run.once(switchedOff)).due }],
  not_found: [
    { needs: [], provoke: (actor) => actor.run.once(unknownJobs) },
    { needs: ['second-account', 'spend'], provoke: (actor) => actor.run.once(foreignJobs) },
  ],
  rate_limited: [{ needs: ['long-time'], provoke: async (actor) => (await actor.run.once(tooFast)).refused }],
  at_capacity: [{ needs: ['control'], provoke: async (actor) => (await actor.run.once(saturated)).due }],
  capacity_unavailable: [
    { needs: ['control'], provoke: async (actor) => (await actor.run.once(noEngine)).due },
    { needs: ['control'], provoke: async (actor) => (await actor.run.once(noVoice)).due },
  ],
  capacity_warming: [{ needs: ['control'], provoke: async (actor) => (await actor.run.once(voiceWarming)).due }],
  internal_error: [{ needs: ['control'], provoke: async (actor) => (await actor.run.once(broken)).due }],
};

async function* invalidFields(actor: Actor): AsyncGenerator<Due> {
  for await (const { call, field, rule, says, exchange } of allBroken(actor, rules)) {
    yield { says: `${field.name} of ${call.name}, ${says}`, exchange, ...codesFor(rule) };
  }
  if (actor.run.profile === 'smoke') yield* await actor.run.once(nothingAsked);
}

/** A voice session of a minute more than there may be. */
export const tooManyMinutes = async (actor: Actor): Promise<Exchange> => {
  const call = callNamed('voice-session');
  const field = call.fields.find(({ name }) => name === 'duration_minutes');
  // In the smoke profile it is the one that others look at.
  const [known] =
    field === undefined || actor.run.profile !== 'smoke' ? [] : await brokenAnswers(actor, call, field, 'maximum');
  return (
    known?.exchange ??
    actor.call(await actor.main(), 'createVoiceSession', {
      body: { duration_minutes: limits.voiceMinutesMax + 1 },
      breaks: 'field:duration_minutes',
    })
  );
};

/** Every job endpoint with an object without members. */
export const nothingAsked = async (actor: Actor): Promise<readonly Due[]> =>
  (await actor.run.once(emptySubmits)).map(({ call, exchange }) => ({
    says: `${call.name} without any field`,
    exchange,
  }));

/** A `limit` that is no number of records. */
const invalidQueries = async (actor: Actor): Promise<readonly Due[]> => {
  const account = await actor.main();
  const due: Due[] = [];
  for (const limit of few(actor.run, ['many', '1.5', '-1'], 0)) {
    const exchange = await actor.call(account, 'listUsage', { query: { limit }, breaks: 'field:limit' });
    due.push({ says: `limit=${limit}`, exchange });
  }
  return due;
};

/** Paid calls of an account that cannot pay. A session may be refused when it is connected only (gap `session-funds`). */
export const withoutMoney = async (actor: Actor): Promise<Harmless> => {
  const { control, lowBalanceKey } = actor.target;
  const account =
    control === undefined
      ? { ...(await actor.main()), id: undefined, key: lowBalanceKey ?? '', files: new Map() }
      : await actor.made(0.001);
  return watched(actor, account, async () => {
    const due: Due[] = [];
    for (const endpoint of submitsFor(actor)) {
      // Long enough to cost something however it is rounded (gap `usd-rounding`).
      const characters = isAtLarge(actor.run) ? 5_000 : endpoint === 'avatar' ? 50 : 1_000;
      const isSpoken = endpoint === 'avatar' || endpoint === 'voice-clone';
      const body = isSpoken ? { script: wordsOf(characters) } : {};
      const exchange = await actor.submit(account, endpoint, { body, breaks: 'balance' });
      due.push({ says: `POST /${endpoint}`, exchange });
    }
    for (const tier of tiers) {
      const body = { duration_minutes: 240, tier };
      const exchange = await actor.call(account, 'createLiveSwapSession', { body, breaks: 'balance' });
      if (!isSuccess(exchange)) due.push({ says: `a live swap session in ${tier}`, exchange });
    }
    const exchange = await actor.call(account, 'createVoiceSession', {
      body: { duration_minutes: 120 },
      breaks: 'balance',
    });
    if (!isSuccess(exchange)) due.push({ says: 'a voice session', exchange });
    return due;
  });
};

/** Where they would be paid for if they were accepted, the cheap ones. */
const submitsFor = ({ run }: Actor): readonly JobEndpoint[] => {
  if (!run.purse.mayPay) return [];
  return isAtLarge(run) ? jobEndpoints : ['face-swap-image', 'face-swap', 'voice-clone'];
};

/** The limit of size is passed in every reading of MB (gap `size-unit`). */
export const bytesOver = { image: 45 * 2 ** 20 + 1, audio: 45 * 2 ** 20 + 1, video: 500 * 2 ** 20 + 1 } as const;

/** @param kind of which a file is uploaded that is over its limit, by one byte */
export const oversized = (actor: Actor, kind: keyof typeof bytesOver): Promise<Exchange> =>
  actor.run.once(async (one) => uploadOf(one, kind, bytesOver[kind], 'file-size'), `oversized ${kind}`);

/** Uploads a file of exactly so many bytes. Throws NotTestable where the connection ends without an answer. */
export const uploadOf = async (
  actor: Actor,
  kind: keyof typeof bytesOver,
  bytes: number,
  breaks?: Breaks,
): Promise<Exchange> => {
  const { input, padBytes } = await fileOfSize(kind, bytes);
  const exchange = await actor.call(await actor.main(), 'uploadFile', {
    raw: formOf(input, 'file', padBytes),
    ...(breaks !== undefined && { breaks }),
  });
  if (exchange.answer !== undefined) return exchange;
  throw new NotTestable(
    `it needs an answer to an upload of ${bytes} bytes, and got ${exchange.failure ?? 'none'}`,
    undefined,
    [exchange],
  );
};

const tooLargeFiles = async (actor: Actor): Promise<readonly Due[]> => {
  const due: Due[] = [];
  for (const kind of ['image', 'audio'] as const) {
    due.push({ says: `an ${kind} file of ${bytesOver[kind]} bytes`, exchange: await oversized(actor, kind) });
  }
  return due;
};

export const unknownJobs = async (actor: Actor): Promise<readonly Due[]> => {
  const account = await actor.main();
  const due: Due[] = [];
  for (const jobId of few(actor.run, ['job_none', '00000000-0000-4000-8000-000000000000', 'x'.repeat(60), '0'], 1)) {
    const exchange = await actor.call(account, 'getJob', { jobId, breaks: 'unknown-job' });
    due.push({ says: `the job ${jobId}`, exchange });
  }
  return due;
};

/** Jobs of `main` in every state, asked for by another account. */
export const foreignJobs = async (actor: Actor): Promise<readonly Due[]> => {
  const [owner, stranger] = [await actor.main(), await actor.second()];
  const due: Due[] = [];
  const tryJob = async (says: string, acknowledgement: Exchange): Promise<void> => {
    const jobId = textIn(acknowledgement, 'id');
    // What its owner cannot see either is no foreign job.
    if (jobId === undefined || !isSuccess(await actor.look(owner, acknowledgement))) return;
    due.push({ says, exchange: await actor.call(stranger, 'getJob', { jobId, breaks: 'foreign-job' }) });
  };
  for (const endpoint of someOf(actor.run, jobEndpoints, 2, 'foreign jobs')) {
    await tryJob(`a foreign job of ${endpoint}`, await submitted(actor, endpoint));
  }
  const fresh = await actor.submit(owner, 'face-swap-image');
  await tryJob('a foreign job that was just submitted', fresh);
  if (isSuccess(fresh)) {
    await actor.follow(owner, fresh);
    await tryJob('a foreign job that has ended', fresh);
  }
  if (actor.target.control !== undefined) {
    const { acknowledgement } = await failedWith(actor, 'processing_failed');
    await tryJob('a foreign job that has failed', acknowledgement);
  }
  if (due.length === 0) actor.wanted(undefined, 'a job that its owner can see', fresh);
  return due;
};
