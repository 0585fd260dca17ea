/** https and wss: the certificate of the user, or one that is made when the mock starts. Loaded only where it is asked for. */
import { X509Certificate, createPrivateKey, generateKeyPair } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { promisify } from 'node:util';

/** Certificate and key, both in PEM. */
export type Pair = { readonly cert: string; readonly key: string };

/** `caPem` is what a client has to trust; a certificate of the user's own is the user's business. */
export type Tls = Pair & { readonly caPem?: string };

type Made = { readonly now: number; readonly serial: string };

/**
 * @param wanted true for a certificate of our own
 * @param names names and addresses that clients reach us under, beside loopback's
 * @param made real time in milliseconds, by which clients judge a certificate, and 16 letters or digits that no other one has
 * Throws a TypeError for a pair that cannot serve.
 */
export const openTls = async (wanted: true | Pair, names: readonly string[], made: Made): Promise<Tls> => {
  if (wanted !== true) {
    checkPair(wanted);
    return wanted;
  }
  const pair = await makePair(names, made);
  return { ...pair, caPem: pair.cert };
};

/** Throws a TypeError that says what is wrong with the user's pair. */
export const checkPair = ({ cert, key }: Pair): void => {
  const certificate = orRefuse('the certificate cannot be read as PEM', () => new X509Certificate(cert));
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(key)) {
    throw new TypeError('tls: the key is encrypted: give one that is not, such as "openssl pkey" writes');
  }
  const privateKey = orRefuse('the key cannot be read as PEM', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new TypeError('tls: the key does not belong to the (first) certificate');
  }
  orRefuse('certificate and key cannot serve', () => createSecureContext({ cert, key }));
};

const orRefuse = <T>(what: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw new TypeError(`tls: ${what} (${error instanceof Error ? error.message : String(error)})`, { cause: error });
  }
};

const validDays = 90;
const dayMs = 24 * 60 * 60 * 1_000;

/** Its own issuer, and no authority: whoever trusts it trusts these names and no other certificate. */
const makePair = async (names: readonly string[], { now, serial }: Made): Promise<Pair> => {
  const [{ default: forge }, { privateKey, publicKey }] = await Promise.all([import('node-forge'), makeKey()]);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // ASCII letters: a positive number of 16 bytes.
  certificate.serialNumber = Buffer.from(serial).toString('hex');
  // From yesterday on: some clocks are slow.
  certificate.validity.notBefore = new Date(now - dayMs);
  certificate.validity.notAfter = new Date(now + (validDays - 1) * dayMs);
  const subject = [{ name: 'commonName', value: 'Understudy, made when it started' }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: altNames(names) },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate).replaceAll('\r', ''), key: privateKey };
};

/** By Node: in JavaScript alone an RSA key takes seconds. */
const makeKey = (): Promise<{ privateKey: string; publicKey: string }> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

const loopback = ['localhost', '127.0.0.1', '::1'] as const;
/** The kinds of a name in a certificate (RFC 5280). */
const dnsName = 2;
const ipAddress = 7;

const altNames = (names: readonly string[]): object[] => {
  // An address may stand in brackets, or name the interface that it belongs to.
  const bare = [...loopback, ...names].map((name) =>
    name
      .replace(/^\[|\]$/g, '')
      .replace(/%.*$/, '')
      .toLowerCase(),
  );
  return [...new Set(bare)].map((name) =>
    isIP(name) === 0 ? { type: dnsName, value: name } : { type: ipAddress, ip: name },
  );
};
