/** A body as the journal keeps it: its text as it is or, if it is long, a copy of its beginning, so that the rest can go. */
import { type JournalBody, journalBodyCharsMax } from '../../spec/schemas/journal.ts';
import { type Redactor, secretCharsMax } from './redact.ts';

/** A text; or what there is of one that is long, that is no UTF-8, or that is not kept at all. */
export type KeptBody =
  | string
  | { readonly text: string | undefined; readonly bytes: number | undefined; readonly goesOn: boolean };

/** More than is shown: a secret across the last place shown is still whole, and so can be taken out. */
const keptCharsMax = journalBodyCharsMax + secretCharsMax;

/** @param bytes its length as it was sent, where the text does not tell */
export const keepBody = (text: string, bytes?: number): KeptBody => {
  if (text.length > keptCharsMax) return { text: copyOf(text), bytes: bytes ?? Buffer.byteLength(text), goesOn: true };
  return bytes === undefined ? text : { text, bytes, goesOn: false };
};

/** Of a body that is not kept. */
export const onlyLength = (bytes: number | undefined): KeptBody => ({ text: undefined, bytes, goesOn: false });

/** About how much memory it takes. */
export const sizeOf = (body: KeptBody): number => 2 * (typeof body === 'string' ? body : (body.text ?? '')).length;

export const showBody = (body: KeptBody, redactor: Redactor, secrets?: readonly string[]): JournalBody => {
  if (typeof body === 'string') return showText(body, Buffer.byteLength(body), false, redactor, secrets);
  const { text, bytes = null, goesOn } = body;
  return text === undefined
    ? { bytes, text: null, truncated: false }
    : showText(text, bytes, goesOn, redactor, secrets);
};

const showText = (
  kept: string,
  bytes: number | null,
  goesOn: boolean,
  redactor: Redactor,
  secrets?: readonly string[],
): JournalBody => {
  const safe = redactor.text(kept, secrets);
  // The last ones may be the beginning of a secret.
  const whole = goesOn ? Math.max(0, safe.length - secretCharsMax) : safe.length;
  const text = safe.slice(0, Math.min(whole, journalBodyCharsMax));
  return { bytes, text, truncated: goesOn || text.length < safe.length };
};

/** A slice would hold on to all of the text. */
const copyOf = (text: string): string => Buffer.from(text.slice(0, keptCharsMax)).toString();
