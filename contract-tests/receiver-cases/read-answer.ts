/** Reads an HTTP/1.1 answer out of the bytes that have come so far. Only as much as a judge needs: status, headers, and a body to show. */

export type AnswerRead = {
  readonly status: number;
  /** Names in lower case; of several of one name the last. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
  /** Nothing more is to come, as far as the framing tells. */
  readonly isWhole: boolean;
};

export const readAnswer = (bytes: Buffer): AnswerRead | 'partial' | 'not-http' => {
  const head = finalHead(bytes);
  if (typeof head === 'string') return head;
  const { status, lines, rest } = head;
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).trim().toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = headers['transfer-encoding'] === undefined ? rest : unchunked(rest);
  return { status, headers, body: body.subarray(0, shownBytesMax), isWhole: isWhole(status, headers, rest) };
};

type Head = { readonly status: number; readonly lines: readonly string[]; readonly rest: Buffer };

/** That of the answer: 100 Continue and its like go before it, and there is an end to how many. */
const finalHead = (bytes: Buffer): Head | 'partial' | 'not-http' => {
  for (let at = 0; at <= headBytesMax;) {
    const start = bytes.subarray(at, at + 9).toString('latin1');
    if (at > 0 && start === '') return 'partial';
    if (!'HTTP/1.1 '.startsWith(start.slice(0, 5)) && !/^HTTP\/1\.[01] ?$/.test(start)) return 'not-http';
    if (start.length === 9 && !/^HTTP\/1\.[01] $/.test(start)) return 'not-http';
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end === -1) return bytes.byteLength > headBytesMax ? 'not-http' : 'partial';
    const [first = '', ...lines] = bytes.subarray(at, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.[01] ([1-9]\d\d)\b/.exec(first)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) return 'not-http';
    at = end + 4;
    if (status >= 200 || status === 101) return { status, lines, rest: bytes.subarray(at) };
  }
  return 'not-http';
};

/** As far as it has come, and as far as it is framed. */
const unchunked = (bytes: Buffer): Buffer => {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    const size = end === -1 ? 0 : sizeIn(bytes.subarray(at, end).toString('latin1'));
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
};

/** 0 where it is none: nothing that follows can be read. */
const sizeIn = (line: string): number => Number.parseInt(/^([0-9a-f]{1,8})[ \t]*(?:;|$)/i.exec(line)?.[1] ?? '0', 16);

const headBytesMax = 64_000;
const shownBytesMax = 4_000;

const isWhole = (status: number, headers: { readonly [name: string]: string }, body: Buffer): boolean => {
  if (status === 204 || status === 304 || body.byteLength >= shownBytesMax) return true;
  if (headers['transfer-encoding'] !== undefined) return body.includes('0\r\n\r\n');
  const length = headers['content-length'];
  return length !== undefined && body.byteLength >= Number(length);
};
