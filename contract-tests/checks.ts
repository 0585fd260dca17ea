/** The catalogue of checks, in the order in which they run: cheap ones first, and what others stand on before them. */
import type { Check } from './check.ts';
import { accessChecks } from './checks/access.ts';
import { callFieldChecks } from './checks/call-fields.ts';
import { conventionChecks } from './checks/conventions.ts';
import { errorCostChecks } from './checks/error-costs.ts';
import { errorTriggerChecks } from './checks/error-triggers.ts';
import { errorChecks } from './checks/errors.ts';
import { limitChecks } from './checks/limits.ts';
import { sessionBillingChecks } from './checks/session-billing.ts';
import { sessionCallChecks } from './checks/session-calls.ts';
import { sessionCapacityChecks } from './checks/session-capacity.ts';
import { sessionEndChecks } from './checks/session-ends.ts';
import { promptChecks, sessionMemberChecks } from './checks/session-members.ts';
import { sessionSocketChecks } from './checks/session-sockets.ts';
import { sessionTierChecks } from './checks/session-tiers.ts';
import { voiceSocketConvertedChecks } from './checks/voice-socket-converted.ts';
import { voiceSocketEchoChecks } from './checks/voice-socket-echo.ts';
import { voiceSocketFormatChecks } from './checks/voice-socket-format.ts';
import { submitInputChecks } from './checks/submit-inputs.ts';
import { uploadChecks } from './checks/uploads.ts';
import { acknowledgementChecks } from './checks/acknowledgements.ts';
import { balanceChecks } from './checks/balance.ts';
import { chargeChecks, standingChargeChecks } from './checks/charges.ts';
import { historyChecks } from './checks/histories.ts';
import { rateChecks } from './checks/rates.ts';
import { speechChecks } from './checks/speech.ts';
import { usageDaysChecks, usagePeriodChecks } from './checks/usage-periods.ts';
import { usageQueryChecks } from './checks/usage-queries.ts';
import { usageHistoryChecks, usageSummaryChecks } from './checks/usage-summary.ts';
import { usageChecks } from './checks/usage.ts';
import { idempotencyChecks } from './checks/idempotency.ts';
import { jobChecks } from './checks/jobs.ts';
import { lifecycleChecks } from './checks/lifecycle.ts';
import { pricingChecks } from './checks/pricing.ts';
import { linkAgeChecks, resultChecks } from './checks/results.ts';
import { voiceChecks } from './checks/voices.ts';
import { webhookContentChecks } from './checks/webhook-content.ts';
import { webhookDataChecks } from './checks/webhook-data.ts';
import { webhookDeliveryChecks } from './checks/webhook-delivery.ts';
import { webhookEventChecks } from './checks/webhook-events.ts';
import { webhookSignatureChecks } from './checks/webhook-signature.ts';

export const allChecks: readonly Check[] = [
  ...pricingChecks,
  ...accessChecks,
  ...conventionChecks,
  ...sessionCallChecks,
  ...sessionMemberChecks,
  ...promptChecks,
  ...voiceChecks,
  ...balanceChecks,
  ...uploadChecks,
  ...acknowledgementChecks,
  ...jobChecks,
  // While the links of those jobs are fresh.
  ...resultChecks,
  ...lifecycleChecks,
  ...idempotencyChecks,
  ...chargeChecks,
  ...rateChecks,
  ...usageChecks,
  ...usageSummaryChecks,
  ...usagePeriodChecks,
  ...speechChecks,
  ...errorChecks,
  ...errorTriggerChecks,
  ...errorCostChecks,
  ...limitChecks,
  ...usageQueryChecks,
  // Each that is accepted is paid for, some of them dearly.
  ...submitInputChecks,
  ...callFieldChecks,
  ...webhookEventChecks,
  ...webhookContentChecks,
  ...webhookDataChecks,
  ...webhookSignatureChecks,
  ...webhookDeliveryChecks,
  ...sessionCapacityChecks,
  ...sessionSocketChecks,
  ...voiceSocketFormatChecks,
  ...voiceSocketEchoChecks,
  ...voiceSocketConvertedChecks,
  ...sessionTierChecks,
  ...sessionBillingChecks,
  ...sessionEndChecks,
  ...historyChecks,
  // Days pass, and years.
  ...usageDaysChecks,
  ...usageHistoryChecks,
  ...linkAgeChecks,
  ...standingChargeChecks,
];
