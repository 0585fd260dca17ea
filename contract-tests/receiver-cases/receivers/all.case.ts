/** All receivers with a mistake. */
import { ages } from './ages.case.ts';
import { answers } from './answers.case.ts';
import type { Broken } from './broken.case.ts';
import { bytes } from './bytes.case.ts';
import { repeats } from './repeats.case.ts';
import { signatures } from './signatures.case.ts';
import { unverified } from './unverified.case.ts';

export const brokenReceivers: readonly Broken[] = [
  ...unverified,
  ...signatures,
  ...ages,
  ...bytes,
  ...repeats,
  ...answers,
];
