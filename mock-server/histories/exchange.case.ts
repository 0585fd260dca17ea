/** One call of a history over the network: a connection of its own, and whatever comes back, also if it is half an answer or none. */
import { request } from 'node:http';
import type { Seen } from '../choices/client.case.ts';

export type Asked = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
};

/** Undefined where no whole answer came. */
export const exchange = ({ method, url, headers, body }: Asked): Promise<Seen | undefined> =>
  new Promise((resolve) => {
    const outgoing = request(url, { method, agent: false, headers: { ...headers, connection: 'close' } });
    const fail = (): void => resolve(undefined);
    outgoing.on('error', fail);
    outgoing.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', fail);
      response.on('end', () => {
        const bytes = Buffer.concat(pieces);
        resolve(
          response.complete
            ? {
                status: response.statusCode ?? 0,
                headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
                body: parsed(bytes.toString()),
                text: bytes.toString('latin1'),
              }
            : undefined,
        );
      });
    });
    outgoing.end(body);
  });

/** A form with a boundary that is always the same: the journal keeps it. */
export const bytesOf = async (form: FormData): Promise<{ readonly bytes: Uint8Array; readonly type: string }> => {
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  const drawn = /boundary=(.*)$/.exec(type)?.[1] ?? '';
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { bytes: Buffer.from(text.replaceAll(drawn, 'history'), 'latin1'), type: type.replace(drawn, 'history') };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
