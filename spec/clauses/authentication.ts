/** Keys, socket tokens and the webhook secret: who has to show what, and who has to guard it. */
import { must, type ClauseTable } from '../clause.ts';

export const authentication = {
  'authentication.bearer-required': must(
    'server',
    'Every operation but `GET /pricing` refuses a request without an `Authorization: Bearer` key.',
  ),
  'authentication.bearer-sent': must(
    'client',
    'A client sends its key as `Authorization: Bearer` with every call that is not public.',
  ),
  'authentication.pricing-public': must('server', '`GET /pricing` answers a request that has no key.'),
  'authentication.revoked-at-once': must(
    'server',
    'The very next request with a key that was just revoked is refused.',
  ),
  'authentication.key-shown-once': must('server', 'A key can be read at its creation and never again.'),
  'authentication.key-stored-as-hash': must('server', 'The service keeps no key in clear, only its hash.'),
  'authentication.key-not-recoverable': must('server', 'No way leads back to a key that its owner has lost.'),
  'authentication.lost-key-replaced': must('client', 'The owner of a lost key revokes it and creates another.'),
  'authentication.keys-from-console': must('server', 'New keys are made in the console.'),
  'authentication.key-spends-account-balance': must(
    'server',
    'A call is paid from the balance of the account that its key belongs to, whichever key that is.',
  ),
  'authentication.key-on-servers-only': must('client', 'A key is used by server programs alone.'),
  'authentication.key-not-in-client-code': must(
    'client',
    'No key is put into code that runs in a browser or on a phone.',
  ),
  'authentication.socket-token-in-query': must('server', 'A socket is authenticated by `session_token` in its query.'),
  'authentication.socket-token-required': must(
    'server',
    'A socket with no `session_token`, or one that no session call gave out, is not served.',
  ),
  'authentication.webhook-verified': must(
    'receiver',
    'A receiver trusts no webhook whose signature it has not verified.',
  ),
  'authentication.webhook-secret-per-account': must('server', 'Each account has a signing secret of its own.'),
  'authentication.webhook-secret-in-console': must(
    'server',
    'The signing secret can be read in the console, on the Billing page.',
  ),
  'authentication.webhook-secret-independent': must(
    'server',
    'Creating or revoking an API key leaves the signing secret as it was.',
  ),
  'authentication.webhook-secret-rotated-alone': must(
    'server',
    'Rotating the signing secret leaves the API keys as they were.',
  ),
} as const satisfies ClauseTable;
