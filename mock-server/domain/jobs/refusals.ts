/** Why a submit may be refused, each reason by itself; `submit.ts` says in which order. */
import type { GapChoices } from '../../../spec/gaps.ts';
import { limits } from '../../../spec/limits.ts';
import type { JobFeature } from '../../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import { faultOfCallbackUrl } from '../callback-url.ts';
import { lengthOf, refuseLongClip } from '../clip-length.ts';
import type { SubmitJob } from '../commands.ts';
import { isLanguageTag } from '../language.ts';
import { type Micros, usdFromMicros } from '../money.ts';
import { type Refused, refuse } from '../refusal.ts';
import { spendable } from '../unheld.ts';
import type { Settings, World } from '../world.ts';
import { type Body, textOf } from './body.ts';
import type { Inputs } from './inputs.ts';

/** What the schema has found, and what a schema of types and lengths does not see. */
export const refuseBody = ({ fault, body }: SubmitJob, choices: GapChoices): Refused | undefined => {
  if (fault !== undefined) return { refusal: fault };
  const message = faultOfScript(body, choices) ?? faultOfLanguage(body, choices) ?? faultOfCallback(body, choices);
  return message === undefined ? undefined : refuse('invalid_input', message);
};

const faultOfScript = (body: Body, choices: GapChoices): string | undefined => {
  const script = textOf(body, 'script');
  if (script === undefined || choices['empty-script'] === 'accepted') return undefined;
  const text = choices['empty-script'] === 'refused' ? script.trim() : script;
  return text === '' ? 'script must not be empty: it is the text to speak' : undefined;
};

const faultOfLanguage = (body: Body, choices: GapChoices): string | undefined => {
  const language = textOf(body, 'language');
  if (language === undefined || choices['language-values'] === 'any' || isLanguageTag(language)) return undefined;
  return 'language must be a language tag, such as en or pt-BR';
};

const faultOfCallback = (body: Body, choices: GapChoices): string | undefined => {
  const callbackUrl = textOf(body, 'callback_url');
  return callbackUrl === undefined || choices['callback-url-invalid'] === 'undelivered'
    ? undefined
    : faultOfCallbackUrl(callbackUrl);
};

export const refuseLength = (inputs: Inputs, choices: GapChoices): Refused | undefined => {
  for (const [field, upload] of Object.entries(inputs)) {
    const refused = refuseLongClip('submit', field, upload, choices);
    if (refused !== undefined) return refused;
  }
  return undefined;
};

/** The document recommends a length in one place and asks for it in another (gap `voice-sample`). */
export const refuseVoiceSample = (
  feature: JobFeature,
  { voice_key: sample }: Inputs,
  choices: GapChoices,
): Refused | undefined => {
  if (feature !== 'voice_clone' || sample === undefined || choices['voice-sample'] === 'accepted') return undefined;
  const { voiceSampleSecondsMin: min, voiceSampleSecondsMax: max } = limits;
  const seconds = lengthOf(sample);
  return seconds < min || seconds > max
    ? refuse('invalid_input', `voice_key: the sample must last ${min} to ${max} seconds, this lasts ${seconds} s`)
    : undefined;
};

export const refuseVoice = (body: Body, { choices, voiceIds }: Settings): Refused | undefined => {
  const voice = textOf(body, 'voice_id');
  // An avatar may have voices of its own, which nothing shows (gap `avatar-voice-ids`).
  const isKnown = choices['avatar-voice-ids'] === 'same-list' && voiceIds.has(voice ?? '');
  if (voice === undefined || isKnown) return undefined;
  return refuse(choices['unknown-voice'], `voice_id: no voice ${JSON.stringify(voice.slice(0, 80))}; see GET /voices`);
};

export const refuseFunds = (account: Account, priceMicros: Micros, now: number): Refused | undefined => {
  const free = spendable(account, now);
  if (priceMicros <= free) return undefined;
  const price = usdFromMicros(priceMicros);
  const available = usdFromMicros(free);
  return refuse('insufficient_balance', `this job costs ${price} USD and ${available} USD are available: top up`);
};

export const refuseRoom = ({ rendering, waiting }: Account, { settings, capacity }: World): Refused | undefined => {
  const full = rendering.size >= settings.concurrency && waiting.size >= settings.queue;
  return capacity.saturated || full
    ? refuse('at_capacity', 'the platform is saturated for a moment: retry shortly')
    : undefined;
};
