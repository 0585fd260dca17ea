/**
 * Chance that repeats itself: every number and id is a function of the seed, the account, the ordinal of the command and a purpose.
 * Equal orders of arrival in an account give equal bytes, whatever other accounts do.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Moment } from '../domain/commands.ts';
import { uuidFor } from './ids.ts';

/** Where keys, secrets, tokens and the key of link signatures come from: the seed on loopback, the system's generator elsewhere. */
export type SecretSource = 'seed' | 'system';

type IdForm = GapChoices['id-form'];

export type Chance = {
  moment(accountId: string, ordinal: number, now: number): Moment;
  /** A secret for a purpose, 160 bits in base 32. */
  secret(purpose: string): string;
};

/** @param secretRoot what secrets are derived from where they do not come from the seed: with it kept, they are the same after a restart */
export const createChance = (
  seed: number,
  source: SecretSource,
  idForm: IdForm = 'prefixed',
  secretRoot: string = systemLetters(),
): Chance => ({
  moment: (accountId, ordinal, now) => {
    const root = `${seed}/${accountId}/${ordinal}`;
    return {
      now,
      draw: (purpose) => hash(`${root}/draw/${purpose}`)() / 2 ** 32,
      mint: (prefix) => {
        const next = hash(`${root}/id/${prefix}`);
        return idForm === 'uuid' ? uuidFor(accountId, next) : [prefix, accountId, letters(next, 12)].join('_');
      },
      mintSecret: (prefix) =>
        `${prefix}_${accountId}_${source === 'seed' ? letters(hash(`${root}/secret/${prefix}`), 32) : systemLetters()}`,
    };
  },
  secret: (purpose) =>
    source === 'seed' ? letters(hash(`${seed}/secret/${purpose}`), 32) : derivedSecret(secretRoot, purpose),
});

/** As hard to guess as the root: the same for the same root and purpose. */
export const derivedSecret = (root: string, purpose: string): string =>
  inLetters(createHmac('sha256', root).update(purpose).digest());

/** From the system's generator, whatever the source: for what must never be guessed. */
export const systemLetters = (): string => inLetters(randomBytes(32));

const inLetters = (bytes: Uint8Array): string => Array.from(bytes, (byte) => alphabet[byte & 31]).join('');

/** Without letters that are easily confused. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

const letters = (next: () => number, length: number): string => {
  let text = '';
  // Six letters of five bits from each 32-bit number.
  for (let bits = 0; text.length < length; bits >>>= 5) {
    if (text.length % 6 === 0) bits = next();
    text += alphabet[bits & 31];
  }
  return text;
};

/**
 * A stream of 32-bit numbers from a text: cyrb128 into sfc32, both in the public domain.
 * All 128 bits of state come from the text, so that ids of one account do not meet, however many there are.
 */
const hash = (text: string): (() => number) => {
  let a = 1779033703;
  let b = 3144134277;
  let c = 1013904242;
  let counter = 2773480762;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ unit, 597399067);
    b = c ^ Math.imul(b ^ unit, 2869860233);
    c = counter ^ Math.imul(c ^ unit, 951274213);
    counter = a ^ Math.imul(counter ^ unit, 2716044179);
  }
  const next = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) next();
  return next;
};
