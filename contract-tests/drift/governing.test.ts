/** Which clause or gap governs a difference that no check has told anything about, and whose breach it is. */
import { expect, test } from 'vitest';
import { allChecks } from '../checks.ts';
import type { Contrast } from './contrast.ts';
import { governing } from './governing.ts';

const [check] = allChecks;
if (check === undefined) throw new Error('there is a check');

type Told = readonly [kind: Contrast['kind'], operation: string, what: string, mock: string, deployment: string];
const contrast = ([kind, operation, what, mock, deployment]: Told, more: Partial<Contrast> = {}): Contrast => ({
  kind,
  operation,
  what,
  mock,
  deployment,
  seen: [{ check, mock: '', deployment: '' }],
  ...more,
});

const deployment = (clause: string): object => ({ side: 'deployment', clause });

test.each<[told: Told, more: Partial<Contrast>, expected: object]>([
  [
    ['member', 'getBalance', 'member balance_usd', 'number', 'string'],
    {},
    deployment('resources.balance.balance-usd-number'),
  ],
  [
    ['member', 'getBalance', 'member balance_usd', 'absent', 'number'],
    {},
    { side: 'mock', clause: 'resources.balance.balance-usd-present' },
  ],
  [
    ['member', 'submitAvatar', 'member status_url', 'string', 'absent'],
    {},
    deployment('resources.acknowledgement.status-url-present'),
  ],
  [
    ['member', 'listUsage', 'member [].reason when failed', 'string', 'number'],
    {},
    deployment('resources.usage-record.reason-string-or-null'),
  ],
  [
    ['member', 'webhook', 'member data.id when succeeded', 'string', 'absent'],
    { state: 'succeeded' },
    deployment('resources.job.id-present'),
  ],
  [
    ['member', 'webhook', 'member delivery_id when job.failed', 'string', 'number'],
    { state: 'job.failed' },
    deployment('events.content.delivery-id-string'),
  ],
  [
    ['member', 'getJob', 'member error.code when failed', 'string', 'absent'],
    { state: 'failed' },
    deployment('resources.job.error-code-present'),
  ],
  [
    ['member', 'getJob', 'member output_url when succeeded', 'string', 'null'],
    { state: 'succeeded' },
    deployment('resources.job.output-url-present'),
  ],
  [
    ['member', 'voice stream', 'member chunk_frames', 'number', 'string'],
    {},
    deployment('resources.audio-format.chunk-frames-integer'),
  ],
  [['member', 'listUsage', 'body', 'array', 'object'], {}, deployment('endpoints.usage.returns-array')],
  [['member', 'getBalance', 'body', 'object', 'no JSON'], {}, deployment('conventions.response-json')],
  [['answer', 'getBalance', 'answer', '200', '418'], {}, deployment('endpoints.balance.returns-balance')],
  [['answer', 'getBalance', 'answer', '200', '503 rate_limited'], {}, deployment('errors.rate-limited-status')],
  [
    ['answer', 'submitAvatar', 'answer', '202', '400 invalid_input'],
    {},
    deployment('endpoints.avatar.queued-acknowledgement'),
  ],
  [
    ['answer', 'getBalance', 'answer to no-key', '401 unauthorized', '200'],
    {},
    deployment('errors.unauthorized-missing-key'),
  ],
  [
    ['answer', 'getBalance', 'answer to no-key', '401 unauthorized', '403 unauthorized'],
    {},
    deployment('errors.unauthorized-status'),
  ],
  [
    ['answer', 'getJob', 'answer to unknown-job', '404 not_found', '400 invalid_input'],
    {},
    deployment('errors.not-found-unknown-job'),
  ],
  [
    ['answer', 'submitAvatar', 'answer to field:script', '400 invalid_input', '202'],
    {},
    deployment('errors.invalid-input-code'),
  ],
  [
    ['answer', 'submitAvatar', 'answer to no-key + unknown-file-key', '401 unauthorized', '202'],
    {},
    deployment('errors.unauthorized-missing-key'),
  ],
  [
    [
      'answer',
      'submitAvatar',
      'answer to field:script + unknown-file-key',
      '400 invalid_input',
      '400 unsupported_format',
    ],
    {},
    deployment('errors.invalid-input-code'),
  ],
  [
    ['answer', 'submitAvatar', 'answer to no-fields', '400 invalid_input', '202'],
    {},
    deployment('errors.invalid-input-missing-field'),
  ],
  [
    ['answer', 'submitAvatar', 'answer to fields-in-query', '400 invalid_input', '202'],
    {},
    deployment('endpoints.submit.json-body'),
  ],
  [
    ['answer', 'uploadFile', 'answer to not-form', '400 invalid_input', '201'],
    {},
    deployment('endpoints.uploads.file-required'),
  ],
  [
    ['answer', 'uploadFile', 'answer to file-as-text', '201', '400 invalid_input'],
    {},
    { side: 'mock', clause: 'endpoints.uploads.file-is-file' },
  ],
  [
    ['answer', 'uploadFile', 'answer to file-size', '400 input_too_large', '400 invalid_input'],
    {},
    deployment('errors.input-too-large-code'),
  ],
  [['answer', 'listUsage', 'answer to field:limit', '400 invalid_input', '200'], {}, { gap: 'usage-limit-over' }],
  [['member', 'getBalance', 'member currency', 'string', 'number'], { name: 'currency' }, { gap: 'extra-members' }],
  [
    ['values', 'createVoiceSession', 'status `open`', 'not seen', 'seen'],
    { name: 'status', state: 'open' },
    { gap: 'extra-members' },
  ],
  [
    ['values', 'getUsageSummary', 'by[].unit `job`', 'not seen', 'seen'],
    { name: 'unit', state: 'job' },
    { gap: 'summary-body' },
  ],
  [['media-type', 'download', 'media type', 'video/mp4', 'text/html'], {}, { gap: 'response-headers' }],
  [['answer', 'download', 'answer', '200', '403'], {}, deployment('service.result-downloadable')],
  [['answer', 'download', 'answer', '403', '200'], {}, { gap: 'link-lifetime' }],
  [
    ['media-type', 'any answer', 'media type', 'application/json', 'text/plain'],
    {},
    deployment('conventions.response-json'),
  ],
  [
    ['media-type', 'webhook', 'media type', 'application/json', 'text/plain'],
    {},
    deployment('events.content.body-json'),
  ],
  [
    ['header', 'webhook', 'header signature', 'there', 'absent'],
    { name: 'signature' },
    deployment('events.signature.header-present'),
  ],
  [
    ['values', 'getJob', 'status `done`', 'not seen', 'seen'],
    { name: 'status', state: 'done' },
    deployment('resources.job.status-enum'),
  ],
  [
    ['values', 'webhook', 'event `done`', 'not seen', 'seen'],
    { name: 'event', state: 'done' },
    deployment('events.content.event-enum'),
  ],
  [['frames', 'voice stream', 'first frame', 'text', 'binary'], {}, deployment('endpoints.voice-session.format-first')],
  [['frames', 'voice stream', 'binary frames', 'some', 'none'], {}, deployment('endpoints.voice-session.pass-through')],
  [['close', 'voice stream', 'close code', '1000', '4001'], {}, { gap: 'other-close-codes' }],
])('%j', (told, more, expected) => {
  expect(governing(contrast(told, more))).toEqual(expected);
});

test.each<[says: string, told: Told, more?: Partial<Contrast>]>([
  ['no answer came', ['answer', 'getBalance', 'answer', '200', 'none (ECONNRESET)']],
  ['how things stand may be the reason', ['answer', 'submitAvatar', 'answer', '202', '429 at_capacity']],
  [
    'a file that there is not may be told first',
    ['answer', 'submitAvatar', 'answer to field:script + unknown-file-key', '400 invalid_input', '404 not_found'],
  ],
  [
    'both are codes for a form without a file',
    ['answer', 'uploadFile', 'answer to no-file', '400 invalid_input', '400 unsupported_format'],
  ],
  ['both sides are as the document says', ['member', 'listUsage', 'member [].reason', 'string', 'null']],
  [
    'a word that is known may come later',
    ['values', 'getJob', 'status `failed`', 'seen', 'not seen'],
    { name: 'status', state: 'failed' },
  ],
  ['the document does not describe its frames', ['frames', 'live swap stream', 'first frame', 'text', 'binary']],
])('nothing is said where %s', (_, told, more) => {
  expect(governing(contrast(told, more))).toBeUndefined();
});
