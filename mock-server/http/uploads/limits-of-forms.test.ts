/** Forms that are too long for what they are, whether they say so or not. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openTestService } from '../service.case.ts';
import { watchEnvelope } from './envelope.ts';

const head = (field: string) =>
  `--B\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;

test('a body that does not say how long it is ends where it is too long', async () => {
  const pieces = [head('file'), 'x'.repeat(50), 'x'.repeat(100)];
  await expect(
    text(Readable.from(pieces.map((piece) => Buffer.from(piece))).pipe(watchEnvelope('B', 200))),
  ).rejects.toThrow(/more than 200 bytes/);
});

test('an image is refused before it comes where its body is said to be longer than any image', async () => {
  const mock = await openTestService();
  const response = await mock.app.fetch(
    new Request('http://localhost/api/v1/uploads', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.apiKey}`,
        'content-type': 'multipart/form-data; boundary=B',
        'content-length': '400000000',
      },
      body: `${head('file')}bytes\r\n--B--\r\n`,
    }),
  );
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'input_too_large' } }]);
  expect(await mock.leftovers()).toEqual({ blobs: [], partial: [], open: 0 });
  await mock.close();
});

test('a part with a long name is told of by the beginning of its name', async () => {
  const mock = await openTestService();
  const response = await mock.upload(`${head('n'.repeat(100))}bytes\r\n--B--\r\n`, 'multipart/form-data; boundary=B');
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`${'n'.repeat(80)}…`);
  await mock.close();
});
