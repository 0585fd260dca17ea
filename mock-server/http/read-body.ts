/** Reads a JSON body strictly and within bounds, before anything else looks at it. */
import type { ReadableStream } from 'node:stream/web';
import type { GapChoices } from '../../spec/gaps.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { wholeBody } from './plain-request.ts';

const bytesMax = 1_000_000;
const depthMax = 32;

export type JsonObject = { readonly [field: string]: unknown };

/** How generously a body is read (gaps `body-media-type` and `empty-body`), and what one beyond the bounds is called (`body-size`). */
export type Reading = {
  readonly anyType: boolean;
  readonly emptyAsObject: boolean;
  readonly tooLarge: GapChoices['body-size'];
};

const strictly: Reading = { anyType: false, emptyAsObject: false, tooLarge: 'invalid_input' };

/** Told of a body that was read to its end; without a text where it is none that we take. */
export type Reader = { readonly read: (bytes: Uint8Array, text: string | undefined) => void };

/** The body as an object, or why it is none. */
export const readJson = async (
  request: Request,
  { anyType, emptyAsObject, tooLarge }: Reading = strictly,
  reader?: Reader,
): Promise<{ readonly body: JsonObject } | Refused> => {
  const type = request.headers.get('content-type');
  const isJson = anyType || (type !== null && jsonType.test(type));
  // A body that is left out has no type.
  if (!isJson && !emptyAsObject) return refuseType(type);
  const bytes = await readBounded(request);
  if (bytes === 'cut off') return refuse('invalid_input', 'the connection ended before the body did');
  if (bytes === undefined) return refuse(tooLarge, `a JSON body may have at most ${bytesMax} bytes`);
  const text = decode(bytes);
  reader?.read(bytes, text);
  if (text === undefined) return refuse('invalid_input', 'the body is not valid UTF-8 without a byte order mark');
  if (text.trim() === '') {
    return emptyAsObject ? { body: {} } : refuseEmpty;
  }
  if (!isJson) return refuseType(type);
  if (depthOf(text) > depthMax) return refuse(tooLarge, `the body is nested deeper than ${depthMax} levels`);
  const value = parse(text);
  if (value === undefined) return refuse('invalid_input', 'the body is not valid JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('invalid_input', 'the body must be a JSON object');
  }
  return { body: value as JsonObject };
};

/**
 * What can be read of a body whatever is wrong with it, and what is: for ports, which may not mind. The first fault is the one that
 * `readJson` finds, where it finds more than one.
 */
export const readAnyJson = async (
  request: Request,
  rules: Reading,
  reader?: Reader,
): Promise<{ readonly body: JsonObject; readonly text?: string; readonly fault?: Refused }> => {
  let text: string | undefined;
  const witness: Reader = {
    read: (bytes, decoded) => {
      text = decoded;
      reader?.read(bytes, decoded);
    },
  };
  const read = await readJson(request, { ...rules, anyType: true, emptyAsObject: true }, witness);
  const fault = refuseForm(request, rules, text) ?? (isRefused(read) ? read : undefined);
  return {
    body: isRefused(read) ? {} : read.body,
    ...(text !== undefined && { text }),
    ...(fault !== undefined && { fault }),
  };
};

/** What a generous reading passes over. */
const refuseForm = (
  request: Request,
  { anyType, emptyAsObject }: Reading,
  text: string | undefined,
): Refused | undefined => {
  const type = request.headers.get('content-type');
  const isJson = anyType || (type !== null && jsonType.test(type));
  const isEmpty = text?.trim() === '';
  if (isEmpty && isJson && !emptyAsObject) return refuseEmpty;
  return isJson || (isEmpty && emptyAsObject) ? undefined : refuseType(type);
};

const jsonType = /^application\/(?:[\w.+-]+\+)?json *(?:; *charset="?utf-8"? *)?$/i;

const refuseEmpty = refuse('invalid_input', 'the body is empty: send a JSON object');

const refuseType = (type: string | null): Refused =>
  refuse('invalid_input', `the body must be JSON with content-type application/json, got ${shown(type)}`);

/** Never holds more than the limit, whatever the headers say: undefined if there is more. A client that goes away is no failure of ours. */
const readBounded = async (request: Request): Promise<Uint8Array | 'cut off' | undefined> => {
  try {
    return await readUpTo(bytesMax, request);
  } catch {
    return 'cut off';
  }
};

const readUpTo = async (bytesMax: number, request: Request): Promise<Uint8Array | undefined> => {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > bytesMax) return undefined;
  const whole = wholeBody(request);
  if (whole !== undefined) return whole.byteLength > bytesMax ? undefined : whole;
  // The HTTP parser lets through no more than was declared.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // What is too long is left where it is. Cancelled, the stream of a form ends the whole process on Node 24: see
  // `uploads/body.ts`. A connection is drained or closed by the server.
  for await (const chunk of (request.body as ReadableStream<Uint8Array>).values({ preventCancel: true })) {
    length += chunk.byteLength;
    if (length > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    const text = decoder.decode(bytes);
    return text.startsWith('\ufeff') ? undefined : text;
  } catch {
    return undefined;
  }
};

/** Counts brackets outside strings; a loop, so that no depth can exhaust the stack. */
const depthOf = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === backslash) index++;
      else if (unit === quote) inString = false;
    } else if (unit === quote) inString = true;
    else if (unit === openBrace || unit === openBracket) deepest = Math.max(deepest, ++depth);
    else if (unit === closeBrace || unit === closeBracket) depth--;
  }
  return deepest;
};

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const shown = (type: string | null): string => (type === null ? 'none' : JSON.stringify(type.slice(0, 80)));
