/** From the domain's names to the wire's, once: the only place where `*_usd` and `*_at` are written. */
import type { GapChoices } from '../../spec/gaps.ts';
import type { Job as JobBody, SubmitAcknowledgement } from '../../spec/schemas/job.ts';
import type { Balance, UsageRecord as UsageBody, UsageSummary } from '../../spec/schemas/money.ts';
import type { LiveSwapSession, VoiceSession } from '../../spec/schemas/sessions.ts';
import type { Upload as UploadBody } from '../../spec/schemas/upload.ts';
import type { Account } from '../domain/account.ts';
import { monthStart, weekStart, yearStart } from '../domain/calendar.ts';
import type { Job } from '../domain/job.ts';
import { messageOf } from '../domain/jobs/ending.ts';
import { balanceWithHolds, toppedUp } from '../domain/ledger.ts';
import { usdFromMicros } from '../domain/money.ts';
import type { Session } from '../domain/session.ts';
import type { Upload } from '../domain/upload.ts';
import type { Period, UsageRecord } from '../domain/usage.ts';
import type { Links } from './links.ts';

/** What the wire form depends on beside the state. */
export type Presentation = {
  readonly choices: GapChoices;
  readonly links: Links;
  readonly origin: string;
  readonly now: number;
};

export const presentUpload = ({ fileKey }: Upload, { links, origin }: Presentation): UploadBody => ({
  file_key: fileKey,
  url: origin + links.upload(fileKey),
});

export const presentAcknowledgement = (job: Job): SubmitAcknowledgement => ({
  id: job.id,
  // As first given, also to a resubmit (gap `resubmit-ack`).
  status: 'queued',
  status_url: `/api/v1/jobs/${job.id}`,
});

export const presentJob = (job: Job, { links, origin, now }: Presentation): JobBody => {
  const { id, state } = job;
  switch (state.status) {
    case 'queued':
    case 'processing': {
      const charged = job.paid === 'at submit' ? usdFromMicros(job.priceMicros) : 0;
      return { id, status: state.status, output_url: null, charged_usd: charged, error: null };
    }
    case 'succeeded':
      return {
        id,
        status: 'succeeded',
        output_url: origin + links.output(id, extensionOf(job), now),
        charged_usd: usdFromMicros(job.priceMicros),
        error: null,
      };
    case 'failed': {
      const error = { code: state.code, message: messageOf(state.code) };
      return { id, status: 'failed', output_url: null, charged_usd: 0, error };
    }
    default:
      return state satisfies never;
  }
};

/** The kind of file that a job gives. */
export const extensionOf = (job: Job): string => ({ video: 'mp4', image: 'png', audio: 'wav' })[job.plan.result.kind];

export const presentLiveSwapSession = (session: Session, presentation: Presentation): LiveSwapSession => {
  const { session_id, stream_url, session_token, ...limits } = presentVoiceSession(session, presentation);
  return { session_id, stream_url, session_token, prompt: session.prompt ?? '', ...limits };
};

export const presentVoiceSession = (session: Session, { origin }: Presentation): VoiceSession => ({
  session_id: session.id,
  stream_url: `${origin.replace(/^http/, 'ws')}/streams/${session.id}`,
  session_token: session.token,
  max_duration_sec: session.maxDurationSeconds,
  max_cost_usd: usdFromMicros(session.maxCostMicros),
});

export const presentBalance = ({ ledger, usage }: Account, { choices, now }: Presentation): Balance => {
  const spentSince = (from: number): number => usdFromMicros(usage.totals({ from }).chargedMicros);
  return {
    balance_usd: usdFromMicros(choices['balance-holds'] === 'subtracted' ? ledger.available : balanceWithHolds(ledger)),
    total_spent_usd: usdFromMicros(ledger.spent),
    total_topped_up_usd: usdFromMicros(toppedUp(ledger)),
    spent_this_week_usd: spentSince(weekStart(now, choices['week-start'])),
    spent_this_month_usd: spentSince(monthStart(now)),
    spent_this_year_usd: spentSince(yearStart(now)),
  };
};

export const presentUsageRecord = (record: UsageRecord): UsageBody => ({
  id: `use_${record.about}`,
  endpoint: endpointOf[record.feature],
  feature: record.feature,
  status: record.status,
  charged_usd: usdFromMicros(record.chargedMicros),
  reason: record.reason,
  created_at: new Date(record.at).toISOString(),
});

const endpointOf = {
  character_swap: 'character-swap',
  face_swap: 'face-swap',
  face_swap_image: 'face-swap-image',
  motion_control: 'motion-control',
  avatar: 'avatar',
  lip_sync: 'lip-sync',
  voice_clone: 'voice-clone',
  full_live_swap: 'full-live-swap',
  full_live_swap_standard: 'full-live-swap',
  voice_changer: 'voice',
} as const;

export const presentSummary = ({ usage }: Account, period: Period): UsageSummary => {
  const totals = ({ count, chargedMicros }: { count: number; chargedMicros: number }) => ({
    count,
    charged_usd: usdFromMicros(chargedMicros),
  });
  const instant = (time: number | undefined): string | null =>
    time === undefined ? null : new Date(time).toISOString();
  return {
    from: instant(period.from),
    to: instant(period.to),
    ...totals(usage.totals(period)),
    features: Object.fromEntries([...usage.totalsByFeature(period)].map(([feature, sums]) => [feature, totals(sums)])),
  };
};
