/**
 * The store was lost while it was told of something that a command has decided: nobody knows whether it stands. Whoever asked may ask
 * again; what stands is found before anything else of the account is decided. `cause` is what the store has thrown.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`it is not known whether what was decided has been stored (${reason})`, { cause });
  }
}
