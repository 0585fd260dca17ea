/** How a price came about, as a formula where it is one. */
import { billedMs } from '../streams.ts';
import type { Job } from '../job.ts';
import { usdFromMicros } from '../money.ts';
import { type NegotiatedRates, type Rate, rateOf } from '../pricing.ts';
import type { Session } from '../session.ts';
import type { Subject } from './subject.ts';
import { length, usd } from './wording.ts';

export const priceOfJob = (subject: Subject, { feature, priceMicros, plan, submittedAt }: Job): string => {
  const { rateCard } = subject.settings;
  const own = ownRatesAt(subject, submittedAt);
  const rate = rateOf(rateCard, own, feature);
  const whose = own[feature] === undefined ? 'the list price' : "the account's own price";
  const { durationSeconds = 0 } = plan.result;
  const quantity = quantityOf(rate, durationSeconds);
  const card =
    rate.microsByResolution === undefined ? usd(rate.micros) : `${usd(rate.micros)} or that of its resolution`;
  return `${usd(priceMicros)}: ${quantity} at ${card} ${unitOf(rate)}, ${whose} of ${feature}`;
};

/** The account's own prices at an instant. */
const ownRatesAt = ({ past }: Subject, at: number): NegotiatedRates =>
  past.reduce<NegotiatedRates>(
    (rates, { event }) =>
      (event.type === 'account.created' || event.type === 'rates.changed') && event.at <= at ? event.rates : rates,
    {},
  );

const quantityOf = ({ unit }: Rate, durationSeconds: number): string => {
  switch (unit) {
    case 'second':
      return `${Number(durationSeconds.toFixed(3))} s of result`;
    case 'image':
      return 'one image';
    case '1000_characters':
      return 'the characters of its script';
    default:
      return unit satisfies never;
  }
};

const unitOf = ({ unit }: Rate): string => units[unit];

const units = { second: 'a second', image: 'an image', '1000_characters': 'for 1,000 characters' } as const;

/** What was streamed, and what follows from it. */
export const priceOfStream = (
  { settings: { choices } }: Subject,
  { secondMicros, maxCostMicros, maxDurationSeconds, feature, state }: Session,
  streamed: { readonly streamedMs: number; readonly chargedMicros: number } | undefined,
): string => {
  const ceiling = `the ceiling is ${usd(maxCostMicros)} for ${maxDurationSeconds} s`;
  const rate = `${usd(secondMicros)} a second of ${feature}, as priced when it was created`;
  if (streamed === undefined)
    return `nothing${state.status === 'ended' ? ': nobody connected' : ' yet'}; ${rate}; ${ceiling}`;
  const { streamedMs, chargedMicros } = streamed;
  const billed = Math.min(billedMs(streamedMs, choices), maxDurationSeconds * 1_000);
  const rounded = billed === streamedMs ? '' : `, billed as ${length(billed)} (rounded ${choices['session-rounding']})`;
  const product = Math.floor((secondMicros * billed) / 1_000 + 0.5);
  const capped = chargedMicros < product ? `; ${usdFromMicros(product)} USD would be more than there is for it` : '';
  return `${usd(chargedMicros)}: ${length(streamedMs)} streamed${rounded}, at ${rate}${capped}; ${ceiling}`;
};
