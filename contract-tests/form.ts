/** The body of an upload, byte by byte: `multipart/form-data` with one part `file`. */
import type { Input } from './target.ts';
import type { Padding } from './wire/exchange.ts';

/** A body that is sent as it is. */
export type Raw = { readonly bytes: Uint8Array; readonly type: string; readonly padding?: Padding | undefined };

type File = Pick<Input, 'bytes' | 'name' | 'contentType'>;

/** @param padBytes zeros behind the file, which belong to it */
export const formOf = ({ bytes, name, contentType }: File, field = 'file', padBytes = 0): Raw =>
  joined(
    `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${contentType}\r\n\r\n`,
    bytes,
    padBytes,
  );

/** A part of that name with text and no file. */
export const textForm = (field: string, text: string): Raw =>
  joined(`Content-Disposition: form-data; name="${field}"\r\n\r\n`, Buffer.from(text), 0);

const joined = (headers: string, content: Uint8Array, padBytes: number): Raw => {
  const head = Buffer.from(`--${boundary}\r\n${headers}`);
  return {
    bytes: Buffer.concat([head, content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
    ...(padBytes > 0 && { padding: { at: head.byteLength + content.byteLength, bytes: padBytes } }),
  };
};

const boundary = 'understudy-7f3a9c51e0';
