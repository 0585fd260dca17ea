/** In whatever words a request failed, it is told as what it was: those that quote a stranger's certificate too. */
import { expect, test } from 'vitest';
import { faultOfFailure } from './preflight-failures.ts';

const baseUrl = 'https://service.example/api/v1';
const altName = (name: string): string =>
  `ERR_TLS_CERT_ALTNAME_INVALID: Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:${name}`;

test.each([
  ['CERT_HAS_EXPIRED: certificate has expired', 'has expired: it has to be renewed'],
  [
    'CERT_NOT_YET_VALID: certificate is not yet valid',
    'is not valid yet (CERT_NOT_YET_VALID): see whether the clock of this machine is right',
  ],
  ['CERT_REVOKED: certificate revoked', 'was revoked by its authority (CERT_REVOKED): it has to be replaced'],
  ['ERR_TLS_CERT_ALTNAME_FORMAT: Invalid subject alternative name string', 'holds a name that cannot be read'],
  [altName('other.example'), 'is made out to another name (ERR_TLS_CERT_ALTNAME_INVALID): give the address'],
  ['SELF_SIGNED_CERT_IN_CHAIN: self-signed certificate in certificate chain', 'is not trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE: unable to verify the first certificate', 'is not trusted'],
])('%s is told as a certificate that %s (F70)', (failure, words) => {
  const { kind, message } = faultOfFailure(failure, baseUrl);
  expect([kind, message]).toEqual(['tls', expect.stringContaining(`the certificate of service.example ${words}`)]);
  expect(message.includes('NODE_EXTRA_CA_CERTS')).toBe(words.startsWith('is not trusted'));
});

test.each([
  'reproto.example',
  'enotfound.example, DNS:ENOTFOUND.example',
  'hpe_x.example',
  'wrong_version.example',
  'CERT_HAS_EXPIRED.example',
  'CERT_REVOKED.example',
  'no whole answer within.example',
])('a certificate for %s is one for another name, whatever that name says (F70)', (name) => {
  const { kind, message } = faultOfFailure(altName(name), 'https://localhost:1/api/v1');
  expect([kind, message]).toEqual(['tls', expect.stringContaining('is made out to another name')]);
});

test('what does not speak TLS is told with the protocol to try instead', () => {
  const { kind, message } = faultOfFailure(
    'EPROTO: write EPROTO 40:error:0A00010B:SSL routines::wrong version',
    baseUrl,
  );
  expect([kind, message]).toEqual(['tls', expect.stringContaining('try http://service.example/api/v1')]);
});
