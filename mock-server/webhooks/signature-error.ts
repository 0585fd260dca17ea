/** Why a delivery is not to be trusted. */

export type SignatureFailure =
  /** The body was parsed already: what was signed is gone. */
  'body_not_raw' | 'no_secret' | 'no_header' | 'malformed_header' | 'no_signature' | 'mismatch' | 'too_old' | 'too_new';

/** `reason` is for programs, `message` for people; neither carries the secret or the signature that was expected. */
export class SignatureVerificationError extends Error {
  override readonly name = 'SignatureVerificationError';
  readonly reason: SignatureFailure;

  constructor(reason: SignatureFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}
