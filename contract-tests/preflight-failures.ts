/** What it means that no answer came: from the words in which a request failed to a sentence with what to do next. */
import { TargetFault } from './target-fault.ts';

/** @param failure as the wire tells it */
export const faultOfFailure = (failure: string, baseUrl: string): TargetFault => {
  const { host, protocol } = new URL(baseUrl);
  const certificate = certificateFaults.find(({ says }) => says.test(failure));
  if (certificate !== undefined)
    return new TargetFault('tls', `the certificate of ${host} ${certificate.told(code(failure))}`);
  if (/no whole answer within/.test(failure)) {
    return new TargetFault(
      'hang',
      `${host} takes the connection and does not answer (${failure}): see whether the service behind it is up`,
    );
  }
  if (/an answer of more than/.test(failure)) {
    return new TargetFault('not-json', `${host} gives no end of an answer (${failure}): see whether it is the service`);
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(failure)) {
    return new TargetFault('dead-host', `there is no host ${host} (${code(failure)}): see how its name is written`);
  }
  if (/EPROTO|WRONG_VERSION|ERR_SSL_PACKET|ERR_SSL_WRONG|HPE_|Parse Error/i.test(failure)) {
    const other = protocol === 'https:' ? 'http' : 'https';
    return new TargetFault(
      protocol === 'https:' ? 'tls' : 'not-http',
      `${host} does not speak ${protocol.slice(0, -1)} as it should (${code(failure)}): see what listens there, or try ${other}://${host}${new URL(baseUrl).pathname}`,
    );
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|certificate/i.test(failure)) {
    return new TargetFault(
      'tls',
      `the certificate of ${host} is not trusted (${code(failure)}): if it is yours, give its authority in NODE_EXTRA_CA_CERTS=FILE.pem`,
    );
  }
  if (/ECONNRESET|EPIPE|socket hang up|broke off|kept connection/i.test(failure)) {
    const other = protocol === 'https:' ? 'http' : 'https';
    return new TargetFault(
      'dead-host',
      `${host} cuts the connection (${code(failure)}): see whether it is the service's port, and whether it wants ${other}`,
    );
  }
  return new TargetFault(
    'dead-host',
    `nobody answers at ${host} (${code(failure)}): see whether the service is up, and whether host and port are right`,
  );
};

/**
 * What to trust would not help against. The rest of a failure may quote the names in the certificate, which are a stranger's words: so
 * these go by the code at its beginning, and before all that look for a word anywhere.
 */
const certificateFaults: readonly { readonly says: RegExp; readonly told: (code: string) => string }[] = [
  { says: /^CERT_HAS_EXPIRED\b/, told: () => 'has expired: it has to be renewed' },
  {
    says: /^CERT_NOT_YET_VALID\b/,
    told: (code) =>
      `is not valid yet (${code}): see whether the clock of this machine is right, or whether it was made out for later`,
  },
  {
    says: /^CERT_REVOKED\b/,
    told: (code) =>
      `was revoked by its authority (${code}): it has to be replaced, and until then nobody should trust it`,
  },
  {
    says: /^ERR_TLS_CERT_ALTNAME_FORMAT\b/,
    told: (code) => `holds a name that cannot be read (${code}): it has to be made anew, with well-formed names`,
  },
  {
    says: /^ERR_TLS_CERT_ALTNAME_INVALID\b/,
    told: (code) =>
      `is made out to another name (${code}): give the address it is made out to as --url, or see who answers there`,
  },
];

/** The first word of a failure, which names it. */
const code = (failure: string): string => failure.split(':', 1)[0] ?? failure;
