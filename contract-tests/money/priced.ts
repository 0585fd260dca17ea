/** A target with its prices: those that can be read on its rate card, and over them what was given by hand. */
import type { Target } from '../target.ts';
import { readRates } from './rates.ts';

/** @param pricing the answer of `GET /pricing` */
export const priced = (target: Target, pricing: unknown): Target =>
  target.spend === undefined
    ? target
    : { ...target, spend: { ...target.spend, rates: { ...readRates(pricing), ...target.spend.rates } } };
