/** What a client sees of `spec/gaps/wire/money.ts`. */
import { rateCard } from '../../fixtures/rate-card.ts';
import type { money as gaps } from '../../spec/gaps/wire/money.ts';
import { type Client, at } from './client.case.ts';
import type { Rows } from './row.case.ts';

const balanceOf = async (client: Client): Promise<unknown> => at((await client.get('/balance')).body, 'balance_usd');

const prices = async (client: Client, ...path: (string | number)[]): Promise<unknown> =>
  at((await client.get('/pricing')).body, ...path);

export const money: Rows<keyof typeof gaps> = {
  'charge-time': {
    look: async (client) => {
      await client.swapImage();
      const meanwhile = await balanceOf(client);
      await client.clock.advance({ seconds: 60 });
      return [meanwhile, await balanceOf(client)];
    },
    sees: { 'on-completion': [100, 99.97], 'on-submit': [99.97, 99.97] },
  },
  'failed-job-charge': {
    look: async (client) => {
      const { body } = await client.finishedImage('magic_face_not_detected');
      return [
        at(body, 'charged_usd'),
        at((await client.get('/usage')).body, 0, 'charged_usd'),
        await balanceOf(client),
      ];
    },
    sees: { zero: [0, 0, 100], gross: [0.03, 0, 100] },
  },
  'balance-holds': {
    look: async (client) => {
      await client.swapImage();
      return balanceOf(client);
    },
    sees: { 'not-shown': 100, subtracted: 99.97 },
  },
  'usd-rounding': {
    look: async (client) => {
      for (const characters of [300, 299, 10]) await client.speak('x'.repeat(characters));
      await client.clock.advance({ seconds: 60 });
      const records = (await client.get('/usage')).body as unknown[];
      return [...records.map((record) => at(record, 'charged_usd')), await balanceOf(client)];
    },
    sees: { micro: [0.0005, 0.01495, 0.015, 99.96955], cent: [0, 0.01, 0.02, 99.97] },
  },
  'pricing-body': {
    look: async (client) => {
      const body = (await client.get('/pricing')).body as object;
      const live = [at(body, 'full_live_swap'), at(body, 'rates', 'full_live_swap'), at(body, 7)];
      return [Array.isArray(body), at(body, 'currency'), ...live];
    },
    sees: {
      keyed: [false, undefined, { unit: 'second', usd: 0.01 }, undefined, undefined],
      list: [true, undefined, undefined, undefined, { feature: 'full_live_swap', unit: 'second', usd: 0.01 }],
      wrapped: [false, 'USD', undefined, { unit: 'second', usd: 0.01 }, undefined],
    },
  },
  'rate-card-fields': {
    look: async (client) => [
      await prices(client, 'lip_sync'),
      await prices(client, 'face_swap_image'),
      await prices(client, 'voice_clone'),
    ],
    sees: {
      'unit-and-usd': [rateCard.lip_sync, rateCard.face_swap_image, rateCard.voice_clone],
      'usd-per-unit': [
        { usd_per_second: 0.04, usd_per_second_by_resolution: rateCard.lip_sync.usd_by_resolution },
        { usd_per_image: 0.03 },
        { usd_per_1000_characters: 0.05 },
      ],
    },
  },
  'negotiated-rates': {
    look: async (client) => {
      const { api_key } = await client.control.createAccount({ balance_usd: 1, rates: { avatar: 0.5 } });
      const shownTo = async (authorization: string | null) =>
        at((await client.call('GET', '/pricing', undefined, { authorization })).body, 'avatar', 'usd');
      return [await shownTo(`Bearer ${api_key}`), await shownTo(null), await shownTo('Bearer nobody')];
    },
    sees: { 'list-rates': [0.05, 0.05, 0.05], 'own-rates': [0.5, 0.05, 0.05] },
  },
  'week-start': {
    look: async (client) => {
      // From a Saturday to the Sunday after it.
      await client.clock.advance({ to: '2026-01-03T12:00:00Z' });
      await client.finishedImage();
      await client.clock.advance({ to: '2026-01-04T12:00:00Z' });
      return at((await client.get('/balance')).body, 'spent_this_week_usd');
    },
    sees: { monday: 0.03, sunday: 0 },
  },
  'period-kind': {
    look: async (client) => {
      await client.finishedImage();
      const spent = async (to: string) => {
        await client.clock.advance({ to });
        const { body } = await client.get('/balance');
        return ['week', 'month', 'year'].map((period) => at(body, `spent_this_${period}_usd`));
      };
      return [await spent('2026-01-06T00:00:00Z'), await spent('2026-02-01T00:00:00Z')];
    },
    sees: {
      calendar: [
        [0, 0.03, 0.03],
        [0, 0, 0.03],
      ],
      rolling: [
        [0.03, 0.03, 0.03],
        [0, 0, 0.03],
      ],
    },
  },
  'period-zone': {
    look: async (client) => {
      await client.clock.advance({ to: '2026-01-31T14:00:00Z' });
      await client.finishedImage();
      const spent = async (to: string) => {
        await client.clock.advance({ to });
        return at((await client.get('/balance')).body, 'spent_this_month_usd');
      };
      return [
        await spent('2026-01-31T14:59:59Z'),
        await spent('2026-01-31T15:00:00Z'),
        await spent('2026-02-01T00:00:00Z'),
      ];
    },
    sees: { utc: [0.03, 0.03, 0], 'plus-9h': [0.03, 0, 0] },
  },
  'ceiling-amount': {
    look: async (client) => {
      const { api_key } = await client.control.createAccount({ balance_usd: 10, rates: { voice_changer: 0.000_123 } });
      const sending = { authorization: `Bearer ${api_key}` };
      return at((await client.call('POST', '/voice/session', { duration_minutes: 1 }, sending)).body, 'max_cost_usd');
    },
    sees: { exact: 0.00738, 'cent-up': 0.01 },
  },
};
