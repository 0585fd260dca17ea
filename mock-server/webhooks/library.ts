/**
 * `face-voice-understudy/webhooks`: how a webhook is signed and verified, for receivers and for their tests. It starts no mock,
 * loads no package, and says of what it refuses why.
 */
import { signature } from '../../spec/webhooks.ts';

export { sign } from './signature.ts';
export { verifySignature, type VerifyOptions } from './verify-signature.ts';
export { constructEvent, generateTestHeaderString, type WebhookEvent } from './construct-event.ts';
export { SignatureVerificationError, type SignatureFailure } from './signature-error.ts';

/** The header that the signature stands in: a neutral name, for the service's own carries its brand. */
export const signatureHeader: string = signature.header;

/** How many seconds a signature may be old, or ahead, unless told otherwise. */
export const signatureToleranceSeconds: number = signature.toleranceSeconds;
