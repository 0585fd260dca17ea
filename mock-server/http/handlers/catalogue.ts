/** What everyone may see: the voices, and the prices. */
import { type Feature, features } from '../../../spec/vocabulary.ts';
import { type UsdRate, usdFromRate } from '../../domain/pricing.ts';
import type { Caller } from '../authenticate.ts';
import type { Present } from '../present/present.ts';
import type { UsdRateCard } from '../present/rate-card.ts';
import type { Service } from '../service.ts';
import type { Answer, Handler } from './handler.ts';

export const listVoices: Handler = ({ service, present }) => ({ body: service.voices.map(present.voice) });

/** Public: rates that were negotiated with an account do not stand here, unless its key is sent (gap `negotiated-rates`). */
export const createPricing = (
  { choices, rateCard }: Service,
  present: Present,
): ((identify: () => Promise<Caller | undefined>) => Answer | Promise<Answer>) => {
  const listed: Answer = { body: present.rateCard(rateCard) };
  if (choices['negotiated-rates'] === 'list-rates') return () => listed;
  return async (identify) => {
    const caller = await identify();
    return caller === undefined ? listed : { body: present.rateCard(cardFor(caller, rateCard)) };
  };
};

const cardFor = ({ account }: Caller, card: UsdRateCard): UsdRateCard =>
  Object.fromEntries(
    features.map((feature): [Feature, UsdRate] => {
      const own = account.rates[feature];
      return [feature, own === undefined ? card[feature] : usdFromRate(own)];
    }),
  ) as { [feature in Feature]: UsdRate };
