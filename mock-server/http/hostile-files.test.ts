/** Files that are made to hurt whoever opens them: they are kept and given back as they came, and what is made from them stays small. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mediumBytes } from '../../fixtures/media.ts';
import { type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await openMock({ balance: 1_000_000 });
});
afterAll(() => mock.close());

/** The head of a PNG that claims to be so large, and nothing behind it. */
const pngOf = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.set([8, 6, 0, 0, 0], 24);
  return head;
};

const svg = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg onload="alert(1)">&x;</svg>';

const bombs: readonly (readonly [what: string, type: string, make: () => Buffer | Promise<Buffer>])[] = [
  ['a picture of 100,000 by 100,000', 'image/png', () => pngOf(100_000, 100_000)],
  ['a picture as large as its head can say', 'image/png', () => pngOf(2 ** 32 - 1, 2 ** 32 - 1)],
  ['a picture as large as the mock believes', 'image/png', () => pngOf(32_768, 32_768)],
  ['a picture of one line', 'image/png', () => pngOf(32_768, 1)],
  ['a picture of one column', 'image/png', () => pngOf(1, 32_768)],
  ['a picture of no size', 'image/png', () => pngOf(0, 0)],
  ['50 MB of zeros, packed', 'image/png', () => gzipSync(Buffer.alloc(50_000_000))],
  ['a picture that is a page too', 'image/png', async () => Buffer.concat([await portrait(), Buffer.from('<script>')])],
  ['a picture that is an archive too', 'image/jpeg', async () => Buffer.concat([await portrait(), Buffer.from('PK')])],
  ['a drawing that reads files and runs code', 'image/svg+xml', () => Buffer.from(svg)],
];

test.each(bombs)('%s is kept as it came, and what is made from it is small (F54) (B8)', async (_what, type, make) => {
  const bytes = await make();
  const uploaded = await mock.call('POST', '/uploads', undefined, { raw: formOf(bytes, type) });
  expect(uploaded.status).toBe(201);

  const hosted = await mock.fetch(uploaded.body.url);
  expect(bytes.equals(Buffer.from(await hosted.arrayBuffer()))).toBe(true);
  expect(Object.fromEntries(hosted.headers)).toMatchObject({
    'content-type': type,
    'content-disposition': expect.stringMatching(/^attachment; filename="file_a1_\w+(\.\w+)?"$/) as string,
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
  });

  const { file_key: key } = uploaded.body;
  for (const [path, body] of [
    ['/face-swap-image', { image_key: key, face_key: key }],
    ['/avatar', { image_key: key, script: 'Hello.' }],
    ['/motion-control', { image_key: key, motion_video_key: await mock.upload('clip.mp4') }],
  ] as const) {
    const { id } = (await mock.post(path, body)).body;
    await mock.clock.advance({ seconds: 60 });
    const { status, output_url } = (await mock.get(`/jobs/${id}`)).body;
    expect(status, path).toBe('succeeded');
    const result = await mock.fetch(output_url ?? '');
    const made = Buffer.from(await result.arrayBuffer());
    expect([result.status, made.length < 20_000_000], path).toEqual([200, true]);
    if (path === '/face-swap-image') {
      // No larger than the pictures of any camera, however large the input claims to be.
      const [width, height] = [made.readUInt32BE(16), made.readUInt32BE(20)];
      expect(Math.max(width, height)).toBeLessThanOrEqual(16_384);
      expect(width * height).toBeLessThan(52_000_000);
    }
  }
  expect(mock.failures).toEqual([]);
});

test('ten of them are stored in less than a tenth of a second (B8)', async () => {
  const forms = await Promise.all(
    bombs.map(async ([, type, make]) => {
      // What cannot be avoided takes its time too: a form and its boundary are not the mock's.
      const request = new Request('http://localhost', { method: 'POST', body: formOf(await make(), type) });
      return {
        raw: new Uint8Array(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
      };
    }),
  );
  expect(forms).toHaveLength(10);
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    for (const form of forms) expect((await mock.call('POST', '/uploads', undefined, form)).status).toBe(201);
    rounds.push(performance.now() - began);
  }
  // The best of some: what else the machine does is not meant.
  const best = Math.min(...rounds);
  process.stdout.write(`ten hostile files: stored in ${Math.round(best)} ms\n`);
  expect(best).toBeLessThan(100);
});

const formOf = (bytes: Buffer, type: string): FormData => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'x.html');
  return form;
};

const portrait = async (): Promise<Buffer> => Buffer.from(await mediumBytes('portrait.png'));
