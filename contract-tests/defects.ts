/** The zoo's animals: every defect. */
import { accessDefects } from './defects/access.ts';
import { capacityDefects } from './defects/capacity.ts';
import { chargedRefusalDefects } from './defects/charged-refusals.ts';
import { conventionDefects } from './defects/conventions.ts';
import { readDefects } from './defects/reads.ts';
import { rateDefects } from './defects/rate.ts';
import { sessionBillDefects } from './defects/session-bills.ts';
import { sessionCallDefects } from './defects/session-calls.ts';
import { sessionEndDefects } from './defects/session-ends.ts';
import { sessionTierDefects } from './defects/session-tiers.ts';
import { sessionTokenDefects } from './defects/session-tokens.ts';
import { sessionDefects } from './defects/sessions.ts';
import { voiceFormatDefects } from './defects/voice-format.ts';
import { voiceSoundDefects } from './defects/voice-sound.ts';
import { submitInputDefects } from './defects/submit-inputs.ts';
import { usageLimitDefects } from './defects/usage-limit.ts';
import { usageQueryDefects } from './defects/usage-queries.ts';
import type { Defect } from './defects/defect.ts';
import { errorDefects } from './defects/errors.ts';
import { fieldDefects } from './defects/fields.ts';
import { invalidInputDefects } from './defects/invalid-inputs.ts';
import { foreignJobDefects } from './defects/foreign-jobs.ts';
import { refusedDefects } from './defects/refused.ts';
import { uploadTypeDefects } from './defects/upload-types.ts';
import { uploadSizeDefects } from './defects/upload-sizes.ts';
import { uploadDefects } from './defects/uploads.ts';
import { shapeDefects } from './defects/shapes.ts';
import { webhookDataMemberDefects } from './defects/webhook-data-members.ts';
import { webhookDataDefects } from './defects/webhook-data.ts';
import { webhookSendingDefects } from './defects/webhook-sending.ts';
import { webhookEventNameDefects } from './defects/webhook-event-names.ts';
import { webhookDeliveryIdDefects } from './defects/webhook-delivery-ids.ts';
import { webhookBodyDefects } from './defects/webhook-bodies.ts';
import { webhookContentDefects } from './defects/webhook-content.ts';
import { webhookAftermathDefects } from './defects/webhook-aftermath.ts';
import { webhookLadderDefects } from './defects/webhook-ladders.ts';
import { webhookRetryDefects } from './defects/webhook-retries.ts';
import { webhookDigestDefects } from './defects/webhook-digest.ts';
import { webhookSecretDefects } from './defects/webhook-secrets.ts';
import { webhookSignatureDefects } from './defects/webhook-signature.ts';
import { acknowledgementDefects } from './defects/acknowledgements.ts';
import { repeatDefects } from './defects/idempotency-repeats.ts';
import { mistakenKeyDefects } from './defects/idempotency-keys.ts';
import { historyDefects } from './defects/histories.ts';
import { idempotencyDefects } from './defects/idempotency.ts';
import { failedJobDefects } from './defects/failed-jobs.ts';
import { lifecycleDefects } from './defects/lifecycle.ts';
import { shownJobDefects } from './defects/shown-jobs.ts';
import { chargedUsdDefects } from './defects/charged-usd.ts';
import { chargeDefects } from './defects/charges.ts';
import { standingChargeDefects } from './defects/standing-charges.ts';
import { totalDefects } from './defects/totals.ts';
import { priceDefects } from './defects/prices.ts';
import { refundDefects } from './defects/refunds.ts';
import { resultDefects } from './defects/results.ts';
import { usagePeriodDefects } from './defects/usage-periods.ts';
import { usageMemberDefects } from './defects/usage-members.ts';
import { usageRecordDefects } from './defects/usage-records.ts';

export const allDefects: readonly Defect[] = [
  ...shapeDefects,
  ...refusedDefects,
  ...capacityDefects,
  ...chargedRefusalDefects,
  ...errorDefects,
  ...fieldDefects,
  ...invalidInputDefects,
  ...accessDefects,
  ...foreignJobDefects,
  ...uploadDefects,
  ...uploadTypeDefects,
  ...uploadSizeDefects,
  ...sessionCallDefects,
  ...rateDefects,
  ...readDefects,
  ...usageLimitDefects,
  ...usageQueryDefects,
  ...conventionDefects,
  ...submitInputDefects,
  ...webhookContentDefects,
  ...webhookEventNameDefects,
  ...webhookDeliveryIdDefects,
  ...webhookBodyDefects,
  ...webhookSendingDefects,
  ...webhookDataMemberDefects,
  ...webhookDataDefects,
  ...webhookRetryDefects,
  ...webhookLadderDefects,
  ...webhookAftermathDefects,
  ...webhookSignatureDefects,
  ...webhookSecretDefects,
  ...webhookDigestDefects,
  ...sessionDefects,
  ...sessionTokenDefects,
  ...sessionTierDefects,
  ...sessionEndDefects,
  ...sessionBillDefects,
  ...voiceFormatDefects,
  ...voiceSoundDefects,
  ...acknowledgementDefects,
  ...idempotencyDefects,
  ...repeatDefects,
  ...mistakenKeyDefects,
  ...lifecycleDefects,
  ...failedJobDefects,
  ...shownJobDefects,
  ...refundDefects,
  ...chargeDefects,
  ...chargedUsdDefects,
  ...totalDefects,
  ...standingChargeDefects,
  ...priceDefects,
  ...resultDefects,
  ...usageRecordDefects,
  ...usageMemberDefects,
  ...usagePeriodDefects,
  ...historyDefects,
];
