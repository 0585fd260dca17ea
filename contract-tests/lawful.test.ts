/** A request is held against what it claims to break: nothing, one constraint, or several that it names. */
import { expect, test } from 'vitest';
import { type Breaks, alsoBreaking, constraintsOf, expectAsClaimed } from './lawful.ts';
import { HarnessError } from './verdict.ts';

const files = { video_key: 'a', face_key: 'b' };

test.each<[body: object, breaks: Breaks | undefined]>([
  [files, undefined],
  [{ ...files, output_resolution_p: 360 }, 'field:output_resolution_p'],
  [{ ...files, output_resolution_p: 360 }, 'field:output_resolution_p + unknown-file-key'],
  [{}, 'field:video_key + field:face_key'],
  [files, 'no-key + unknown-file-key'],
  [{ ...files, tempo: 2 }, 'gap:unknown-fields'],
])('%j breaks %s', (body, breaks) => {
  expect(() => expectAsClaimed('submitFaceSwap', { body }, breaks)).not.toThrow();
});

test.each<[body: object, breaks: Breaks | undefined, message: string]>([
  [{}, undefined, 'claims to be lawful, and breaks video_key, face_key'],
  [{}, 'field:video_key', 'breaks video_key, face_key'],
  [files, 'field:video_key + unknown-file-key', 'and breaks nothing'],
  [{ video_key: 'a' }, 'field:video_key + field:output_resolution_p', 'and breaks face_key'],
  [files, 'gap:no-such-gap', 'gap:no-such-gap is no gap of the document'],
])('%j does not break %s', (body, breaks, message) => {
  const claim = (): void => expectAsClaimed('submitFaceSwap', { body }, breaks);
  expect(claim).toThrow(HarnessError);
  expect(claim).toThrow(message);
});

test('a label grows by a constraint that it does not have', () => {
  const both = alsoBreaking('field:script', 'unknown-file-key');
  expect(constraintsOf(both)).toEqual(['field:script', 'unknown-file-key']);
  expect(alsoBreaking(both, 'unknown-file-key')).toBe(both);
  expect(constraintsOf(undefined)).toEqual([]);
});
