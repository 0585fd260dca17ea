/** Reads an answer that Node's server has written: its head, and its body, which may be in chunks. */

/** @param bytes all that was written */
export const answerIn = (
  bytes: Buffer,
): { readonly status: number; readonly headers: { readonly [name: string]: string }; readonly body: Buffer } => {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: { [name: string]: string } = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const rest = bytes.subarray(end + 4);
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: headers['transfer-encoding'] === 'chunked' ? joined(rest) : rest,
  };
};

/** Each chunk has its length in hexadecimal digits before it; one of no length is the last. */
const joined = (bytes: Buffer): Buffer => {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const from = bytes.indexOf('\r\n', at) + 2;
    const length = Number.parseInt(bytes.toString('latin1', at, from - 2), 16);
    if (!(length > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(from, from + length));
    at = from + length + 2;
  }
};
