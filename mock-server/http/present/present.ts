/** From the domain's names to the wire's, once: nowhere else are `*_usd` and `*_at` written. Made with the app, so that no body asks for a choice twice. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { Balance } from '../../../spec/schemas/money.ts';
import type { LiveSwapSession, VoiceSession } from '../../../spec/schemas/sessions.ts';
import type { Upload as UploadBody } from '../../../spec/schemas/upload.ts';
import type { VoiceProfile } from '../../../spec/schemas/voices.ts';
import type { Account } from '../../domain/account.ts';
import { periodStarts } from '../../domain/calendar.ts';
import { balanceWithHolds, toppedUp } from '../../domain/ledger.ts';
import { usdFromMicros } from '../../domain/money.ts';
import type { Session } from '../../domain/session.ts';
import type { Links } from '../links.ts';
import { type JobPresenter, createJobPresenter } from './jobs.ts';
import { type UsdRateCard, createRateCardPresenter } from './rate-card.ts';
import { createStyle } from './style.ts';
import { type UsagePresenter, createUsagePresenter } from './usage.ts';

/** Where clients find what bodies point to. */
export type Addresses = {
  readonly links: Links;
  readonly origin: () => string;
  /** Whether `status_url` leads to the moved route. */
  readonly moveJobRoute?: boolean;
};

export type Present = JobPresenter &
  UsagePresenter & {
    readonly upload: (fileKey: string, now: number) => UploadBody;
    readonly liveSwapSession: (session: Session) => LiveSwapSession;
    readonly voiceSession: (session: Session) => VoiceSession;
    readonly voice: (voice: Omit<VoiceProfile, 'preview_url'>) => VoiceProfile;
    readonly balance: (account: Account, now: number) => Balance;
    readonly rateCard: (card: UsdRateCard) => object;
  };

export const createPresent = (choices: GapChoices, addresses: Addresses): Present => {
  const { links, origin } = addresses;
  const style = createStyle(choices);
  const { named } = style;
  const session = ({ id, token, maxDurationSeconds, maxCostMicros }: Session): VoiceSession => ({
    session_id: id,
    stream_url: `${origin().replace(/^http/, 'ws')}/streams/${id}`,
    session_token: token,
    max_duration_sec: maxDurationSeconds,
    max_cost_usd: usdFromMicros(maxCostMicros),
  });

  return {
    ...createJobPresenter(choices, addresses, style),
    ...createUsagePresenter(choices, style),
    upload: (fileKey, now) => named('file', { file_key: fileKey, url: origin() + links.upload(fileKey, now) }),
    voiceSession: (created) => named('session', session(created)),
    liveSwapSession: (created) => {
      const { session_id, stream_url, session_token, ...bounds } = session(created);
      return named('session', { session_id, stream_url, session_token, prompt: created.prompt ?? '', ...bounds });
    },
    voice: (voice) => named('voice', { ...voice, preview_url: `${origin()}/voices/${voice.id}/preview.wav` }),
    balance: ({ ledger, usage }, now) => {
      const spentSince = (from: number): number => usdFromMicros(usage.totals({ from }).chargedMicros);
      const { week, month, year } = periodStarts(now, choices);
      const balance = choices['balance-holds'] === 'subtracted' ? ledger.available : balanceWithHolds(ledger);
      return named('balance', {
        balance_usd: usdFromMicros(balance),
        total_spent_usd: usdFromMicros(ledger.spent),
        total_topped_up_usd: usdFromMicros(toppedUp(ledger)),
        spent_this_week_usd: spentSince(week),
        spent_this_month_usd: spentSince(month),
        spent_this_year_usd: spentSince(year),
      });
    },
    rateCard: createRateCardPresenter(choices, style),
  };
};
