/** A request is held against what it claims to break: nothing, one constraint, or several that it names. */
import { expect, test } from 'vitest';
import { formOf, textForm } from './form.ts';
import { type Breaks, type Claimed, alsoBreaking, constraintsOf, expectAsClaimed } from './lawful.ts';
import { HarnessError } from './verdict.ts';

const files = { video_key: 'a', face_key: 'b' };
const authorization = 'Bearer key';

test.each<[body: object, breaks: Breaks | undefined]>([
  [files, undefined],
  [{ ...files, output_resolution_p: 360 }, 'field:output_resolution_p'],
  [{ ...files, output_resolution_p: 360 }, 'field:output_resolution_p + unknown-file-key'],
  [{}, 'field:video_key + field:face_key'],
  [{}, 'field:video_key + field:face_key + unknown-file-key'],
  [{ ...files, tempo: 2 }, 'gap:unknown-fields'],
])('%j breaks %s', (body, breaks) => {
  expect(() => expectAsClaimed('submitFaceSwap', { body, authorization }, breaks)).not.toThrow();
});

test.each<[body: object, breaks: Breaks | undefined, message: string]>([
  [{}, undefined, 'claims to be lawful, and breaks video_key, face_key'],
  [{}, 'field:video_key', 'breaks video_key, face_key'],
  [files, 'field:video_key + unknown-file-key', 'and breaks nothing'],
  [{ video_key: 'a' }, 'field:video_key + field:output_resolution_p', 'and breaks face_key'],
  [files, 'gap:no-such-gap', 'gap:no-such-gap is no gap of the document'],
  [{ ...files, tempo: 2 }, undefined, 'claims to be lawful, and breaks tempo'],
  [{ video_key: 'a', tempo: 2 }, 'gap:unknown-fields', 'and breaks face_key'],
  [{ ...files, output_resolution_p: '720' }, 'gap:null-fields', 'and breaks output_resolution_p'],
])('%j does not break %s', (body, breaks, message) => {
  const claim = (): void => expectAsClaimed('submitFaceSwap', { body, authorization }, breaks);
  expect(claim).toThrow(HarnessError);
  expect(claim).toThrow(message);
});

const json = (text: string): Claimed => ({
  raw: { bytes: Buffer.from(text), type: 'application/json' },
  authorization,
});
const image = { bytes: Buffer.from('x'), name: 'a.png', contentType: 'image/png' };
const form = (raw: Claimed['raw']): Claimed => ({ raw, authorization });

test.each<[says: string, id: 'submitFaceSwap' | 'uploadFile', sent: Claimed, breaks: Breaks | undefined]>([
  ['JSON in its own way', 'submitFaceSwap', json('{ "video_key": "a", "face\\u005fkey": "b" }'), undefined],
  ['half a JSON text', 'submitFaceSwap', json('{"video_key"'), 'not-json'],
  ['JSON that is no object', 'submitFaceSwap', json('[]'), 'not-json'],
  ['no key', 'submitFaceSwap', { body: files }, 'no-key'],
  ['no key in its header', 'submitFaceSwap', { body: files, authorization: 'Bearer' }, 'no-key + unknown-file-key'],
  ['a file', 'uploadFile', form(formOf(image)), undefined],
  ['a file of a wrong type', 'uploadFile', form(formOf(image)), 'file-type'],
  ['a file in another part', 'uploadFile', form(formOf(image, 'document')), 'no-file'],
  ['a text in place of a file', 'uploadFile', form(textForm('file', 'text')), 'file-as-text'],
])('%s is as claimed', (_, id, sent, breaks) => {
  expect(() => expectAsClaimed(id, sent, breaks)).not.toThrow();
});

test.each<[says: string, id: 'submitFaceSwap' | 'uploadFile', sent: Claimed, breaks: Breaks | undefined, told: string]>(
  [
    ['JSON written by hand, and unlawful', 'submitFaceSwap', json('{}'), undefined, 'breaks video_key, face_key'],
    ['text without a label', 'submitFaceSwap', json('{"video_key"'), undefined, 'is no JSON object'],
    ['JSON that is said to be none', 'submitFaceSwap', json('{}'), 'not-json', 'is a JSON object'],
    ['a key where there must be none', 'submitFaceSwap', { body: files, authorization }, 'no-key', 'has a key'],
    ['no key without a label', 'submitFaceSwap', { body: files }, undefined, 'has no key'],
    ['a form without a file', 'uploadFile', form(formOf(image, 'document')), undefined, 'has no file'],
    ['a text without a label', 'uploadFile', form(textForm('file', 'text')), undefined, 'has no file'],
    ['a file that is said to be missing', 'uploadFile', form(formOf(image)), 'no-file', 'has a part file'],
    [
      'a file that is said to be text',
      'uploadFile',
      form(formOf(image)),
      'file-as-text',
      'has no part file that is text',
    ],
  ],
)('%s is not as claimed', (_, id, sent, breaks, told) => {
  const claim = (): void => expectAsClaimed(id, sent, breaks);
  expect(claim).toThrow(HarnessError);
  expect(claim).toThrow(told);
});

test('a label grows by a constraint that it does not have', () => {
  const both = alsoBreaking('field:script', 'unknown-file-key');
  expect(constraintsOf(both)).toEqual(['field:script', 'unknown-file-key']);
  expect(alsoBreaking(both, 'unknown-file-key')).toBe(both);
  expect(constraintsOf(undefined)).toEqual([]);
});
