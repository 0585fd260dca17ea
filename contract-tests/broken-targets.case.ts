/** Servers that are not the service, or not well: one of every kind that a user points the judge at by mistake. */
import { generateKeyPairSync } from 'node:crypto';
import { type RequestListener, createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import forge from 'node-forge';
import { openTls } from '../mock-server/http/tls.ts';

export type BrokenTarget = {
  readonly origin: string;
  readonly close: () => Promise<void>;
  /** PEM of its certificate, for whoever is to trust it. */
  readonly ca?: string;
};

const listening = async (server: Server, scheme: 'http' | 'https' = 'http'): Promise<BrokenTarget> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

export const answering = (listener: RequestListener): Promise<BrokenTarget> => listening(createHttpServer(listener));

const json = (status: number, body: unknown, headers: { readonly [name: string]: string } = {}): RequestListener => {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
};

const dayMs = 86_400_000;

/** Well, but for a certificate of its own that was made then. */
const certified = async (madeAt: number): Promise<BrokenTarget> => {
  const pair = await openTls(true, [], { now: madeAt, serial: 'broken0000target' });
  const target = await listening(createHttpsServer(pair, json(200, { balance_usd: 1 })), 'https');
  return { ...target, ca: pair.cert };
};

/** Well, but for a certificate that is made out to another name than its address. */
const misnamed = async (): Promise<BrokenTarget> => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - dayMs);
  certificate.validity.notAfter = new Date(Date.now() + dayMs);
  const name = 'elsewhere.example';
  certificate.setSubject([{ name: 'commonName', value: name }]);
  certificate.setIssuer([{ name: 'commonName', value: name }]);
  certificate.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  const cert = forge.pki.certificateToPem(certificate);
  const target = await listening(createHttpsServer({ cert, key: privateKey }, json(200, { balance_usd: 1 })), 'https');
  return { ...target, ca: cert };
};

export const brokenTargets = {
  'a web page': () =>
    answering(
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Console</title>'),
    ),
  'a redirect': () =>
    answering((_, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()),
  'a path with nothing': () => answering(json(404, { message: 'no route' })),
  'a server that fails at everything': () => answering(json(503, { error: 'upstream' })),
  'text instead of JSON': () => answering((_, response) => void response.writeHead(200).end('ok')),
  'a server that refuses the key': () =>
    answering((request, response) => {
      const isPublic = request.url?.endsWith('/pricing') === true;
      json(isPublic ? 200 : 401, isPublic ? {} : { error: { code: 'unauthorized', message: 'no' } })(request, response);
    }),
  'a clock that is an hour off': () =>
    answering((request, response) => {
      const date = new Date(Date.now() + 3_600_000).toUTCString();
      json(200, { balance_usd: 1 }, { date })(request, response);
    }),
  'packed bytes': () =>
    answering((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"balance_usd":1}'));
    }),
  'a protocol that nobody asked for': () =>
    listening(
      createServer((socket) => {
        socket.once('data', () =>
          socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
        );
      }),
    ),
  silence: () => listening(createServer(() => undefined)),
  'a connection that is cut': () => listening(createServer((socket) => void socket.resetAndDestroy())),
  'https where only http is spoken': () => listening(createHttpServer(json(200, { balance_usd: 1 })), 'https'),
  'a TLS handshake that nobody answers': () =>
    listening(
      createServer(() => undefined),
      'https',
    ),
  'a certificate that nobody trusts': () => certified(Date.now()),
  'a certificate that has expired': () => certified(Date.now() - 200 * dayMs),
  'a certificate for another name': misnamed,
  'another protocol': () => listening(createServer((socket) => void socket.end('220 mail.example ESMTP\r\n'))),
} as const satisfies { readonly [name: string]: () => Promise<BrokenTarget> };

/** A port on which nobody listens. */
export const deadOrigin = async (): Promise<string> => {
  const { origin, close } = await listening(createServer());
  await close();
  return origin;
};
