/** Signatures of random bodies, held against the library's HMAC in one piece, one built by hand from plain SHA-256, and Stripe's. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Stripe } from 'stripe';
import { assertReplayable } from '../engine/simulation/replay.case.ts';
import { constructEvent } from './construct-event.ts';
import { sign } from './signature.ts';
import { verifySignature } from './verify-signature.ts';

/** The two that are held against the others. */
export type Ours = { readonly sign: typeof sign; readonly verifySignature: typeof verifySignature };

/** Throws with the body that was judged in different ways; gives the number of bodies. */
export const crossCheck = async (
  numRuns: number,
  seed: number,
  { sign, verifySignature }: Ours = ours,
): Promise<number> => {
  let checked = 0;
  const bytes = fc.uint8Array({ maxLength: 300, size: 'max' });
  const secrets = fc
    .string({ minLength: 1, maxLength: 100, unit: 'grapheme', size: 'max' })
    .filter((text) => text.trim() !== '');
  await assertReplayable(
    fc.asyncProperty(bytes, secrets, fc.nat(), fc.nat(), fc.json(), async (body, secret, t, at, json) => {
      const signed = Buffer.concat([Buffer.from(`${t}.`), body]);
      const expected = `t=${t},v1=${createHmac('sha256', Buffer.from(secret)).update(signed).digest('hex')}`;
      const header = sign(body, secret, t);
      const now = new Date(t * 1000);
      same(header, expected);
      same(header, `t=${t},v1=${hmacByHand(Buffer.from(secret), signed)}`);
      verifySignature(body, header, secret, { now });
      if (body.length > 0) {
        const changed = Buffer.from(body);
        changed[at % body.length] = changed.readUInt8(at % body.length) ^ (1 << (at % 8));
        refused(() => verifySignature(changed, header, secret, { now }));
      }
      refused(() => verifySignature(body, header, `${secret}x`, { now }));
      // Stripe reads bodies as text.
      const event = `{"event":${json}}`;
      verifyByStripe(event, sign(event, secret, t), secret, 300, t);
      const theirs = Stripe.webhooks.generateTestHeaderString({ payload: event, secret, timestamp: t + 1 });
      same(JSON.stringify(constructEvent(event, theirs, secret, { now })), JSON.stringify(JSON.parse(event)));
      checked++;
      await Promise.resolve();
    }),
    numRuns,
    { seed },
  );
  return checked;
};

const ours: Ours = { sign, verifySignature };

/** Stripe's own verifier; throws unless it accepts. @param now in Unix seconds */
export const verifyByStripe = (
  body: string | Buffer,
  header: string,
  secret: string,
  tolerance: number,
  now: number,
): void => {
  const { signature } = Stripe.webhooks;
  if (signature === null) throw new Error("Stripe's verifier is not there");
  signature.verifyHeader(body, header, secret, tolerance, undefined, now * 1000);
};

/** HMAC-SHA256 as RFC 2104 describes it, in hexadecimal. */
export const hmacByHand = (key: Uint8Array, message: Uint8Array): string => {
  const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
  const block = Buffer.alloc(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const padded = (byte: number): Buffer => Buffer.from(block.map((one) => one ^ byte));
  return sha256(padded(0x5c), sha256(padded(0x36), message)).toString('hex');
};

const same = (one: string, other: string): void => {
  if (one !== other) throw new Error(`${one} is not ${other}`);
};

const refused = (verify: () => void): void => {
  let passed = true;
  try {
    verify();
  } catch {
    passed = false;
  }
  if (passed) throw new Error('it was verified, and must not be');
};
