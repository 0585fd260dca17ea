/** Why an upload ends early: an expected no, carried through streams, which know only errors; or a client that has gone. */
import type { HttpErrorCode } from '../../../spec/errors.ts';
import { type Refusal, type Refused, refuse } from '../../domain/refusal.ts';

export class Stop extends Error {
  override readonly name = 'Stop';
  readonly refusal: Refusal;
  constructor({ refusal }: Refused) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export const stop = (code: HttpErrorCode, message: string): Stop => new Stop(refuse(code, message));

/** Nobody is left to answer to. */
export class Gone extends Error {
  override readonly name = 'Gone';
}
