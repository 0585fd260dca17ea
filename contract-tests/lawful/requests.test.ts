/** A request is held against what it claims to break: nothing, or one constraint that it names. */
import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { formBeside, formOf, textForm } from '../form.ts';
import { baseUrl, knownWith, requestOf } from './requests.case.ts';
import { type Breaks, comingToNothing, constraintsOf, expectAsClaimed } from './requests.ts';
import { HarnessError, NotAsClaimed } from '../verdict.ts';
import type { SentRequest } from '../wire/exchange.ts';

const known = knownWith({ a: 'video', b: 'image', c: 'audio' });
known.noteSubmit('key', 'name', `submitFaceSwap ${JSON.stringify({ video_key: 'a', face_key: 'b' })}`);
known.noteJob('mine', 'key');
known.noteJob('theirs', 'other');

const files = { video_key: 'a', face_key: 'b' };
const swap = (body?: unknown, headers = {}): SentRequest => requestOf('submitFaceSwap', { body, headers });
const avatar = (more: object): SentRequest =>
  requestOf('submitAvatar', { body: { image_key: 'b', script: 'Hello.', ...more } });
const voice = (body?: object): SentRequest => requestOf('createVoiceSession', { body });
const usage = (search: string): SentRequest => requestOf('listUsage', { search });
const json = (text: string, type = 'application/json'): SentRequest =>
  requestOf('submitFaceSwap', { raw: { bytes: Buffer.from(text), type } });
const image = { bytes: Buffer.from('x'), name: 'a.png', contentType: 'image/png' };
const upload = (raw: ReturnType<typeof formOf>): SentRequest => requestOf('uploadFile', { raw });
const uploadOf = (contentType: string, padBytes = 0): SentRequest =>
  upload(formOf({ ...image, contentType }, 'file', padBytes));
const poll = (jobId: string): SentRequest => requestOf('getJob', { jobId });
const stray = (method: string, path: string): SentRequest => ({ ...swap(), method, url: baseUrl + path });

type Case = [id: OperationId | undefined, request: SentRequest, breaks: Breaks | undefined];

const asClaimed: { readonly [says: string]: Case } = {
  'nothing wrong': ['submitFaceSwap', swap(files), undefined],
  'a value that is not listed': [
    'submitFaceSwap',
    swap({ ...files, output_resolution_p: 360 }),
    'field:output_resolution_p',
  ],
  'none of its fields': ['submitFaceSwap', swap({}), 'no-fields'],
  'its fields in the query': [
    'submitFaceSwap',
    requestOf('submitFaceSwap', { body: {}, search: '?video_key=a&face_key=b' }),
    'fields-in-query',
  ],
  'a value, and a file that there is not': [
    'submitFaceSwap',
    swap({ ...files, face_key: 'z', output_resolution_p: 1 }),
    'field:output_resolution_p + unknown-file-key',
  ],
  'a file that nobody was given': ['submitFaceSwap', swap({ ...files, face_key: 'z' }), 'unknown-file-key'],
  'a file of another kind': ['submitFaceSwap', swap({ ...files, face_key: 'c' }), 'gap:wrong-file-kind'],
  'a field that there is not': ['submitFaceSwap', swap({ ...files, tempo: 2 }), 'gap:unknown-fields'],
  'a null': ['submitFaceSwap', swap({ ...files, output_resolution_p: null }), 'gap:null-fields'],
  'a script of blanks': ['submitAvatar', avatar({ script: ' ' }), 'gap:empty-script'],
  'an address that is none': ['submitAvatar', avatar({ callback_url: 'here' }), 'gap:callback-url-invalid'],
  'a voice of the list': ['createVoiceSession', voice({ voice_profile_id: 'amber' }), undefined],
  'a voice that is not listed': ['createVoiceSession', voice({ voice_profile_id: 'z' }), 'gap:unknown-voice'],
  'no body': ['createVoiceSession', voice(), 'gap:empty-body'],
  'no body where there must be one': ['submitFaceSwap', swap(), 'not-json'],
  'another body under a known name': [
    'submitFaceSwap',
    swap({ ...files, output_resolution_p: 720 }, { 'idempotency-key': 'name' }),
    'gap:resubmit-other-body',
  ],
  'the same body under a known name': ['submitFaceSwap', swap(files, { 'idempotency-key': 'name' }), undefined],
  'JSON in its own way': ['submitFaceSwap', json('{ "video_key": "a", "face\\u005fkey": "b" }'), undefined],
  'JSON under another name': ['submitFaceSwap', json(JSON.stringify(files), 'text/plain'), 'gap:body-media-type'],
  'half a JSON text': ['submitFaceSwap', json('{"video_key"'), 'not-json'],
  'JSON that is no object': ['submitFaceSwap', json('[]'), 'not-json'],
  'no key in its header': ['submitFaceSwap', swap(files, { authorization: 'Bearer' }), 'no-key'],
  'a key of another scheme': ['submitFaceSwap', swap(files, { authorization: 'Basic key' }), 'no-key'],
  'a key of nobody': ['submitFaceSwap', swap(files, { authorization: 'Bearer KEY' }), 'unknown-key'],
  'a revoked key': ['submitFaceSwap', swap(files, { authorization: 'Bearer revoked' }), 'revoked-key'],
  'a file': ['uploadFile', uploadOf('image/png'), undefined],
  'a file of a wrong type': ['uploadFile', uploadOf('application/pdf'), 'file-type'],
  'a file of no type': ['uploadFile', uploadOf('application/octet-stream'), 'gap:octet-stream-upload'],
  'a file of 45 MB': ['uploadFile', uploadOf('image/png', 45e6 - 1), undefined],
  'a byte more': ['uploadFile', uploadOf('image/png', 45e6), 'gap:size-unit'],
  'more than 45 MB in every reading': ['uploadFile', uploadOf('image/png', 45 * 2 ** 20), 'file-size'],
  'a file without bytes': ['uploadFile', upload(formOf({ ...image, bytes: Buffer.from('') })), 'gap:empty-file'],
  'a text beside the file': ['uploadFile', upload(formBeside(image, 'title', 'A')), 'gap:extra-form-fields'],
  'a file in another part': ['uploadFile', upload(formOf(image, 'document')), 'no-file'],
  'a text in place of a file': ['uploadFile', upload(textForm('file', 'text')), 'file-as-text'],
  'an upload as JSON': ['uploadFile', requestOf('uploadFile', { body: { file: 'x' } }), 'not-form'],
  'a limit that is no number': ['listUsage', usage('?limit=many'), 'field:limit'],
  'a limit of nothing': ['listUsage', usage('?limit=0'), 'gap:usage-limit-zero'],
  'a limit that is too high': ['listUsage', usage('?limit=501'), 'gap:usage-limit-over'],
  'a limit that is sent twice': ['listUsage', usage('?limit=5&limit=6'), 'gap:duplicate-parameters'],
  'a parameter that there is not': ['listUsage', usage('?page=2'), 'gap:unknown-parameters'],
  'a time in each format': ['listUsage', usage('?from=2026-01-01T00:00:00Z&to=1893456000'), undefined],
  'a time that is none': ['listUsage', usage('?from=yesterday'), 'gap:date-filter-unreadable'],
  'a period that ends before it begins': [
    'listUsage',
    usage('?from=2026-02-01&to=2026-01-01'),
    'gap:date-filter-reversed',
  ],
  'a job of its own': ['getJob', poll('mine'), undefined],
  'a job of somebody else': ['getJob', poll('theirs'), 'foreign-job'],
  'a job of nobody': ['getJob', poll('none'), 'unknown-job'],
  'a download': [undefined, stray('GET', '/files/1'), undefined],
  'a route that there is not': [undefined, stray('DELETE', '/full-live-swap/session'), 'unknown-route'],
};

test.each(Object.entries(asClaimed))('%s is as claimed', (_, [id, request, breaks]) => {
  expect(() => expectAsClaimed(known, id, request, breaks)).not.toThrow();
});

const notAsClaimed: { readonly [says: string]: [...Case, told: string] } = {
  'two fields left out, unlabelled': [
    'submitFaceSwap',
    swap({}),
    undefined,
    'to be lawful, and breaks field:video_key, field:face_key',
  ],
  'two fields left out, and one told': ['submitFaceSwap', swap({}), 'field:video_key', 'and breaks field:face_key'],
  'one of two fields': ['submitFaceSwap', swap({ video_key: 'a' }), 'no-fields', 'and breaks field:face_key'],
  'fields that are there': ['submitFaceSwap', swap(files), 'no-fields', 'does not break no-fields'],
  'fields that stand in the query and in the body': [
    'submitFaceSwap',
    requestOf('submitFaceSwap', { body: { face_key: 'b' }, search: '?video_key=a' }),
    'fields-in-query',
    'and breaks field:video_key',
  ],
  'another parameter in the query': [
    'submitFaceSwap',
    requestOf('submitFaceSwap', { body: {}, search: '?page=2' }),
    'fields-in-query',
    'and breaks gap:unknown-parameters',
  ],
  'a file that is there': ['submitFaceSwap', swap(files), 'unknown-file-key', 'does not break unknown-file-key'],
  'a file that is not there, unlabelled': [
    'submitFaceSwap',
    swap({ ...files, face_key: 'z' }),
    undefined,
    'breaks unknown-file-key',
  ],
  'a file of its kind': ['submitFaceSwap', swap(files), 'file-kind', 'does not break file-kind'],
  'a gap that there is not': [
    'submitFaceSwap',
    swap(files),
    'gap:no-such-gap',
    'gap:no-such-gap is no gap of the document',
  ],
  'a gap that the request does not touch': [
    'submitFaceSwap',
    swap(files),
    'gap:unknown-fields',
    'does not break gap:unknown-fields',
  ],
  'a gap that nothing tells of a request': [
    'submitFaceSwap',
    swap(files),
    'gap:error-body',
    'does not break gap:error-body',
  ],
  'a field that there is not, unlabelled': [
    'submitFaceSwap',
    swap({ ...files, tempo: 2 }),
    undefined,
    'breaks gap:unknown-fields',
  ],
  'more than the gap is about': [
    'submitFaceSwap',
    swap({ video_key: 'a', tempo: 2 }),
    'gap:unknown-fields',
    'and breaks field:face_key',
  ],
  'a text for a null': [
    'submitFaceSwap',
    swap({ ...files, output_resolution_p: '720' }),
    'gap:null-fields',
    'and breaks field:output_resolution_p',
  ],
  'a null of a required field': [
    'submitFaceSwap',
    swap({ ...files, face_key: null }),
    'gap:null-fields',
    'and breaks field:face_key',
  ],
  'a script with words': ['submitAvatar', avatar({}), 'gap:empty-script', 'does not break gap:empty-script'],
  'an address that is one': [
    'submitAvatar',
    avatar({ callback_url: 'https://a.example' }),
    'gap:callback-url-invalid',
    'does not break',
  ],
  'a voice that is listed': [
    'createVoiceSession',
    voice({ voice_profile_id: 'amber' }),
    'unknown-voice',
    'does not break unknown-voice',
  ],
  'a body that is there': ['createVoiceSession', voice({}), 'gap:empty-body', 'does not break gap:empty-body'],
  'the same body': [
    'submitFaceSwap',
    swap(files, { 'idempotency-key': 'name' }),
    'gap:resubmit-other-body',
    'does not break',
  ],
  'JSON written by hand, and unlawful': [
    'submitFaceSwap',
    json('{}'),
    undefined,
    'breaks field:video_key, field:face_key',
  ],
  'text without a label': ['submitFaceSwap', json('{"video_key"'), undefined, 'breaks not-json'],
  'JSON that is said to be none': [
    'submitFaceSwap',
    json(JSON.stringify(files)),
    'not-json',
    'does not break not-json',
  ],
  'a key where there must be none': ['submitFaceSwap', swap(files), 'no-key', 'does not break no-key'],
  'no key without a label': ['submitFaceSwap', swap(files, { authorization: '' }), undefined, 'breaks no-key'],
  'a good key that is said to be none': ['submitFaceSwap', swap(files), 'unknown-key', 'does not break unknown-key'],
  'a good key that is said to be revoked': ['submitFaceSwap', swap(files), 'revoked-key', 'does not break revoked-key'],
  'a made-up key that is said to be revoked': [
    'submitFaceSwap',
    swap(files, { authorization: 'Bearer x' }),
    'revoked-key',
    'breaks unknown-key',
  ],
  'a made-up key without a label': [
    'submitFaceSwap',
    swap(files, { authorization: 'Bearer x' }),
    undefined,
    'breaks unknown-key',
  ],
  'a form without a file': ['uploadFile', upload(formOf(image, 'document')), undefined, 'breaks no-file'],
  'a text beside the file, unlabelled': [
    'uploadFile',
    upload(formBeside(image, 'title', 'A')),
    undefined,
    'breaks gap:extra-form-fields',
  ],
  'a file that is said to be missing': ['uploadFile', uploadOf('image/png'), 'no-file', 'does not break no-file'],
  'a file that is said to be text': [
    'uploadFile',
    uploadOf('image/png'),
    'file-as-text',
    'does not break file-as-text',
  ],
  'an image that is said to be none': ['uploadFile', uploadOf('image/png'), 'file-type', 'does not break file-type'],
  'a file that is said to be too large': [
    'uploadFile',
    uploadOf('image/png', 45e6),
    'file-size',
    'breaks gap:size-unit',
  ],
  'a video that is said to be too large': [
    'uploadFile',
    uploadOf('video/mp4', 46e7),
    'file-size',
    'does not break file-size',
  ],
  'a good limit': ['listUsage', usage('?limit=500'), 'field:limit', 'does not break field:limit'],
  'a limit that is not that gap': ['listUsage', usage('?limit=many'), 'gap:usage-limit-over', 'breaks field:limit'],
  'a time that can be read': ['listUsage', usage('?from=2026-01-01'), 'gap:date-filter-unreadable', 'does not break'],
  'a query where there is none': [
    'getBalance',
    requestOf('getBalance', { search: '?x=1' }),
    undefined,
    'breaks gap:unknown-parameters',
  ],
  'a job of its own that is said to be foreign': ['getJob', poll('mine'), 'foreign-job', 'does not break foreign-job'],
  'a job that is there and said to be none': ['getJob', poll('mine'), 'unknown-job', 'does not break unknown-job'],
  'another address': [
    'submitFaceSwap',
    stray('POST', '/face-swap-image'),
    undefined,
    'is sent elsewhere: POST /api/v1/face-swap-image',
  ],
  'another method': ['listUsage', stray('DELETE', '/usage'), undefined, 'is sent elsewhere: DELETE /api/v1/usage'],
  'a route that there is': [undefined, stray('GET', '/balance'), 'unknown-route', 'does not break unknown-route'],
  'a route that there is not, unlabelled': [undefined, stray('POST', '/balance'), undefined, 'breaks unknown-route'],
  'a balance that nothing is asked of': ['getBalance', requestOf('getBalance'), 'balance', 'does not break balance'],
};

test.each(Object.entries(notAsClaimed))('%s is not as claimed', (_, [id, request, breaks, told]) => {
  const claim = (): void => expectAsClaimed(known, id, request, breaks);
  expect(claim).toThrow(HarnessError);
  expect(claim).toThrow(told);
});

test('a key that was made is good until it is revoked', () => {
  const own = knownWith({ a: 'video', b: 'image' });
  const claim = (breaks: Breaks | undefined) => (): void =>
    expectAsClaimed(own, 'submitFaceSwap', swap(files, { authorization: 'Bearer made' }), breaks);
  expect(claim(undefined)).toThrow('breaks unknown-key');
  own.noteKey('made', 'key_1', 'account');
  expect(claim(undefined)).not.toThrow();
  own.noteRevoked('key_1');
  expect(claim(undefined)).toThrow('breaks revoked-key');
  expect(claim('revoked-key')).not.toThrow();
});

test.each<[string, SentRequest]>([
  ['field:video_key + field:face_key', swap({})],
  ['unknown-file-key + field:output_resolution_p', swap({ ...files, face_key: 'z', output_resolution_p: 1 })],
  ['no-key + gap:unknown-fields', swap({ ...files, tempo: 2 }, { authorization: '' })],
  ['no-key + unknown-file-key + unknown-job', swap({ ...files, face_key: 'z' }, { authorization: '' })],
])(
  '%s is more than one constraint, and a mistake of the judge even where the request breaks all of it',
  (label, sent) => {
    const claim = (): void => expectAsClaimed(known, 'submitFaceSwap', sent, label as Breaks);
    expect(claim).toThrow(HarnessError);
    expect(claim).not.toThrow(NotAsClaimed);
    expect(claim).toThrow('more than one constraint');
  },
);

test('a label says once that nothing can come of a request', () => {
  const both = comingToNothing('field:script', 'unknown-file-key');
  expect(constraintsOf(both)).toEqual(['field:script', 'unknown-file-key']);
  expect(comingToNothing(both, 'unknown-file-key')).toBe(both);
  expect(comingToNothing('unknown-file-key', 'unknown-file-key')).toBe('unknown-file-key');
  expect(constraintsOf(undefined)).toEqual([]);
});
