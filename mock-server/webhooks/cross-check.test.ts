/** Whether the cross-check sees anything: ways to sign and to verify that are wrong in one thing each. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Ours, crossCheck } from './cross-check.case.ts';
import { sign } from './signature.ts';
import { verifySignature } from './verify-signature.ts';

test.each<[does: string, wrong: Partial<Ours>]>([
  [
    'leaves the time out of what is signed',
    { sign: (body, secret, t) => `t=${t},v1=${createHmac('sha256', String(secret)).update(body).digest('hex')}` },
  ],
  [
    'signs a text that was made of the bytes',
    { sign: (body, secret, t) => sign(Buffer.from(body).toString(), secret, t) },
  ],
  [
    'writes the digest in capitals',
    { sign: (body, secret, t) => sign(body, secret, t).replace(/[a-f](?=\w*$)/, (x) => x.toUpperCase()) },
  ],
  ['verifies everything', { verifySignature: () => undefined }],
  [
    'takes a long body as it comes',
    {
      verifySignature: (body, header, secret, options) => {
        try {
          verifySignature(body, header, secret, options);
        } catch (error) {
          if (Buffer.from(body).length < 20) throw error;
        }
      },
    },
  ],
  [
    'verifies nothing',
    {
      verifySignature: () => {
        throw new Error('never');
      },
    },
  ],
])('a library that %s is caught', async (_does, wrong) => {
  await expect(crossCheck(1_000, 1, { sign, verifySignature, ...wrong })).rejects.toThrow(/Run it again: FC_SEED=1 /);
});
