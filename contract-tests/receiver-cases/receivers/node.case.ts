/** Receivers as integrators write them in Node: with this package's helper, and in the manner of express. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SignatureVerificationError, constructEvent } from '../../../mock-server/index.ts';
import { header, readWhole, secret } from './frame.case.ts';

type Served = { readonly url: string; readonly acted: () => number; readonly close: () => void };

/** @param secrets several while they are rotated */
export const openWithHelper = (secrets: readonly string[] = [secret]): Promise<Served> => {
  const seen = new Set<string>();
  return serve(seen, async (request, response) => {
    try {
      const event = constructEvent(await readWhole(request), request.headers[header], secrets);
      seen.add(event.delivery_id);
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(error instanceof SignatureVerificationError ? 401 : 400).end();
    }
  });
};

type Next = () => void | Promise<void>;
type Layer = (
  request: IncomingMessage & { raw?: Buffer },
  response: ServerResponse,
  next: Next,
) => void | Promise<void>;

/** One layer after the other, each of which may answer or go on. */
export const openInLayers = (): Promise<Served> => {
  const seen = new Set<string>();
  const raw: Layer = async (request, _, next) => {
    request.raw = await readWhole(request);
    await next();
  };
  const verified: Layer = (request, response, next) => {
    const [, t = '', v1 = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(request.headers[header])) ?? [];
    const wanted = createHmac('sha256', secret)
      .update(`${t}.`)
      .update(request.raw ?? '')
      .digest();
    const fits = v1 !== '' && timingSafeEqual(wanted, Buffer.from(v1, 'hex'));
    if (!fits || Math.abs(Date.now() / 1_000 - Number(t)) > 300) return void response.writeHead(400).end();
    return next();
  };
  const route: Layer = (request, response) => {
    const { delivery_id } = JSON.parse(String(request.raw)) as { readonly delivery_id: string };
    seen.add(delivery_id);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}');
  };
  return serve(seen, (request, response) =>
    raw(request, response, () => verified(request, response, () => route(request, response, () => undefined))),
  );
};

const serve = async (
  seen: ReadonlySet<string>,
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Served> => {
  const server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch(() => void response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    acted: () => seen.size,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
