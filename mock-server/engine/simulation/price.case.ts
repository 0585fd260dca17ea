/** What a job costs, worked out a second time: from the list in USD, in whole numbers, rounded half up once. */
import { type Rate, rateCard } from '../../../fixtures/rate-card.ts';
import type { Feature, JobFeature } from '../../../spec/vocabulary.ts';
import type { SubmitJob } from '../../domain/commands.ts';
import type { Upload } from '../../domain/upload.ts';
import type { Agreed } from './program.case.ts';

const list: { readonly [feature in Feature]: Rate } = rateCard;

export const jobPrice = (
  { feature, body }: SubmitJob,
  inputs: { readonly [field: string]: Upload },
  agreed: Agreed,
): number => {
  if (feature === 'avatar' && agreed.avatar !== undefined) {
    return perThousand(agreed.avatar, Math.round((characters(body['script']) / 15) * 1000));
  }
  const rate = list[feature];
  const { resolution: long = '1k', output_resolution_p: lines = 720 } = body;
  const resolution = `${(feature === 'character_swap' ? long : lines) as string | number}`;
  const unit = micros(rate.usd_by_resolution?.[resolution] ?? rate.usd);
  switch (rate.unit) {
    case 'image':
      return unit;
    case '1000_characters':
      return perThousand(unit, characters(body['script']));
    default:
      return perThousand(unit, Math.round(seconds(feature, body, inputs) * 1000));
  }
};

export const sessionPrice = (
  capability: 'full_live_swap' | 'voice_changer',
  tier: 'pro' | 'standard' | undefined,
  minutes: number,
  agreed: Agreed,
): number => secondPrice(capability, tier, agreed) * minutes * 60;

/** A second of a stream. */
const secondPrice = (
  capability: 'full_live_swap' | 'voice_changer',
  tier: 'pro' | 'standard' | undefined,
  agreed: Agreed,
): number => {
  const feature =
    capability === 'voice_changer' ? capability : tier === 'standard' ? 'full_live_swap_standard' : 'full_live_swap';
  return feature === 'full_live_swap' && agreed.pro !== undefined ? agreed.pro : micros(list[feature].usd);
};

/** The length of the result follows one of the inputs, or the script. */
const longest = {
  character_swap: 'video_key',
  face_swap: 'video_key',
  motion_control: 'motion_video_key',
  lip_sync: 'audio_key',
};

const seconds = (
  feature: JobFeature,
  body: SubmitJob['body'],
  inputs: { readonly [field: string]: Upload },
): number => {
  if (feature === 'avatar') return characters(body['script']) / 15;
  const field = feature in longest ? longest[feature as keyof typeof longest] : '';
  return inputs[field]?.durationSeconds ?? 10;
};

const micros = (usd: number): number => Math.round(usd * 1e6);
const characters = (text: unknown): number => (typeof text === 'string' ? Array.from(text).length : 0);

/** The price of so many thousandths of a unit. */
export const perThousand = (unit: number, thousandths: number): number =>
  Number((2n * BigInt(unit) * BigInt(thousandths) + 1000n) / 2000n);
