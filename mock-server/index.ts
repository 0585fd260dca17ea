/** `face-voice-understudy`: a mock of the Face and Voice Generation Service, in process. */
export { createMock, type Mock, type MockClock } from './compose.ts';
export type { MockOptions } from './options.ts';
export { constructEvent, generateTestHeaderString, type WebhookEvent } from './webhooks/construct-event.ts';
export { SignatureVerificationError, type SignatureFailure } from './webhooks/signature-error.ts';
export type { VerifyOptions } from './webhooks/verify-signature.ts';
