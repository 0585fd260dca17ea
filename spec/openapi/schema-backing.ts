/** What each component schema rests on: first parts of the ids of its clauses, and the gaps that leave it open. */
import type { GapId } from '../gaps.ts';

type Backing = { readonly clauses: readonly string[]; readonly gaps: readonly GapId[] };

export const schemaBacking = (title: string): Backing => {
  const backing = table[title];
  if (backing === undefined) throw new Error(`${title} has no entry in spec/openapi/schema-backing.ts`);
  return backing;
};

const submitBody = (endpoint: string, ...gaps: GapId[]): Backing => ({
  clauses: [`endpoints.${endpoint}.`, `limits.${endpoint}-`],
  gaps: ['unknown-file-key', 'wrong-file-kind', 'callback-url-invalid', 'unknown-fields', 'null-fields', ...gaps],
});

const errorLayout: Backing = { clauses: ['errors.code-present', 'errors.message-present'], gaps: ['error-body'] };

const table: { readonly [title: string]: Backing } = {
  Upload: { clauses: ['resources.upload.'], gaps: ['id-form', 'upload-url'] },
  CharacterSwapBody: submitBody('character-swap'),
  FaceSwapBody: submitBody('face-swap', 'resolution-default'),
  FaceSwapImageBody: submitBody('face-swap-image'),
  MotionControlBody: submitBody('motion-control'),
  AvatarBody: submitBody('avatar', 'resolution-default', 'text-too-long', 'text-unit', 'unknown-voice'),
  LipSyncBody: submitBody('lip-sync', 'resolution-default'),
  VoiceCloneBody: submitBody('voice-clone', 'text-too-long', 'text-unit', 'voice-sample', 'language-values'),
  SubmitAcknowledgement: { clauses: ['resources.acknowledgement.'], gaps: ['id-form', 'resubmit-ack'] },
  Job: {
    clauses: ['resources.job.'],
    gaps: ['pending-fields', 'failed-output-url', 'succeeded-error', 'failed-job-charge', 'link-lifetime'],
  },
  JobError: { clauses: ['resources.job.error-', 'states.job.failed-error-code'], gaps: ['message-wording'] },
  LiveSwapSessionBody: {
    clauses: ['endpoints.full-live-swap.', 'limits.live-swap-'],
    gaps: ['unknown-fields', 'null-fields', 'text-too-long', 'text-unit', 'empty-prompt'],
  },
  LiveSwapSession: { clauses: ['resources.live-swap-session.'], gaps: ['id-form', 'default-prompt'] },
  VoiceSessionBody: {
    clauses: ['endpoints.voice-session.', 'limits.voice-session-'],
    gaps: ['unknown-fields', 'null-fields', 'unknown-voice', 'empty-body'],
  },
  VoiceSession: { clauses: ['resources.voice-session.'], gaps: ['id-form'] },
  VoiceProfile: { clauses: ['resources.voice-profile.'], gaps: ['id-form'] },
  Voices: { clauses: ['endpoints.voices.'], gaps: [] },
  Balance: { clauses: ['resources.balance.'], gaps: ['balance-holds', 'week-start', 'period-kind', 'usd-rounding'] },
  UsageRecord: {
    clauses: ['resources.usage-record.'],
    gaps: ['endpoint-names', 'feature-names', 'usage-status', 'failed-job-reason', 'usage-time', 'usage-id'],
  },
  Usage: { clauses: ['endpoints.usage.', 'limits.usage-limit-'], gaps: ['usage-order', 'usage-coverage'] },
  UsageSummary: { clauses: ['endpoints.usage-summary.'], gaps: ['summary-body'] },
  Rate: { clauses: ['resources.rate-card.'], gaps: ['rate-card-fields'] },
  RateCard: { clauses: ['resources.rate-card.', 'endpoints.pricing.'], gaps: ['pricing-body', 'feature-names'] },
  WebhookDelivery: {
    clauses: ['events.content.'],
    gaps: ['sent-at', 'delivery-link', 'timestamp-precision', 'extra-members'],
  },
  NestedError: errorLayout,
  FlatError: errorLayout,
  ListError: errorLayout,
  ErrorBody: {
    clauses: [
      'errors.code-present',
      'errors.message-present',
      'versioning.codes-stable',
      'versioning.message-may-change',
    ],
    gaps: ['error-body', 'message-wording', 'new-codes'],
  },
};
