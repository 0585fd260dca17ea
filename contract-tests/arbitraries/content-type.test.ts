import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formOf } from '../form.ts';
import { knownWith, requestOf } from '../lawful/requests.case.ts';
import { expectAsClaimed } from '../lawful/requests.ts';
import { strangeType, strangeTypes } from './content-type.ts';

const expectStrange = (contentType: string): void => {
  const raw = formOf({ bytes: Buffer.from('x'), name: 'a.png', contentType });
  const request = requestOf('uploadFile', { raw });
  expect(() => expectAsClaimed(knownWith(), 'uploadFile', request, 'file-type'), contentType).not.toThrow();
};

test('a strange content type is no image, no audio and no video', () => {
  for (const contentType of strangeTypes) expectStrange(contentType);
  fc.assert(fc.property(strangeType, expectStrange), { numRuns: 200, seed: 1 });
});
