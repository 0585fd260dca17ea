/** Takes a job, or says why not. The order of the refusals is the gap `refusal-order`; a refused submit leaves no trace. */
import { type Magic, findMagic } from '../../../spec/magic.ts';
import type { Account } from '../account.ts';
import { faultOfCallbackUrl } from '../callback-url.ts';
import type { Decision, Moment, SubmitJob } from '../commands.ts';
import { fingerprint, recall, retentionMs, scopedKey } from '../idempotency.ts';
import type { JobFacts, RenderPlan } from '../job.ts';
import { usdFromMicros } from '../money.ts';
import { type Refused, isRefused, refuse } from '../refusal.ts';
import type { Settings, World } from '../world.ts';
import { type Body, scriptOf, textOf } from './body.ts';
import { endingOf } from './ending.ts';
import { type Inputs, findInputs } from './inputs.ts';
import { priceOfJob } from './price.ts';
import { type ResultShape, lengthOf, shapeOfResult } from './result.ts';

export const submitJob = (
  account: Account,
  { settings, capacity }: World,
  command: SubmitJob,
  moment: Moment,
): Decision<SubmitJob> => {
  const { endpoint, feature, body } = command;
  const { choices } = settings;
  const callbackUrl = textOf(body, 'callback_url');

  const fault = faultOfBody(body, choices);
  if (fault !== undefined) return refuse('invalid_input', fault);

  const key = command.idempotencyKey && scopedKey(command.idempotencyKey, endpoint, choices);
  const mark = key === undefined ? '' : fingerprint(endpoint, body);
  const first = key === undefined ? undefined : recall(account, key, moment.now);
  if (first !== undefined) {
    // limits.retry-safety-same-job: a repeated submit is the first one, whatever its body says now.
    if (first.fingerprint !== mark && choices['resubmit-other-body'] === 'invalid_input') {
      return refuse('invalid_input', 'this Idempotency-Key was used with another body: use a new key for a new job');
    }
    return { events: [], reply: { jobId: first.jobId, replayed: true } };
  }

  if (!capacity.capabilities[feature]) {
    return refuse('capability_unavailable', `${endpoint} is switched off for now: nothing was charged`);
  }
  const found = findInputs(account, command.inputs, body, settings);
  if (isRefused(found)) return found;
  const { inputs } = found;
  const tooLong = refuseLength(inputs);
  if (tooLong !== undefined) return tooLong;
  const voice = refuseVoice(body, settings);
  if (voice !== undefined) return voice;
  const magic = magicOf(inputs, body);
  if (magic !== undefined && 'refusal' in magic && !magic.refusal.startsWith('capacity_')) {
    return refuse(magic.refusal, `forced by a magic word in an input: nothing was charged`);
  }

  const shape = shapeOfResult(feature, inputs, body, choices);
  const priceMicros = priceOfJob(settings, account.rates, feature, body, shape);
  if (priceMicros > account.ledger.available) {
    const price = usdFromMicros(priceMicros);
    const available = usdFromMicros(account.ledger.available);
    return refuse('insufficient_balance', `this job costs ${price} USD and ${available} USD are available: top up`);
  }
  const free = account.rendering.size < settings.concurrency;
  if (capacity.saturated || (!free && account.waiting.size >= settings.queue)) {
    return refuse('at_capacity', 'the platform is saturated for a moment: retry shortly');
  }

  const job: JobFacts = {
    id: moment.mint('job'),
    endpoint,
    feature,
    priceMicros,
    paid: feature === 'voice_clone' || choices['charge-time'] === 'on-submit' ? 'at submit' : 'on completion',
    plan: planRender(settings, inputs, shape, magic, moment),
    ...(callbackUrl !== undefined && { callbackUrl }),
  };
  return {
    events: [
      {
        type: 'job.submitted',
        at: moment.now,
        job,
        place: free ? 'rendering' : 'waiting',
        ...(key !== undefined && {
          idempotency: { key, fingerprint: mark, until: moment.now + retentionMs(choices) },
        }),
      },
    ],
    reply: { jobId: job.id, replayed: false },
  };
};

/** What a schema of types and lengths does not see. */
const faultOfBody = (body: Body, choices: Settings['choices']): string | undefined => {
  const script = textOf(body, 'script');
  const callbackUrl = textOf(body, 'callback_url');
  if (script !== undefined && choices['empty-script'] !== 'accepted') {
    const text = choices['empty-script'] === 'refused' ? script.trim() : script;
    if (text === '') return 'script must not be empty: it is the text to speak';
  }
  return callbackUrl === undefined ? undefined : faultOfCallbackUrl(callbackUrl);
};

/** The limit of duration behind `input_too_large` is not documented; these are ours (gap `duration-limit`). */
const minutesMax = { video: 10, audio: 30 } as const;

const refuseLength = (inputs: Inputs): Refused | undefined => {
  for (const [field, upload] of Object.entries(inputs)) {
    if (upload.kind === 'image') continue;
    const minutes = minutesMax[upload.kind];
    if (lengthOf(upload) > minutes * 60) {
      return refuse(
        'input_too_large',
        `${field}: ${upload.kind} may last ${minutes} minutes, this lasts ${lengthOf(upload)} s`,
      );
    }
  }
  return undefined;
};

const refuseVoice = (body: Body, { choices, voiceIds }: Settings): Refused | undefined => {
  const voice = textOf(body, 'voice_id');
  if (voice === undefined || voiceIds.has(voice)) return undefined;
  return refuse(choices['unknown-voice'], `voice_id: no voice ${JSON.stringify(voice.slice(0, 80))}; see GET /voices`);
};

const magicOf = (inputs: Inputs, body: Body): Magic | undefined => {
  const texts = [...Object.values(inputs).map((upload) => upload.name), scriptOf(body)];
  for (const text of texts) {
    const magic = findMagic(text);
    if (magic !== undefined) return magic;
  }
  return undefined;
};

/** The waiting time before `processing` and the length of the render, in milliseconds. */
const startMs = { from: 50, to: 250 } as const;
const renderMs = { from: 500, to: 2_000 } as const;

const planRender = (
  { jobSeconds }: Settings,
  inputs: Inputs,
  shape: ResultShape,
  magic: Magic | undefined,
  { draw }: Moment,
): RenderPlan => {
  // Proportional to the material: a minute of it doubles the time.
  const seconds = Math.max(
    shape.durationSeconds ?? 0,
    ...Object.values(inputs).map((file) => file.durationSeconds ?? 0),
  );
  const drawn = between(renderMs, draw('render')) * (1 + seconds / 60);
  return {
    startMs: Math.round(
      jobSeconds === undefined ? between(startMs, draw('start')) : Math.min(startMs.from, jobSeconds * 100),
    ),
    durationMs: Math.round(jobSeconds === undefined ? drawn : jobSeconds * 1000),
    ending: endingOf(magic !== undefined && 'outcome' in magic ? magic.outcome : 'succeeded'),
    result: { ...shape, seed: Math.floor(draw('result') * 2 ** 32) },
  };
};

const between = ({ from, to }: { from: number; to: number }, share: number): number => from + (to - from) * share;
