/** All cases, in the order in which they are sent: what is taken, what is rejected, what comes again, and last what is left open. */
import type { ReceiverCase } from './case.ts';
import { ageCases } from './cases/ages.ts';
import { forgedBodyCases } from './cases/forged-bodies.ts';
import { forgedSignatureCases } from './cases/forged-signatures.ts';
import { openCases } from './cases/open.ts';
import { rawByteCases } from './cases/raw-bytes.ts';
import { repeatCases } from './cases/repeats.ts';
import { rotationCases } from './cases/rotation.ts';
import { unsignedCases } from './cases/unsigned.ts';
import { validCases } from './cases/valid.ts';

export const receiverCases: readonly ReceiverCase[] = [
  ...validCases,
  ...rotationCases,
  ...unsignedCases,
  ...forgedSignatureCases,
  ...forgedBodyCases,
  ...ageCases,
  ...rawByteCases,
  ...repeatCases,
  ...openCases,
];
