/** Service-Signature: how a webhook is signed and how a receiver verifies it. */
import { must, type ClauseTable } from '../../clause.ts';

export const eventSignature = {
  'events.signature.header-present': must(
    'server',
    'Each attempt to deliver a webhook carries the signature header, known here as `Service-Signature`.',
  ),
  'events.signature.header-form': must('server', 'The signature header holds `t=`, a comma and `v1=`, in this order.'),
  'events.signature.timestamp-unix-seconds': must(
    'server',
    '`t` in the signature header is a time in whole Unix seconds.',
  ),
  'events.signature.hex': must('server', '`v1` in the signature header is written in hexadecimal.'),
  'events.signature.hmac-sha256': must('server', '`v1` is an HMAC with SHA-256.'),
  'events.signature.keyed-with-secret': must('server', 'The key of the HMAC is the signing secret.'),
  'events.signature.over-timestamp-and-body': must('server', 'What is signed is `t`, a full stop and the body.'),
  'events.signature.over-bytes-sent': must(
    'server',
    'The body that is signed is, byte for byte, the body that is sent.',
  ),
  'events.signature.raw-bytes': must(
    'receiver',
    'A receiver verifies over the bytes that arrived and not over JSON that it wrote anew.',
  ),
  'events.signature.constant-time': must('receiver', 'A receiver compares signatures in constant time.'),
  'events.signature.valid-accepted': must(
    'receiver',
    'A receiver takes a delivery whose signature is right and whose `t` is fresh.',
  ),
  'events.signature.mismatch-rejected': must(
    'receiver',
    'A receiver rejects a delivery whose signature does not match.',
  ),
  'events.signature.old-rejected': must(
    'receiver',
    'A receiver rejects a delivery whose `t` lies more than 300 seconds in the past.',
  ),
  'events.signature.future-rejected': must(
    'receiver',
    'A receiver rejects a delivery whose `t` lies more than 300 seconds in the future.',
  ),
} as const satisfies ClauseTable;
