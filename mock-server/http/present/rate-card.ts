/** The rate card, in the layout and with the fields that the gaps `pricing-body` and `rate-card-fields` choose. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { Feature } from '../../../spec/vocabulary.ts';
import type { UsdRate } from '../../domain/pricing.ts';
import type { Style } from './style.ts';

export type UsdRateCard = { readonly [feature in Feature]: UsdRate };

export const createRateCardPresenter = (
  choices: GapChoices,
  { named, featureNames }: Style,
): ((card: UsdRateCard) => object) => {
  const fieldsOf = choices['rate-card-fields'] === 'unit-and-usd' ? (rate: UsdRate): object => rate : perUnit;
  return (card) => {
    const entries = (Object.entries(card) as [Feature, UsdRate][]).map(
      ([feature, rate]) => [featureNames[feature], fieldsOf(rate)] as const,
    );
    return layOut(choices['pricing-body'], entries, named);
  };
};

const layOut = (
  layout: GapChoices['pricing-body'],
  entries: readonly (readonly [name: string, rate: object])[],
  named: Style['named'],
): object => {
  const keyed = (): object => Object.fromEntries(entries.map(([name, rate]) => [name, named('rate', rate)]));
  switch (layout) {
    case 'keyed':
      return keyed();
    case 'list':
      return entries.map(([feature, rate]) => named('rate', { feature, ...rate }));
    case 'wrapped':
      return named('rate_card', { currency: 'USD', rates: keyed() });
    default:
      return layout satisfies never;
  }
};

/** `usd_per_second` and, where the price depends on it, `usd_per_second_by_resolution`. */
const perUnit = ({ unit, usd, usd_by_resolution }: UsdRate): object => ({
  [`usd_per_${unit}`]: usd,
  ...(usd_by_resolution && { [`usd_per_${unit}_by_resolution`]: usd_by_resolution }),
});
