/** Tiers: one for the other, one unlike the other, or at the price of the other. */
import { tierFeature } from '../../spec/vocabulary.ts';
import type { Defect } from './defect.ts';
import { deciding, presenting, streaming, withEvents } from './ports.ts';
import { isLiveSwap, isStandard } from './session-kinds.ts';

export const sessionTierDefects: readonly Defect[] = made();

function made(): readonly Defect[] {
  const substituted = 'endpoints.full-live-swap.tier-never-substituted';
  const otherTier = { pro: 'standard', standard: 'pro' } as const;
  const given = (change: (tier: 'pro' | 'standard') => 'pro' | 'standard'): Defect['ports'] =>
    deciding(
      (next) => (account, world, command, moment) =>
        next(
          account,
          world,
          command.type === 'create-session' && command.capability === 'full_live_swap'
            ? { ...command, tier: change(command.tier ?? 'pro') }
            : command,
          moment,
        ),
    );
  const isTier = (feature: unknown): feature is 'full_live_swap' | 'full_live_swap_standard' =>
    feature === tierFeature.pro || feature === tierFeature.standard;
  return [
    {
      id: 'sessions.tier-always-pro',
      does: 'gives pro whatever tier was asked for',
      clause: substituted,
      also: ['endpoints.full-live-swap.tier-standard-cheaper'],
      ports: given(() => 'pro'),
    },
    {
      id: 'sessions.tier-always-standard',
      does: 'gives standard whatever tier was asked for',
      clause: substituted,
      also: ['endpoints.full-live-swap.tier-standard-cheaper'],
      ports: given(() => 'standard'),
    },
    {
      id: 'sessions.tiers-swapped',
      does: 'gives pro for standard and standard for pro',
      clause: substituted,
      also: ['endpoints.full-live-swap.tier-standard-cheaper', 'endpoints.full-live-swap.tier-default'],
      ports: given((tier) => otherTier[tier]),
    },
    {
      id: 'sessions.tier-recorded-as-pro',
      does: 'writes sessions of both tiers down as pro',
      clause: 'resources.usage-record.feature-identifies',
      also: [substituted],
      ports: presenting(['listUsage'], (record) =>
        isTier(record['feature']) ? { ...record, feature: tierFeature.pro } : record,
      ),
    },
    {
      id: 'sessions.socket-refused-standard',
      does: 'turns every socket of the tier standard away',
      clause: 'endpoints.full-live-swap.tiers-same-socket',
      also: ['endpoints.full-live-swap.socket-opens', 'authentication.socket-token-in-query'],
      ports: () => ({
        admit: (next) => async (knock) => {
          const session = await knock.session();
          return next(session !== undefined && isStandard(session) ? { ...knock, token: undefined } : knock);
        },
      }),
    },
    {
      id: 'sessions.standard-greets',
      does: 'greets on the socket of the tier standard only',
      clause: 'endpoints.full-live-swap.tiers-same-frames',
      ports: streaming(isStandard, (line) => {
        setImmediate(() => line.send('{"tier":"standard"}', false));
        return {};
      }),
    },
    {
      id: 'sessions.standard-in-text',
      does: 'answers in text frames in the tier standard only',
      clause: 'endpoints.full-live-swap.tiers-same-frames',
      ports: streaming(isStandard, (line) => ({ send: (data) => line.send(data.toString('base64'), false) })),
    },
    {
      id: 'sessions.standard-mute',
      does: 'sends nothing back in the tier standard',
      clause: 'endpoints.full-live-swap.tiers-same-frames',
      ports: streaming(isStandard, () => ({ send: () => undefined })),
    },
    {
      id: 'sessions.pro-with-figures',
      does: 'sends figures beside each frame in the tier pro only',
      clause: 'endpoints.full-live-swap.tiers-same-frames',
      ports: streaming(
        (session) => isLiveSwap(session) && !isStandard(session),
        (line) => ({
          send: (data, isBinary) => {
            if (isBinary) line.send(`{"bytes":${data.length}}`, false);
            line.send(data, isBinary);
          },
        }),
      ),
    },
    ...(['session', 'stream'] as const).flatMap((what): readonly Defect[] => [
      {
        id: `sessions.standard-dearer-${what}`,
        does:
          what === 'session'
            ? 'shows a higher ceiling for standard than for pro'
            : 'charges more for standard than for pro',
        clause: 'endpoints.full-live-swap.tier-standard-cheaper',
        also: ['states.full-live-swap.billed-per-second'],
        ports: () => ({
          price: (next) => (sale) => {
            const right = next(sale);
            if (sale.feature === tierFeature.standard) return what === 'session' ? right * 3 : Math.round(right * 2.5);
            // Its charge stays below its ceiling, which the mock keeps.
            return sale.feature === tierFeature.pro && what === 'stream' ? Math.round(right / 4) : right;
          },
        }),
      },
      {
        id: `sessions.standard-as-dear-${what}`,
        does: what === 'session' ? 'shows the same ceiling for both tiers' : 'charges the same for both tiers',
        clause: 'endpoints.full-live-swap.tier-standard-cheaper',
        ports: () => ({
          price: (next) => (sale) => {
            const right = next(sale);
            if (what === 'session')
              return sale.feature === tierFeature.standard && sale.of === 'session' ? right * 2 : right;
            return sale.feature === tierFeature.pro && sale.of === 'stream' ? Math.round(right / 2) : right;
          },
        }),
      },
    ]),
    ...(
      [
        ['pro', 'standard'],
        ['standard', 'pro'],
      ] as const
    ).map(([agreed, other]): Defect => ({
      id: `sessions.rate-of-${agreed}-for-both`,
      does: `lets a rate that was agreed for ${agreed} count for ${other}`,
      clause: 'resources.rate-card.negotiated-rate-per-tier',
      ports: deciding((next) => (account, world, command, moment) => {
        const rate = account.rates[tierFeature[agreed]];
        const spilt = rate === undefined || account.rates[tierFeature[other]] !== undefined;
        return next(
          spilt ? account : { ...account, rates: { ...account.rates, [tierFeature[other]]: rate } },
          world,
          command,
          moment,
        );
      }),
    })),
    {
      id: 'sessions.rate-of-pro-in-the-charge',
      does: 'charges standard by the rate that was agreed for pro, and shows the right ceiling',
      clause: 'resources.rate-card.negotiated-rate-per-tier',
      ports: deciding(
        (next) => (account, world, command, moment) =>
          withEvents(next(account, world, command, moment), (events) => {
            const rate = account.rates[tierFeature.pro];
            if (rate === undefined || account.rates[tierFeature.standard] !== undefined) return events;
            return events.map((event) =>
              event.type === 'session.created' && isStandard(event.session)
                ? { ...event, session: { ...event.session, secondMicros: rate.micros } }
                : event,
            );
          }),
      ),
    },
  ];
}
