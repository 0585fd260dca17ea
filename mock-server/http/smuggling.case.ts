/** Requests whose end two readers could see in two places, what stands behind them, and whether anybody has answered that. */
import { expect } from 'vitest';
import { exchange, request } from './wire.case.ts';

/** How long a server may take to answer, in real milliseconds. */
const waitMs = 1_000;

/** Sends each of the requests with something behind it. Throws where that is answered, or where the request is taken. */
export const expectNoneSmuggled = async (port: number, apiKey: string, requests: readonly Headers[]): Promise<void> => {
  const smuggledBy: string[] = [];
  const answered = async (headers: Headers): Promise<readonly number[]> => {
    const head = ['Host: localhost', `Authorization: Bearer ${apiKey}`, 'Content-Type: application/json', ...headers];
    // An empty body in chunks, and five bytes to whoever counts.
    const bytes = request('POST /api/v1/voice/session', head, `0\r\n\r\n${smuggled}`);
    const { statuses, text } = await exchange(port, bytes, { waitMs });
    if (text.includes('"status":"ok"')) smuggledBy.push(JSON.stringify(headers));
    return statuses;
  };
  for (let at = 0; at < requests.length; at += 15) {
    const group = requests.slice(at, at + 15);
    for (const [index, statuses] of (await Promise.all(group.map(answered))).entries()) {
      const what = JSON.stringify(group[index]);
      expect(statuses.length, `answers to ${what}`).toBeLessThanOrEqual(1);
      for (const status of statuses) expect(status, what).toBeGreaterThanOrEqual(400);
    }
  }
  expect(smuggledBy).toEqual([]);
};

type Headers = readonly string[];

/** Its answer is known by its text: nothing else here is answered so. */
const smuggled = 'GET /__understudy/health HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Ways to say that a body comes in chunks, each of which some reader takes for it and some other does not. */
const encodings = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'transfer-encoding: chunked',
  'Transfer-Encoding: chunked ',
  'Transfer-Encoding:chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding\t: chunked',
  ' Transfer-Encoding: chunked',
  'Transfer-Encoding: \u000bchunked',
  'Transfer-Encoding: \u000cchunked',
  'Transfer-Encoding: chunked\u00a0',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunkedx',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'X: y\r\n\tTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding\0: chunked',
  'Transfer-Encoding: chunked\0',
];

/** The length beside it: none that ends the body, one that ends it before what is smuggled, one that takes it in, one that is none. */
const lengths = [
  [],
  ['Content-Length: 5'],
  [`Content-Length: ${5 + smuggled.length}`],
  ['Content-Length: 0'],
  ['Content-Length: 5\r\nContent-Length: 0'],
];

/** By RFC 9112 these end where the chunks do, when there is no length beside them: what follows is a request like any other. */
const endInChunks = new Set([
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'transfer-encoding: chunked',
  'Transfer-Encoding: chunked ',
  'Transfer-Encoding:chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
]);

const isCertain = ([encoding = '', ...length]: readonly string[]): boolean =>
  length.length === 0 ? endInChunks.has(encoding) : isOtherHeader(encoding) && !length.join().includes('\n');

/** With an underscore it is another header, and the length alone counts. */
const isOtherHeader = (encoding: string): boolean => encoding.startsWith('Transfer_');

/** The headers of every request here: each encoding with each length, but where their end is certain. */
export const uncertain: readonly Headers[] = encodings
  .flatMap((encoding) => lengths.map((length) => [encoding, ...length]))
  .filter((headers) => !isCertain(headers));
