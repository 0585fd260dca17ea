/** What a port makes of an answer, as it is written. */
import type { HttpAnswer } from './ports.ts';
import { bodiless } from './text-response.ts';

type Written = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
};

/**
 * The status, the headers and the text of an answer that a port has made.
 * @throws Error about a status or a header that cannot be sent: told of here, not when half of the answer is on its way
 */
export const presented = (answer: HttpAnswer): Written => {
  // The platform knows which statuses and names there are.
  const { status, headers } = new Response(null, { status: answer.status, headers: answer.headers });
  const text = bodiless.has(status) ? '' : textOf(answer);
  // Whoever sends an answer says how long it is.
  const { 'content-length': length, ...others } = Object.fromEntries(headers);
  if (length !== undefined && length !== String(Buffer.byteLength(text))) {
    throw new TypeError(`content-length of a presented answer must be that of its body, got ${length}`);
  }
  for (const [name, value] of Object.entries(others)) {
    if (!isSendable(name, value)) throw new TypeError(`the header ${name} of a presented answer cannot be sent`);
  }
  return { status, headers: others, text };
};

const textOf = ({ text, body }: HttpAnswer): string => text ?? jsonOf(body) ?? '';

/** Not of everything is there JSON. */
const jsonOf = (value: unknown): string | undefined => JSON.stringify(value);

/** Beyond ASCII a header would not be read over a connection as it is in process. */
const isSendable = (name: string, value: string): boolean => !framing.has(name) && /^[\t -~]*$/.test(value);

/** Headers that say where the body ends: an answer goes in one piece, and nothing comes after it. */
const framing: ReadonlySet<string> = new Set(['transfer-encoding', 'trailer']);
