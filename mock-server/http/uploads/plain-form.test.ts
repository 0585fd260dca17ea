/** Whether a form that is read without the parser is read as the parser does. */
import * as fc from 'fast-check';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readForm } from './form.ts';
import { plainFile, plainHead } from './plain-form.ts';

type Found = { readonly name: string; readonly contentType: string; readonly content: string };

const plainly = (form: Buffer): Found | undefined => {
  const head = plainHead(form, 'B');
  if (typeof head === 'string') return undefined;
  const file = plainFile(form, head.fileAt, 'B');
  return file && { name: head.name, contentType: head.contentType, content: file.toString('latin1') };
};

/** By the parser; undefined where it refuses the form. */
const parsed = async (form: Buffer, ignoreOtherParts: boolean): Promise<Found | undefined> => {
  let found: Found | undefined;
  const rules = { boundary: 'B', bodyBytesMax: 1_000_000, ignoreOtherParts };
  const reading = readForm(Readable.from([form]), rules, async ({ stream, name, contentType }) => {
    found = { name, contentType, content: (await buffer(stream)).toString('latin1') };
  });
  return reading.then(
    () => found,
    () => undefined,
  );
};

const headOf = (name: string, type = 'image/png'): string =>
  `--B\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
const goodForm = `${headOf('a.png')}bytes\r\n--B--\r\n`;

const fragment = fc.oneof(
  fc.constantFrom('--B\r\n', '\r\n--B\r\n', '\r\n--B--\r\n', '\r\n--B', '--', '\r\n', '\r\n\r\n', '\r', '"', ';', '%'),
  fc.constantFrom('FILE', 'Image/PNG', 'x="y"', "; filename*=utf-8''b", 'Content-Type: a/b\r\n', '\\', ' ', '=', 'B'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const changed = fc
  .tuple(fc.nat(goodForm.length), fc.nat(6), fragment)
  .map(([at, cut, put]) => goodForm.slice(0, at) + put + goodForm.slice(at + cut));
const named = fc
  .tuple(
    fc.stringMatching(/^([\w .,()@+-]{1,20}|[ -~]{1,20})$/),
    fc.stringMatching(/^([a-z]{1,5}\/[a-z0-9.+-]{1,9}|[a-zA-Z]{1,5}\/[a-zA-Z0-9.+;=-]{1,9})$/),
    fragment,
  )
  .map(([name, type, content]) => `${headOf(name, type)}x${content}\r\n--B--`);

test('what is read without the parser, the parser reads in the same way', async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(changed, named), fc.boolean(), async (text, ignoreOtherParts) => {
      const form = Buffer.from(text, 'latin1');
      const found = plainly(form);
      if (found === undefined) return;
      plain++;
      expect(found).toEqual(await parsed(form, ignoreOtherParts));
    }),
    { numRuns: 3_000 },
  );
  expect(plain).toBeGreaterThan(300);
});

test.each([
  ['another boundary', goodForm.replace('--B', '--C'), 'other'],
  ['a line before the form', `\r\n${goodForm}`, 'other'],
  ['another field', goodForm.replace('"file"', '"FILE"'), 'other'],
  ['a name with an escape', goodForm.replace('a.png', 'a\\"b.png'), 'other'],
  ['a type in capitals', goodForm.replace('image/png', 'Image/png'), 'other'],
  ['a third header', goodForm.replace('image/png', 'image/png\r\nX: 1'), 'other'],
  ['a long head that does not end', goodForm.replace('a.png', 'a'.repeat(2_000)), 'other'],
  ['half a boundary', '--', 'incomplete'],
  ['half a head', goodForm.slice(0, 40), 'incomplete'],
])('a form with %s is no plain one, or not yet', (_what, form, verdict) => {
  expect(plainHead(Buffer.from(form), 'B')).toBe(verdict);
});

test('a boundary with signs is left to the parser', () => {
  const form = Buffer.from(goodForm.replaceAll('--B', "--it's"));
  expect(plainHead(form, "it's")).toBe('other');
});

test.each([
  ['no last boundary', 'bytes'],
  ['a further part', 'bytes\r\n--B\r\nX: 1\r\n\r\n\r\n--B--\r\n'],
  ['more behind it', 'bytes\r\n--B--\r\nbehind'],
  ['nothing in it', '\r\n--B--\r\n'],
  ['a boundary at once', '--B--\r\n'],
])('a file with %s is left to the parser', (_what, rest) => {
  const head = headOf('a.png');
  expect(plainFile(Buffer.from(head + rest), head.length, 'B')).toBeUndefined();
});
