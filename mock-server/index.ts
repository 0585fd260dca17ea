/** `face-voice-understudy`: a mock of the Face and Voice Generation Service, in process. */
export { createMock, type Mock, type MockClock } from './compose.ts';
export type { Scorecard } from '../contract-tests/conduct/scorecard.ts';
export type { AccountRequest, NewAccount } from './control/accounts.ts';
export type { AccountView } from './control/books.ts';
export type { CapacityChange, CapacityState } from './control/capacity.ts';
export type { Advance, ClockState } from './control/clock.ts';
export type { DeliveryView } from './control/delivery-view.ts';
export type { JobView } from './control/jobs.ts';
export type { MockOptions } from './options.ts';
export type { Ports, Wrap } from './ports.ts';
export type { Account, ApiKey } from './domain/account.ts';
export type { Command, Decision, Moment, Reply } from './domain/commands.ts';
export type { FailedAttempt, IsSuccess, NextAttempt } from './domain/deliveries.ts';
export type { AttemptOutcome, Delivery } from './domain/delivery.ts';
export type { AccountEvent } from './domain/events.ts';
export type { Job } from './domain/job.ts';
export type { Price, Quantity, Rate, Sale } from './domain/pricing.ts';
export type { Refusal, Refused } from './domain/refusal.ts';
export type { Session } from './domain/session.ts';
export type { World } from './domain/world.ts';
export type { Decide } from './engine/engine.ts';
export type { Caller } from './http/authenticate.ts';
export type { Input } from './http/input.ts';
export type { JsonObject } from './http/read-body.ts';
export type { FileType } from './http/uploads/file-type.ts';
export type {
  Asked,
  Authenticate,
  Claim,
  FileRequest,
  HttpAnswer,
  Limit,
  Paced,
  PresentAnswer,
  RawInput,
  Serve,
  UploadBytes,
  UploadKind,
  Validate,
} from './http/ports.ts';
export type { Admit, Admitted, AdmitPort, Knock, Ticket } from './sockets/admit.ts';
export type { Frame, Line } from './sockets/frame.ts';
export type {
  Deliver,
  OutgoingAttempt,
  PresentWebhook,
  Sending,
  Sign,
  Signing,
  WebhookBody,
  WebhookFacts,
  WebhookRequest,
} from './webhooks/ports.ts';
export { constructEvent, generateTestHeaderString, type WebhookEvent } from './webhooks/construct-event.ts';
export { SignatureVerificationError, type SignatureFailure } from './webhooks/signature-error.ts';
export type { VerifyOptions } from './webhooks/verify-signature.ts';
