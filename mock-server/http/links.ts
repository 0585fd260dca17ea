/** Addresses of files: signed links to results, which expire, and unguessable ones to uploads. */
import { createHmac, timingSafeEqual } from 'node:crypto';
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
  readonly upload: (fileKey: string) => string;
  readonly checkUpload: (fileKey: string, tag: string) => boolean;
};

const hourSeconds = 3_600;

const lifetimeSeconds = (choices: GapChoices): number => {
  switch (choices['link-lifetime']) {
    case '24h':
      return 24 * hourSeconds;
    case '1h':
      return hourSeconds;
    default:
      return 7 * 24 * hourSeconds;
  }
};

export const createLinks = (secret: string, choices: GapChoices): Links => {
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex').slice(0, 40);
  const lifetime = lifetimeSeconds(choices);
  return {
    output: (jobId, extension, now) => {
      const expires = Math.floor(now / 1000) + lifetime;
      return `/outputs/${jobId}.${extension}?expires=${expires}&signature=${sign(`output ${jobId} ${expires}`)}`;
    },
    checkOutput: (jobId, expires, signature, now) => {
      if (!equal(sign(`output ${jobId} ${expires}`), signature)) return 'forged';
      return now < Number(expires) * 1000 ? 'good' : 'expired';
    },
    upload: (fileKey) => `/files/${fileKey}/${sign(`upload ${fileKey}`)}`,
    checkUpload: (fileKey, tag) => equal(sign(`upload ${fileKey}`), tag),
  };
};

const equal = (ours: string, theirs: string): boolean => {
  const expected = Buffer.from(ours);
  const actual = Buffer.from(theirs);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
