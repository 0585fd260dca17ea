/** The functions of the domain that a caller may wrap, beside `decide` itself: a part of the settings, so that what decides stays pure. */
import { type IsSuccess, type NextAttempt, isSuccess, nextAttempt } from './deliveries.ts';
import { type Price, price } from './pricing.ts';

export type Rules = {
  readonly price: Price;
  readonly isSuccess: IsSuccess;
  readonly nextAttempt: NextAttempt;
};

export const usualRules: Rules = { price, isSuccess, nextAttempt };
