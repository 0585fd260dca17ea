import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultChoices } from '../../../spec/gaps.ts';
import { type TestService, openTestService } from '../service.case.ts';
import { createUploadRules } from './rules.ts';
import { stop } from './stop.ts';
import { headOf, tail } from './upload-client.case.ts';
import { type Whole, readWhole, wholeBytesMax } from './whole.ts';

let mock: TestService | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

/** A body that comes as it is told to. */
const opened = (): Readable => new Readable({ read: () => undefined });

const read = (body: Readable, bytesMax = 1_000_000): Promise<Whole | Readable> => readWhole(body, 'B', () => bytesMax);

/** What the body is when it goes on as a stream. */
const streamed = async (reading: Promise<Whole | Readable>): Promise<string> => {
  const body = await reading;
  if (!(body instanceof Readable)) throw new Error('it was taken whole');
  return text(body);
};

test('a small form is taken whole, in whatever few pieces it comes', async () => {
  const form = Buffer.from(`${headOf('image/png')}bytes${tail}`);
  for (const size of [7, 40, form.length]) {
    const pieces = Array.from({ length: Math.ceil(form.length / size) }, (_, i) =>
      form.subarray(i * size, (i + 1) * size),
    );
    const whole = await read(Readable.from(pieces));
    expect(whole).toEqual({ name: 'a', contentType: 'image/png', content: Buffer.from('bytes') });
  }
});

test.each([
  ['too long', headOf('image/png') + 'x'.repeat(wholeBytesMax) + tail, 1_000_000],
  ['longer than a file of its type may be', headOf('image/png') + 'x'.repeat(100) + tail, 50],
  ['no plain form', `before\r\n${headOf('image/png')}bytes${tail}`, 1_000_000],
  ['not finished', `${headOf('image/png')}bytes`, 1_000_000],
  ['nothing', '', 1_000_000],
])('what is %s goes on as a stream from its first byte', async (_what, form, bytesMax) => {
  const pieces = form.match(/[^]{1,1000}/g) ?? [];
  expect(await streamed(read(Readable.from(pieces.map((piece) => Buffer.from(piece))), bytesMax))).toBe(form);
});

test('what comes in crumbs goes on as a stream: held one by one they would fill the memory', async () => {
  const form = `${headOf('image/png')}bytes${tail}`;
  expect(await streamed(read(Readable.from(Array.from(form, (letter) => Buffer.from(letter)))))).toBe(form);
});

test('a stream that goes on is given while its body still comes', async () => {
  const body = opened();
  body.push('something else');
  const rest = streamed(read(body));
  await new Promise(setImmediate);
  body.push(', and more');
  body.push(null);
  expect(await rest).toBe('something else, and more');
});

test('a file that is not taken is refused by its head, and its body given up', async () => {
  const body = opened();
  body.push(headOf('text/html'));
  const reading = readWhole(body, 'B', ({ contentType }) => {
    throw stop('unsupported_format', contentType);
  });
  await expect(reading).rejects.toThrow('text/html');
  expect(body.destroyed).toBe(true);
});

test('a body that breaks off tells why', async () => {
  const body = opened();
  body.push(headOf('image/png'));
  const reading = read(body);
  setImmediate(() => body.destroy(new Error('the connection ended')));
  await expect(reading).rejects.toThrow('the connection ended');
});

test('a body that breaks off as it goes on as a stream tells why', async () => {
  const body = opened();
  body.push('something else');
  const reading = read(body);
  body.once('data', () => body.destroy(new Error('the connection ended')));
  await expect(streamed(reading)).rejects.toThrow('the connection ended');
});

test('many slow uploads do not hold all of their bytes: what is beyond 32 MiB is streamed', async () => {
  const bodies = Array.from({ length: 100 }, opened);
  let going = 0;
  const readings = bodies.map((body) =>
    read(body).then((reading) => {
      if (reading instanceof Readable) going++;
    }),
  );
  for (const body of bodies) body.push(headOf('image/png') + 'x'.repeat(500_000));
  await vi.waitFor(() => expect(going).toBe(100 - Math.floor((32 * 2 ** 20) / (headOf('image/png').length + 500_000))));
  // What those held is free again.
  for (const body of bodies) body.push(tail);
  for (const body of bodies) body.push(null);
  await Promise.all(readings);
  const whole = await read(Readable.from([Buffer.from(`${headOf('image/png')}bytes${tail}`)]));
  expect(whole).not.toBeInstanceOf(Readable);
});

test('a small file is written at once, and not read back', async () => {
  mock = await openTestService({ 'content-sniffing': 'sniffed' });
  const { blobs, service } = mock;
  const create = blobs.create.bind(blobs);
  let handle: Awaited<ReturnType<typeof create>> | undefined;
  vi.spyOn(blobs, 'create').mockImplementation(async (name) => {
    handle = await create(name);
    vi.spyOn(handle, 'write');
    return handle;
  });
  const openToRead = vi.spyOn(blobs, 'openToRead');
  const probe = vi.spyOn(service, 'probe');
  const png = '\x89PNG\r\n';
  const form = Buffer.from(headOf('image/png') + png + tail, 'latin1');
  expect((await mock.upload(form, 'multipart/form-data; boundary=B')).status).toBe(201);
  expect(handle?.write).toHaveBeenCalledExactlyOnceWith(Buffer.from(png, 'latin1'), 0, png.length, 0);
  expect(openToRead).not.toHaveBeenCalled();
  expect(probe).toHaveBeenCalledExactlyOnceWith(expect.any(String), 'image/png', Buffer.from(png, 'latin1'));
});

test.each<[what: string, bytes: number, begins: string, status: number]>([
  ['that begins as its type does is taken', 600_000, '\x89PNG\r\n', 201],
  ['that begins otherwise is refused', 600_000, 'no picture', 400],
  ['with nothing in it begins as any type does', 0, '', 201],
])('a file %s, also one that was streamed', async (_what, bytes, begins, status) => {
  mock = await openTestService({ 'content-sniffing': 'sniffed', 'empty-file': 'accepted' });
  const file = Buffer.alloc(bytes);
  file.write(begins, 'latin1');
  for (const before of ['', 'a preamble, so that the form is none that is taken whole\r\n']) {
    const form = Buffer.concat([Buffer.from(before + headOf('image/png')), file, Buffer.from(tail)]);
    expect((await mock.upload(form, 'multipart/form-data; boundary=B')).status).toBe(status);
  }
});

test('a small file is refused with its first byte too many, wherever its form ends', async () => {
  const service = { uploadRules: createUploadRules(defaultChoices, { uploadBytes: () => () => 5 }) };
  mock = await openTestService({}, { service });
  // A form may end without a last line break: the file is longer by so much before it is too long a body.
  for (const end of [tail, tail.trimEnd()]) {
    const upload = (file: string) => mock?.upload(headOf('image/png') + file + end, 'multipart/form-data; boundary=B');
    expect((await upload('12345'))?.status).toBe(201);
    for (const longer of ['123456', '1234567', '12345678']) expect((await upload(longer))?.status).toBe(400);
  }
  expect((await mock.leftovers()).partial).toEqual([]);
});
