/** The body of an upload, byte by byte: `multipart/form-data` with a part `file`. */
import type { Input } from './target.ts';
import type { Padding } from './wire/exchange.ts';

/** A body that is sent as it is. */
export type Raw = { readonly bytes: Uint8Array; readonly type: string; readonly padding?: Padding | undefined };

type File = Pick<Input, 'bytes' | 'name'> & { readonly contentType: string | undefined };

/** @param padBytes zeros behind the file, which belong to it */
export const formOf = (file: File, field = 'file', padBytes = 0): Raw => joined([filePart(file, field)], padBytes);

/** A part of that name with text and no file. */
export const textForm = (field: string, text: string): Raw => joined([textPart(field, text)]);

/** The file, and a text beside it. */
export const formBeside = (file: File, field: string, text: string): Raw =>
  joined([filePart(file, 'file'), textPart(field, text)]);

type Part = { readonly headers: string; readonly content: Uint8Array };

const filePart = ({ bytes, name, contentType }: File, field: string): Part => ({
  headers:
    `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
    (contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`),
  content: bytes,
});

const textPart = (field: string, text: string): Part => ({
  headers: `Content-Disposition: form-data; name="${field}"\r\n`,
  content: Buffer.from(text),
});

/** The zeros are put behind the last part. */
const joined = (parts: readonly Part[], padBytes = 0): Raw => {
  const open = Buffer.concat(
    parts.flatMap(({ headers, content }, at) => [
      Buffer.from(`${at === 0 ? '' : '\r\n'}--${boundary}\r\n${headers}\r\n`),
      content,
    ]),
  );
  return {
    bytes: Buffer.concat([open, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
    ...(padBytes > 0 && { padding: { at: open.byteLength, bytes: padBytes } }),
  };
};

const boundary = 'understudy-7f3a9c51e0';
