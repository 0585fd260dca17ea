/** What can be read at no cost, in another form: a rate card with other keys, voices that are no list of profiles, a balance that is no object. */
import { isObject } from '../reading/members.ts';
import { answered, listed } from './changes.ts';
import type { Defect } from './defect.ts';
import { without } from './ports.ts';

const keyed = 'resources.rate-card.keyed-by-feature';
const proKey = 'resources.rate-card.pro-key';
const standardKey = 'resources.rate-card.standard-key';

const rateCardDefects: readonly Defect[] = [
  {
    id: 'shapes.pro-key-with-suffix',
    does: 'keys the rate of the tier pro as full_live_swap_pro',
    clause: proKey,
    ports: () =>
      answered('getPricing', (card) => ({
        ...without(card, 'full_live_swap'),
        full_live_swap_pro: card['full_live_swap'],
      })),
  },
  {
    id: 'shapes.pro-key-missing',
    does: 'leaves the tier pro out of the rate card, for its price is to be asked for',
    clause: proKey,
    ports: () => answered('getPricing', (card) => without(card, 'full_live_swap')),
  },
  {
    id: 'shapes.standard-key-with-hyphens',
    does: 'keys the rate of the tier standard as full-live-swap-standard',
    clause: standardKey,
    ports: () =>
      answered('getPricing', (card) => ({
        ...without(card, 'full_live_swap_standard'),
        'full-live-swap-standard': card['full_live_swap_standard'],
      })),
  },
  {
    id: 'shapes.standard-key-within-pro',
    does: 'has one key for both tiers, with a rate for each below it',
    clause: standardKey,
    ports: () =>
      answered('getPricing', (card) => ({
        ...without(card, 'full_live_swap_standard'),
        full_live_swap: { pro: card['full_live_swap'], standard: card['full_live_swap_standard'] },
      })),
  },
  {
    id: 'shapes.rates-keyed-by-path',
    does: 'keys rates by the path of their endpoint, where features stand with hyphens',
    clause: keyed,
    also: [proKey, standardKey],
    ports: () =>
      answered('getPricing', (card) =>
        Object.fromEntries(Object.entries(card).map(([name, rate]) => [`/${name.replaceAll('_', '-')}`, rate])),
      ),
  },
  {
    id: 'shapes.rates-numbered',
    does: 'lists rates under numbers and titles, without their features',
    clause: keyed,
    also: [proKey, standardKey],
    ports: () =>
      answered('getPricing', (card) =>
        Object.entries(card).map(([name, rate], index) => ({
          ...(rate as object),
          id: index + 1,
          title: titleOf(name),
        })),
      ),
  },
];

/** As it stands on a page: `Full live swap`. */
function titleOf(feature: string): string {
  return `${feature.charAt(0).toUpperCase()}${feature.slice(1).replaceAll('_', ' ')}`;
}

const array = 'endpoints.voices.returns-array';
const profiles = 'endpoints.voices.items-are-profiles';
const profileMembers = [
  'resources.voice-profile.id-present',
  'resources.voice-profile.name-present',
  'resources.voice-profile.description-present',
  'resources.voice-profile.preview-url-present',
] as const;

const voiceDefects: readonly Defect[] = [
  {
    id: 'shapes.voices-in-an-envelope',
    does: 'puts the list of voices into an object',
    clause: array,
    ports: () => listed('listVoices', (all) => ({ voices: all })),
  },
  {
    id: 'shapes.voices-by-id',
    does: 'answers with an object of voices by their ids',
    clause: array,
    ports: () =>
      listed('listVoices', (all) =>
        Object.fromEntries(all.map((one) => [isObject(one) ? String(one['id']) : '', one])),
      ),
  },
  {
    id: 'shapes.voices-ids-only',
    does: 'lists the ids of voices instead of their profiles',
    clause: profiles,
    also: profileMembers,
    ports: () => listed('listVoices', (all) => all.map((one) => (isObject(one) ? one['id'] : one))),
  },
  {
    id: 'shapes.voices-in-pairs',
    does: 'lists pairs of an id and a profile',
    clause: profiles,
    also: profileMembers,
    ports: () => listed('listVoices', (all) => all.map((one) => [isObject(one) ? one['id'] : '', one])),
  },
  {
    id: 'shapes.voices-end-with-null',
    does: 'ends the list of voices with null',
    clause: profiles,
    also: profileMembers,
    ports: () => listed('listVoices', (all) => [...all, null]),
  },
];

const balanceMembers = [
  'resources.balance.balance-usd-present',
  'resources.balance.total-spent-usd-present',
  'resources.balance.total-topped-up-usd-present',
  'resources.balance.spent-this-week-usd-present',
  'resources.balance.spent-this-month-usd-present',
  'resources.balance.spent-this-year-usd-present',
] as const;

const balanceDefect = (words: string, does: string, change: Parameters<typeof answered>[1]): Defect => ({
  id: `shapes.balance-${words}`,
  does,
  clause: 'endpoints.balance.returns-balance',
  also: balanceMembers,
  ports: () => answered('getBalance', change),
});

const balanceDefects: readonly Defect[] = [
  balanceDefect('bare', 'answers with the amount alone', ({ balance_usd }) => balance_usd),
  balanceDefect('by-currency', 'answers with a list of balances, one for each currency', (balance) => [balance]),
  balanceDefect('in-text', 'answers with a JSON text that holds JSON', (balance) => JSON.stringify(balance)),
  {
    id: 'shapes.balance-before-first-charge',
    does: 'knows no balance of an account that has not spent anything yet',
    clause: 'endpoints.balance.returns-balance',
    also: balanceMembers,
    ports: () => ({
      present: (next) => (answer, asked) =>
        asked.operation === 'getBalance' && isObject(answer.body) && answer.body['total_spent_usd'] === 0
          ? next({ ...answer, status: 404, body: { error: { code: 'not_found', message: 'no balance yet' } } }, asked)
          : next(answer, asked),
    }),
  },
];

export const readDefects: readonly Defect[] = [...rateCardDefects, ...voiceDefects, ...balanceDefects];
