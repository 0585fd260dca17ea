/** What a job is made from and what it costs: its files, found and judged, and what follows from them. */
import type { Fault } from '../../../spec/faults.ts';
import { type Magic, findMagic, findMagicFaults } from '../../../spec/magic.ts';
import type { Account } from '../account.ts';
import type { SubmitJob } from '../commands.ts';
import type { Micros } from '../money.ts';
import { type Refused, isRefused, refuse } from '../refusal.ts';
import type { World } from '../world.ts';
import { scriptOf } from './body.ts';
import { type Inputs, findInputs } from './inputs.ts';
import { priceOfJob } from './price.ts';
import { refuseLength, refuseVoice, refuseVoiceSample } from './refusals.ts';
import { type ResultShape, shapeOfResult } from './result.ts';

export type Material = {
  readonly inputs: Inputs;
  readonly magic: Magic | undefined;
  /** Those that a magic word asks for. */
  readonly faults: readonly Fault[];
  readonly shape: ResultShape;
  readonly priceMicros: Micros;
};

export const gather = (
  account: Account,
  { settings }: World,
  { inputs: fields, feature, body }: SubmitJob,
  now: number,
): Material | Refused => {
  const { choices } = settings;
  const found = findInputs(account, fields, body, settings, now);
  if (isRefused(found)) return found;
  const { inputs } = found;
  const refused =
    refuseLength(inputs, choices) ?? refuseVoiceSample(feature, inputs, choices) ?? refuseVoice(body, settings);
  if (refused !== undefined) return refused;
  const texts = [...Object.values(inputs).map((upload) => upload.name), scriptOf(body)];
  const magic = magicOf(texts);
  if (magic !== undefined && 'refusal' in magic && !magic.refusal.startsWith('capacity_')) {
    return refuse(magic.refusal, 'forced by a magic word in an input: nothing was charged');
  }
  const shape = shapeOfResult(feature, inputs, body, choices);
  const faults = texts.flatMap((text) => findMagicFaults(text, ['job', 'webhook']));
  return { inputs, magic, faults, shape, priceMicros: priceOfJob(settings, account.rates, feature, body, shape) };
};

const magicOf = (texts: readonly string[]): Magic | undefined => {
  for (const text of texts) {
    const magic = findMagic(text);
    if (magic !== undefined) return magic;
  }
  return undefined;
};
