/** What a job is made from and what it costs: its files, found and judged, and what follows from them. */
import { type Magic, findMagic } from '../../../spec/magic.ts';
import type { Account } from '../account.ts';
import type { SubmitJob } from '../commands.ts';
import type { Micros } from '../money.ts';
import { type Refused, isRefused, refuse } from '../refusal.ts';
import type { World } from '../world.ts';
import { type Body, scriptOf } from './body.ts';
import { type Inputs, findInputs } from './inputs.ts';
import { priceOfJob } from './price.ts';
import { refuseLength, refuseVoice, refuseVoiceSample } from './refusals.ts';
import { type ResultShape, shapeOfResult } from './result.ts';

export type Material = {
  readonly inputs: Inputs;
  readonly magic: Magic | undefined;
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
  const magic = magicOf(inputs, body);
  if (magic !== undefined && 'refusal' in magic && !magic.refusal.startsWith('capacity_')) {
    return refuse(magic.refusal, 'forced by a magic word in an input: nothing was charged');
  }
  const shape = shapeOfResult(feature, inputs, body, choices);
  return { inputs, magic, shape, priceMicros: priceOfJob(settings, account.rates, feature, body, shape) };
};

const magicOf = (inputs: Inputs, body: Body): Magic | undefined => {
  const texts = [...Object.values(inputs).map((upload) => upload.name), scriptOf(body)];
  for (const text of texts) {
    const magic = findMagic(text);
    if (magic !== undefined) return magic;
  }
  return undefined;
};
