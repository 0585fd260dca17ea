/** Uploads as a caller sees them, without a network: what is taken, what is refused and why, and that nothing stays behind. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { mediumBytes } from '../../../fixtures/media.ts';
import type { GapChoices } from '../../../spec/gaps.ts';
import { refuse } from '../../domain/refusal.ts';
import { type TestService, openTestService } from '../service.case.ts';
import { randomForms } from '../uploads/random-forms.case.ts';

let open: TestService | undefined;
const start = async (...args: Parameters<typeof openTestService>): Promise<TestService> => {
  open = await openTestService(...args);
  return open;
};
afterEach(async () => {
  await open?.close();
  open = undefined;
});

type Wire = { readonly file_key: string; readonly url: string; readonly error: { readonly code: string } };
const bodyOf = async (response: Response): Promise<Wire> => (await response.json()) as Wire;

const formType = 'multipart/form-data; boundary=B';
const png = 'Content-Type: image/png';
const disposition = (rest: string): string => `Content-Disposition: form-data; ${rest}`;
const part = (headers: string[], content: string): string => `--B\r\n${headers.join('\r\n')}\r\n\r\n${content}\r\n`;
const file = part([disposition('name="file"; filename="a.png"'), png], 'bytes');
/** Too large to be taken whole: it is streamed. */
const large = file.replace('bytes', 'x'.repeat(600_000));
const field = part([disposition('name="note"')], 'text');
const end = '--B--\r\n';

const nothing = { blobs: [], partial: [], open: 0 };

test('an upload is kept as it came, and its key belongs to the account (B6)', async () => {
  const mock = await start();
  const bytes = await mediumBytes('clip.mp4');
  const form = new FormData();
  form.set('file', new Blob([bytes.slice()], { type: 'video/mp4' }), 'my clip.mp4');
  const response = await mock.upload(form);
  expect(response.status).toBe(201);
  const { file_key, url } = await bodyOf(response);
  expect(url).toMatch(new RegExp(`^http://localhost/files/${file_key}/`));
  const upload = (await mock.account()).uploads.get(file_key);
  expect(upload).toMatchObject({ kind: 'video', contentType: 'video/mp4', name: 'my clip.mp4', bytes: bytes.length });
  expect(upload).toMatchObject({ durationSeconds: expect.closeTo(3, 0), width: 320, height: 240 });
  const path = join(mock.folder, upload?.blob ?? '');
  expect(bytes.equals(await readFile(path))).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await mock.leftovers()).toEqual({ blobs: [upload?.blob], partial: [], open: 0 });
});

test.each([
  ['not a form', 'application/json', '{}', 'invalid_input'],
  ['a form of another kind', 'application/x-www-form-urlencoded', 'file=a', 'invalid_input'],
  ['another multipart type', 'multipart/mixed; boundary=B', file + end, 'invalid_input'],
  ['no content type', undefined, file + end, 'invalid_input'],
  ['no boundary', 'multipart/form-data', file + end, 'invalid_input'],
  ['an empty boundary', 'multipart/form-data; boundary=', file + end, 'invalid_input'],
  ['a boundary of 71 characters', `multipart/form-data; boundary=${'B'.repeat(71)}`, file + end, 'invalid_input'],
  ['another boundary than announced', 'multipart/form-data; boundary=C', file + end, 'invalid_input'],
  ['no body', formType, null, 'invalid_input'],
  ['an empty body', formType, '', 'invalid_input'],
  ['garbage', formType, 'garbage '.repeat(10_000), 'invalid_input'],
  ['no part', formType, end, 'invalid_input'],
  ['no part named file', formType, field + end, 'invalid_input'],
  ['a file of another name', formType, file.replace('"file"', '"photo"') + end, 'invalid_input'],
  ['a file of an empty name', formType, file.replace('"file"', '""') + end, 'invalid_input'],
  ['a part without a name', formType, file.replace('name="file"; ', '') + end, 'invalid_input'],
  ['a part without a disposition', formType, part([png], 'bytes') + end, 'invalid_input'],
  ['a text field named file', formType, part([disposition('name="file"')], 'text') + end, 'invalid_input'],
  ['a field with no file chosen', formType, file.replace('a.png', '') + end, 'invalid_input'],
  ['two files', formType, file + file + end, 'invalid_input'],
  ['a further field', formType, file + field + end, 'invalid_input'],
  ['a further field before it', formType, field + file + end, 'invalid_input'],
  ['a further part that cannot be read', formType, `${file}--B\r\nnonsense\r\n\r\n\r\n${end}`, 'invalid_input'],
  ['ten thousand parts', formType, field.repeat(10_000) + end, 'invalid_input'],
  ['an empty file', formType, file.replace('bytes', '') + end, 'invalid_input'],
  ['no last boundary', formType, file, 'invalid_input'],
  ['an end within the file', formType, file.slice(0, -4), 'invalid_input'],
  ['an end within the head', formType, file.slice(0, 40), 'invalid_input'],
  ['half a last boundary', formType, `${file}--B-`, 'invalid_input'],
  ['a head of 64 KB', formType, file.replace(png, `${png}\r\nX: ${'x'.repeat(65_536)}`) + end, 'invalid_input'],
  ['10,000 headers', formType, file.replace(png, `${'X: 1\r\n'.repeat(10_000)}${png}`) + end, 'invalid_input'],
  ['a form within the form', formType, file.replace('image/png', 'multipart/mixed; boundary=C') + end, 'invalid_input'],
  ['a web page', formType, file.replace('image/png', 'text/html') + end, 'unsupported_format'],
  ['no type', formType, file.replace(`\r\n${png}`, '') + end, 'unsupported_format'],
  ['any type', formType, file.replace('image/png', 'application/octet-stream') + end, 'unsupported_format'],
  ['half a type', formType, file.replace('image/png', 'image/') + end, 'unsupported_format'],
  ['a type that is none', formType, file.replace('image/png', 'image/<b>') + end, 'unsupported_format'],
  ['a body declared too long', formType, file + end, 'input_too_large', { 'content-length': '600000000' }],
] as const)('%s is refused, and nothing of it stays (F49) (B5)', async (_what, type, body, code, headers?: object) => {
  const mock = await start();
  const request = new Request('http://localhost/api/v1/uploads', {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.apiKey}`, ...headers },
    body: body === null ? null : Buffer.from(body),
  });
  if (type !== undefined) request.headers.set('content-type', type);
  const response = await mock.app.fetch(request);
  expect([response.status, (await bodyOf(response)).error.code]).toEqual([400, code]);
  expect((await mock.account()).uploads.size).toBe(0);
  expect(await mock.leftovers()).toEqual(nothing);
  expect(mock.blobs.usedBytes).toBe(0);
  expect(mock.failures).toEqual([]);
});

test.each([
  ['a line before the form', `before\r\n${file}${end}`],
  ['a line behind the form', `${file}${end}behind`],
  ['no line end at the end', `${file}--B--`],
  ['a folded header', `${file.replace('; filename', ';\r\n filename')}${end}`],
  ['a type in capitals with a parameter', `${file.replace('image/png', 'IMAGE/PNG; q=1')}${end}`],
])('a form with %s is taken', async (_what, body) => {
  const mock = await start();
  expect((await mock.upload(body, formType)).status).toBe(201);
  expect([...(await mock.account()).uploads.values()]).toMatchObject([{ contentType: 'image/png', bytes: 5 }]);
});

test('a file may contain what looks like the beginning of a boundary, in pieces of any size', async () => {
  const mock = await start();
  const content = '\r\n--\r\n--A\r\n-\r\n--b--\r\n';
  const bytes = Buffer.from(file.replace('bytes', content) + end);
  for (const size of [1, 2, 3, 7, 50]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    expect((await mock.upload(ReadableStream.from(pieces), formType)).status).toBe(201);
  }
  for (const { blob } of (await mock.account()).uploads.values()) {
    expect(await readFile(join(mock.folder, blob), 'utf8')).toBe(content);
  }
});

test.each<[Partial<GapChoices>, string, number | string]>([
  [{ 'extra-form-fields': 'ignored' }, field + file + field + end, 201],
  [{ 'extra-form-fields': 'ignored' }, file + file + end, 'invalid_input'],
  [{ 'extra-form-fields': 'ignored' }, field.repeat(11) + end, 'invalid_input'],
  [{ 'empty-file': 'accepted' }, file.replace('bytes', '') + end, 201],
  [{ 'empty-file': 'unsupported_format' }, file.replace('bytes', '') + end, 'unsupported_format'],
  [{ 'octet-stream-upload': 'by-name' }, file.replace('image/png', 'application/octet-stream') + end, 201],
  [{ 'octet-stream-upload': 'by-name' }, file.replace('image/png', 'text/html') + end, 'unsupported_format'],
  [{ 'accepted-types': 'common-only' }, file + end, 201],
  [{ 'accepted-types': 'common-only' }, file.replace('image/png', 'image/tiff') + end, 'unsupported_format'],
])('the variant %j is honoured (%#)', async (choices, body, outcome) => {
  const mock = await start(choices);
  const response = await mock.upload(body, formType);
  if (typeof outcome === 'number') expect(response.status).toBe(outcome);
  else expect((await bodyOf(response)).error.code).toBe(outcome);
});

test.each([
  ['../../etc/passwd', '../../etc/passwd'],
  ['..', '..'],
  ['C:\\x\\y.png', 'C:\\x\\y.png'],
  ['%2e%2e%2fx', '%2e%2e%2fx'],
  ['a\u0000b', 'ab'],
  ['a\u202egnp.exe', 'agnp.exe'],
  ['magic_content_rejected.png', 'magic_content_rejected.png'],
  ['x'.repeat(5_000), 'x'.repeat(255)],
  ['__proto__', '__proto__'],
  ['\u{1f3ad}'.repeat(300), '\u{1f3ad}'.repeat(255)],
])('a name is data (%#) (F53) (B6)', async (name, kept) => {
  const mock = await start();
  const response = await mock.upload(file.replace('a.png', () => name.replaceAll('\\', '\\\\')) + end, formType);
  expect(response.status).toBe(201);
  const [upload] = (await mock.account()).uploads.values();
  expect(upload?.name).toBe(kept);
  expect((await mock.leftovers()).blobs).toEqual([upload?.blob]);
  const { url } = await bodyOf(response);
  const download = await mock.app.request(url);
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="file_a1_[a-z0-9]+\.png"$/);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

const ways = [
  '../',
  '..\\\\',
  '%2e%2e%2f',
  '..%2f',
  '%2e%2e/',
  '....//',
  '/',
  'C:\\\\',
  '\u0000',
  '..\u0000/',
  '~/',
  'file:///',
];
const goals = ['etc/passwd', 'partial/x', 'x.png', '.', '', 'x'.repeat(300), '\u202egnp', 'CON', 'x;y', '$(x)'];
const parameters = [
  (name: string): string => `filename="${name}"`,
  (name: string): string => `filename*=utf-8''${encodeURIComponent(name)}`,
  (name: string): string => `filename="a.png"; filename*=utf-8''${encodeURIComponent(name)}`,
  (name: string): string => `filename=${name.replaceAll(/[\s;"\\]/g, '_')}`,
];
const names = ways.flatMap((way) => goals.flatMap((goal) => [way + goal, way.repeat(5) + goal, `a/${way}${goal}`]));

test(
  'of 500 names and more that lead elsewhere none is a path, however it is written (B6)',
  { timeout: 60_000 },
  async () => {
    const mock = await start();
    let tried = 0;
    for (const [index, name] of names.entries()) {
      for (const parameter of [parameters[0], parameters[1 + (index % 3)]]) {
        if (parameter === undefined) continue;
        tried++;
        const form = file.replace('filename="a.png"', () => parameter(name)) + end;
        expect([201, 400], name).toContain((await mock.upload(form, formType)).status);
      }
    }
    expect(tried).toBeGreaterThan(500);
    const { blobs, partial, open: descriptors } = await mock.leftovers();
    expect([partial, descriptors]).toEqual([[], 0]);
    const own = [...(await mock.account()).uploads.values()].map(({ blob }) => blob);
    expect(own.length).toBeGreaterThan(100);
    expect(blobs.toSorted()).toEqual(own.toSorted());
    for (const blob of own) expect(blob).toMatch(/^[A-Za-z0-9_-]{1,80}$/);
    expect(mock.failures).toEqual([]);
  },
);

test.each(['a\nb.png', 'a\rb.png'])('the name %j breaks a line and is refused (F53)', async (name) => {
  const mock = await start();
  expect((await mock.upload(file.replace('a.png', name) + end, formType)).status).toBe(400);
  expect(await mock.leftovers()).toEqual(nothing);
});

test('a line break in a name ends it: what follows is another header of the part, and goes nowhere (F53) (B9)', async () => {
  const mock = await start();
  const { url } = await bodyOf(await mock.upload(file.replace('a.png', 'a\r\nX-Evil: 1') + end, formType));
  expect([...(await mock.account()).uploads.values()]).toMatchObject([{ name: 'a' }]);
  expect((await mock.app.request(url)).headers.has('x-evil')).toBe(false);
});

test('a large upload for which the mock has no room is refused as it comes, and leaves nothing (F55)', async () => {
  const mock = await start({}, { quotaBytes: 500_000 });
  const full = await mock.upload(large + end, formType);
  expect([full.status, (await bodyOf(full)).error.code]).toEqual([429, 'at_capacity']);
  expect(await mock.leftovers()).toEqual(nothing);
  expect(mock.blobs.usedBytes).toBe(0);
});

test('an upload for which the mock has no room is refused, leaves nothing, and is taken when there is room (F55)', async () => {
  const mock = await start({}, { quotaBytes: 8 });
  expect((await mock.upload(file + end, formType)).status).toBe(201);
  const full = await mock.upload(file + end, formType);
  expect([full.status, (await bodyOf(full)).error.code]).toEqual([429, 'at_capacity']);
  expect([mock.blobs.usedBytes, (await mock.leftovers()).partial]).toEqual([5, []]);
  const [kept] = (await mock.account()).uploads.values();
  await mock.blobs.delete(kept?.blob ?? '');
  expect((await mock.upload(file + end, formType)).status).toBe(201);
});

test.each([
  ['small', file],
  ['large', large],
])('a disk that is full half way through a %s file gives 500, and no partial file (F08)', async (_size, sent) => {
  const mock = await start();
  const create = mock.blobs.create.bind(mock.blobs);
  vi.spyOn(mock.blobs, 'create').mockImplementation(async (name) => {
    const handle = await create(name);
    const error = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    for (const method of ['write', 'writev'] as const) vi.spyOn(handle, method).mockRejectedValue(error);
    return handle;
  });
  const response = await mock.upload(sent + end, formType);
  expect([response.status, (await bodyOf(response)).error.code]).toEqual([500, 'internal_error']);
  expect(await mock.leftovers()).toEqual(nothing);
  expect(mock.failures).toMatchObject([{ code: 'ENOSPC' }]);
});

test('where the engine does not take the upload, its bytes go too', async () => {
  const mock = await start();
  const execute = vi.spyOn(mock.engine, 'execute').mockRejectedValueOnce(new Error('the store is broken'));
  expect((await mock.upload(file + end, formType)).status).toBe(500);
  expect(await mock.leftovers()).toEqual(nothing);
  execute.mockResolvedValueOnce(refuse('internal_error', 'not now'));
  expect((await mock.upload(file + end, formType)).status).toBe(500);
  expect(await mock.leftovers()).toEqual(nothing);
});

test('200 forms put together at random get an answer of the document (F49)', () => randomForms(200));
