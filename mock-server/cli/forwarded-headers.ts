/** Headers that a user adds to what is forwarded, as they are typed: `name: value`, with commas between them. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { pairsOf, passedHeaders } from './passed-headers.ts';
import { InvalidSecret } from './wrong-usage.ts';

export type Header = readonly [name: string, value: string];

/** Gathers headers. A comma ends one only where another name follows. What is wrong is not shown: it may be a key. */
export const readHeaders = (text: string, before: readonly Header[] = []): readonly Header[] => [
  ...before,
  ...text.split(/,(?=\s*[\w-]+:(?!\/\/))/).map(headerOf),
];

/** What came, without what ends at each hop, and with what was added. */
export const forwardedHeaders = (came: readonly string[], added: readonly Header[] = []): string[] => [
  ...passedHeaders(
    came,
    added.map(([name]) => name.toLowerCase()),
  ),
  ...added.flat(),
];

const headerOf = (text: string): Header => {
  const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const header: Header = [name.trim(), value.trim()];
  if (!isSound(header)) {
    throw new InvalidSecret('A header of --headers must be a name and a value, such as "X-Tenant: blue".');
  }
  if (pairsOf(passedHeaders([...header])).length === 0) {
    throw new InvalidSecret('A header of --headers must not be one of the connection, such as Host or Content-Length.');
  }
  return header;
};

const isSound = ([name, value]: Header): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return value !== '';
  } catch {
    return false;
  }
};
