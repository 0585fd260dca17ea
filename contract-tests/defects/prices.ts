/** Prices that are not those of the rate card, nor of the characters of a script. */
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Account, type Decide, deciding, presenting, withEvents } from './ports.ts';
import { type Take, taking } from './purse.ts';

type Submit = Extract<Parameters<Decide>[2], { readonly type: 'submit-job' }>;

/** Jobs cost something else from the moment of their submit on. */
export const pricing = (price: (micros: number, command: Submit, account: Account) => number): (() => Ports) =>
  deciding(
    (next) => (account, world, command, moment) =>
      withEvents(next(account, world, command, moment), (events) =>
        events.map((event) =>
          event.type === 'job.submitted' && command.type === 'submit-job'
            ? {
                ...event,
                job: { ...event.job, priceMicros: Math.round(price(event.job.priceMicros, command, account)) },
              }
            : event,
        ),
      ),
  );

/** Voice clones are priced by another measure of their script than its characters. */
const cloning = (measure: (script: string) => number): (() => Ports) =>
  pricing((micros, { feature, body }) => {
    const { script } = body;
    return feature === 'voice_clone' && typeof script === 'string'
      ? (micros / script.length) * measure(script)
      : micros;
  });

export const priceDefects: readonly Defect[] = [
  // Least amounts.
  {
    id: 'money.least-charge',
    does: 'takes five cents at least for a job',
    clause: 'service.no-minimum',
    also: ['endpoints.pricing.live-rates', 'endpoints.voice-clone.price-by-characters'],
    ports: () => ({ price: (next) => (sale) => Math.max(sale.of === 'job' ? 50_000 : 0, next(sale)) }),
  },
  {
    id: 'money.begun-thousands',
    does: 'charges a voice clone for every thousand characters that is begun',
    clause: 'endpoints.voice-clone.price-by-characters',
    also: ['service.no-minimum', 'endpoints.pricing.live-rates', 'endpoints.voice-clone.price-at-rate-card'],
    ports: cloning((script) => Math.ceil(script.length / 1_000) * 1_000),
  },
  {
    id: 'money.begun-hundreds',
    does: 'charges a voice clone for every hundred characters that is begun, and no less',
    clause: 'service.no-minimum',
    ports: cloning((script) => Math.ceil(script.length / 100) * 100),
  },

  // Voice clones.
  {
    id: 'money.clone-by-words',
    does: 'prices a voice clone by its words',
    clause: 'endpoints.voice-clone.price-by-characters',
    ports: cloning((script) => script.trim().split(/\s+/).length * 6),
  },
  {
    id: 'money.clone-by-bytes',
    does: 'prices a voice clone by the bytes of its script',
    clause: 'endpoints.voice-clone.price-by-characters',
    ports: cloning((script) => Buffer.byteLength(script)),
  },
  {
    id: 'money.clone-without-white-space',
    does: 'leaves white space out of the characters of a voice clone',
    clause: 'endpoints.voice-clone.price-by-characters',
    also: ['endpoints.voice-clone.price-at-rate-card', 'endpoints.pricing.live-rates'],
    ports: cloning((script) => script.replace(/\s/g, '').length),
  },
  {
    id: 'money.clone-by-speech',
    does: 'prices a voice clone by the length of its speech: digits sound longer than letters',
    clause: 'endpoints.voice-clone.price-by-characters',
    ports: cloning((script) => script.replace(/\d/g, 'seven').length),
  },
  {
    id: 'money.clone-whole-thousands',
    does: 'charges a voice clone for whole thousands of characters only',
    clause: 'endpoints.voice-clone.price-by-characters',
    also: ['endpoints.pricing.live-rates', 'endpoints.voice-clone.price-at-rate-card'],
    ports: cloning((script) => Math.floor(script.length / 1_000) * 1_000),
  },
  {
    id: 'money.clone-discount',
    does: 'gives a discount on voice clones of more than ten thousand characters, of which the rate card tells nothing',
    clause: 'endpoints.voice-clone.price-at-rate-card',
    ports: cloning((script) => (script.length > 10_000 ? script.length * 0.9 : script.length)),
  },
  {
    id: 'money.clone-of-1024',
    does: 'divides the characters of a voice clone by 1,024',
    clause: 'endpoints.voice-clone.price-at-rate-card',
    ports: cloning((script) => (script.length / 1_024) * 1_000),
  },
  {
    id: 'money.clone-dearer-than-card',
    does: 'charges voice clones three hundredths above the rate card',
    clause: 'endpoints.voice-clone.price-at-rate-card',
    ports: cloning((script) => script.length * 1.03),
  },
  {
    id: 'money.clone-by-the-character',
    does: 'takes the rate of a thousand characters for a hundred',
    clause: 'endpoints.voice-clone.price-at-rate-card',
    also: ['endpoints.pricing.live-rates'],
    ports: cloning((script) => script.length * 10),
  },
  {
    id: 'money.clone-paid-on-completion',
    does: 'takes the price of a voice clone when it is complete',
    clause: 'endpoints.voice-clone.settled-before-render',
    ports: paidLater(),
  },
  {
    id: 'money.clone-only-reserved',
    does: 'sets the price of a voice clone aside before its render, and takes it when it is complete',
    clause: 'endpoints.voice-clone.settled-before-render',
    options: { choices: { 'balance-holds': 'subtracted' } },
    ports: paidLater(),
  },
  {
    id: 'money.clone-paid-when-it-starts',
    does: 'shows the price of a voice clone as taken a second after its submit',
    clause: 'endpoints.voice-clone.settled-before-render',
    ports: taking(
      (): Take =>
        (event, { now }) =>
          event.type === 'job.submitted' && event.job.feature === 'voice_clone'
            ? { micros: -event.job.priceMicros, from: now, until: now + 40 }
            : undefined,
    ),
  },

  // Rates.
  {
    id: 'money.rates-out-of-date',
    does: 'shows rates of last year, a fifth lower than what is charged',
    clause: 'endpoints.pricing.live-rates',
    also: ['endpoints.voice-clone.price-at-rate-card'],
    ports: rates((usd) => usd * 0.8),
  },
  {
    id: 'money.rates-in-cents',
    does: 'shows rates in cents',
    clause: 'endpoints.pricing.live-rates',
    also: ['endpoints.voice-clone.price-at-rate-card'],
    ports: rates((usd) => usd * 100),
  },
  {
    id: 'money.image-dearer-than-card',
    does: 'charges an image at twice the rate of the card',
    clause: 'endpoints.pricing.live-rates',
    ports: pricing((micros, { feature }) => (feature === 'face_swap_image' ? micros * 2 : micros)),
  },
  {
    id: 'money.sessions-cheaper-than-card',
    does: 'funds sessions of the tier pro at the rate of standard',
    clause: 'endpoints.pricing.live-rates',
    also: ['endpoints.full-live-swap.tier-default', 'endpoints.full-live-swap.tier-standard-cheaper'],
    ports: () => ({
      price: (next) => (sale) => {
        const micros = next(sale);
        return sale.of === 'session' && sale.feature === 'full_live_swap' ? Math.round(micros / 2) : micros;
      },
    }),
  },
  ...(['pro', 'standard'] as const).map((tier): Defect => {
    const [agreed, other] =
      tier === 'pro'
        ? (['full_live_swap', 'full_live_swap_standard'] as const)
        : (['full_live_swap_standard', 'full_live_swap'] as const);
    return {
      id: `money.negotiated-${tier}-for-both`,
      does: `lets a rate that was agreed for ${tier} hold for the other tier too`,
      clause: 'resources.rate-card.negotiated-rate-per-tier',
      ports: deciding((next) => (account, world, command, moment) => {
        const rate = account.rates[agreed];
        return next(
          rate === undefined ? account : { ...account, rates: { ...account.rates, [other]: rate } },
          world,
          command,
          moment,
        );
      }),
    };
  }),
];

/** Voice clones are paid for like any other job. */
function paidLater(): () => Ports {
  return deciding(
    (next) => (account, world, command, moment) =>
      withEvents(next(account, world, command, moment), (events) =>
        events.map((event) =>
          event.type === 'job.submitted' ? { ...event, job: { ...event.job, paid: 'on completion' as const } } : event,
        ),
      ),
  );
}

function rates(change: (usd: number) => number): () => Ports {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'number') return change(value);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one)]))
      : value;
  };
  return presenting(['getPricing'], (card) => changed(card));
}
