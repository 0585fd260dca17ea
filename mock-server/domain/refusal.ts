/** An expected "no": an error code of the document and a message that says what, where and what next. */
import type { HttpErrorCode } from '../../spec/errors.ts';

export type Refusal = { readonly code: HttpErrorCode; readonly message: string };

export type Refused = { readonly refusal: Refusal };

export const refuse = (code: HttpErrorCode, message: string): Refused => ({ refusal: { code, message } });

export const isRefused = (value: object): value is Refused => 'refusal' in value;
