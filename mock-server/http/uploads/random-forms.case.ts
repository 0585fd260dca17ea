/** Forms put together at random: whatever comes, the answer is a documented one, and nothing unfinished stays. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { assertReplayable } from '../../engine/simulation/replay.case.ts';
import { openTestService } from '../service.case.ts';
import type { Service } from '../service.ts';

/** @param service what is other than usual @returns how many forms were sent */
export const randomForms = async (numRuns: number, service: Partial<Service> = {}): Promise<number> => {
  let sent = 0;
  const mock = await openTestService({}, { service });
  try {
    await assertReplayable(
      fc.asyncProperty(body, fc.integer({ min: 1, max: 5_000 }), async (text, size) => {
        sent++;
        const bytes = Buffer.from(text);
        const pieces = Array.from({ length: Math.min(200, Math.ceil(bytes.length / size)) }, (_, index) =>
          bytes.subarray(index * size, index === 199 ? bytes.length : (index + 1) * size),
        );
        const response = await mock.upload(ReadableStream.from(pieces), 'multipart/form-data; boundary=B');
        expect([201, 400]).toContain(response.status);
        const { uploads } = await mock.account();
        const { blobs, partial, open } = await mock.leftovers();
        expect([partial, open, blobs.length]).toEqual([[], 0, uploads.size]);
        expect(mock.failures).toEqual([]);
      }),
      numRuns,
    );
    return sent;
  } finally {
    await mock.close();
  }
};

const fragment = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('--B\r\n', '\r\n--B\r\n', '\r\n--B--\r\n', '--B--', '\r\n', '\r\n\r\n', '--', '\n'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
      'Content-Disposition: form-data; name="file"\r\n\r\n',
      "Content-Disposition: form-data; name=__proto__; filename*=utf-8''%2e%2e%2f\r\n\r\n",
      'Content-Disposition: attachment\r\n\r\n',
      'Content-Type: multipart/mixed; boundary=C\r\n\r\n',
      'Content-Transfer-Encoding: base64\r\n',
      ': \r\n',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200, size: 'max' }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200_000 }).map((length) => 'x'.repeat(length)) },
);

const goodForm =
  '--B\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nbytes\r\n--B--\r\n';

/** A form of fragments, or a good one with something cut out and something else put in. */
const body = fc.oneof(
  fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join('')),
  fc
    .tuple(fc.nat(goodForm.length), fc.nat(20), fc.oneof(fc.constant(''), fragment))
    .map(([at, cut, put]) => goodForm.slice(0, at) + put + goodForm.slice(at + cut)),
);
