/** The headers of a message that go on with it: all but those of the one connection it came on (RFC 9110, 7.6.1). */

/** Names and values in turn, in their order and spelling. */
export const passedHeaders = (headers: readonly string[], without: readonly string[] = []): string[] => {
  const named = pairsOf(headers)
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()));
  const dropped = new Set([...ofConnection, ...named, ...without]);
  return pairsOf(headers)
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .flat();
};

export const pairsOf = (headers: readonly string[]): (readonly [name: string, value: string])[] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? ''] as const] : []));

/** @param name in any case */
export const valuesOf = (headers: readonly string[], name: string): string[] =>
  pairsOf(headers).flatMap(([one, value]) => (one.toLowerCase() === name.toLowerCase() ? [value] : []));

/** What ends at each hop, and what is written anew for the next. */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
];
