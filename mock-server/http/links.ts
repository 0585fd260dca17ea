/** Addresses of files: signed links to results, which expire, and unguessable ones to uploads. */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { GapChoices } from '../../spec/gaps.ts';

export type Links = {
  /** Path and query of a link to a job's result, good from `now` on for the time that the gap `link-lifetime` gives. */
  readonly output: (jobId: string, extension: string, now: number) => string;
  /** Whether a link to a result is ours, and still good. */
  readonly checkOutput: (
    jobId: string,
    expires: string,
    signature: string,
    now: number,
  ) => 'good' | 'expired' | 'forged';
  /** Path of an upload: for whoever has it, or signed like a result's (gap `upload-url`). */
  readonly upload: (fileKey: string, now: number) => string;
  readonly checkUpload: (fileKey: string, tag: string, expires: string, now: number) => 'good' | 'expired' | 'forged';
};

const hourSeconds = 3_600;

const lifetimeSeconds = (choices: GapChoices): number => {
  switch (choices['link-lifetime']) {
    case '24h':
      return 24 * hourSeconds;
    case '1h':
      return hourSeconds;
    case '7d':
      return 7 * 24 * hourSeconds;
    default:
      return choices['link-lifetime'] satisfies never;
  }
};

export const createLinks = (secret: string, choices: GapChoices): Links => {
  const key = createSecretKey(secret, 'utf8');
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 40);
  const lifetime = lifetimeSeconds(choices);
  const expiry = (now: number): number => Math.floor(now / 1000) + lifetime;
  const uploadsExpire = choices['upload-url'] === 'signed';
  return {
    output: (jobId, extension, now) => {
      const expires = expiry(now);
      return `/outputs/${jobId}.${extension}?expires=${expires}&signature=${sign(`output ${jobId} ${expires}`)}`;
    },
    checkOutput: (jobId, expires, signature, now) => {
      if (!equal(sign(`output ${jobId} ${expires}`), signature)) return 'forged';
      return now < Number(expires) * 1000 ? 'good' : 'expired';
    },
    upload: (fileKey, now) => {
      if (!uploadsExpire) return `/files/${fileKey}/${sign(`upload ${fileKey}`)}`;
      const expires = expiry(now);
      return `/files/${fileKey}/${sign(`upload ${fileKey} ${expires}`)}?expires=${expires}`;
    },
    checkUpload: (fileKey, tag, expires, now) => {
      const signed = uploadsExpire ? `upload ${fileKey} ${expires}` : `upload ${fileKey}`;
      if (!equal(sign(signed), tag)) return 'forged';
      return !uploadsExpire || now < Number(expires) * 1000 ? 'good' : 'expired';
    },
  };
};

const equal = (ours: string, theirs: string): boolean => {
  const expected = Buffer.from(ours);
  const actual = Buffer.from(theirs);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
