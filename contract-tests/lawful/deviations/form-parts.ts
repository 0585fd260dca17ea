/** Takes a form apart again, as a server does: what is judged is what is sent. */
import type { SentRequest } from '../../wire/exchange.ts';

export type FormPart = {
  readonly name: string | undefined;
  /** Undefined for a text. */
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: number;
};

/** Undefined for what is no form. */
export const partsOf = ({ headers, body, padding }: SentRequest): readonly FormPart[] | undefined => {
  const boundary = /^multipart\/form-data;.*\bboundary=([^;]+)/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined || body === undefined) return undefined;
  // The first boundary has no line before it.
  const form = Buffer.concat([Buffer.from('\r\n'), body]);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  for (let at = form.indexOf(delimiter), next; at >= 0; at = next) {
    next = form.indexOf(delimiter, at + delimiter.byteLength);
    const start = form.indexOf('\r\n\r\n', at + delimiter.byteLength);
    if (next < 0 || start < 0 || start > next) continue;
    const head = form.subarray(at + delimiter.byteLength, start).toString();
    const content = start + 4;
    // Two bytes stand before the body here.
    const isPadded = padding !== undefined && padding.at + 2 >= content && padding.at + 2 <= next;
    parts.push({
      name: /; name="([^"]*)"/.exec(head)?.[1],
      filename: /; filename="([^"]*)"/.exec(head)?.[1],
      contentType: /^content-type: *(\S[^\r\n]*)/im.exec(head)?.[1],
      bytes: next - content + (isPadded ? padding.bytes : 0),
    });
  }
  return parts;
};
