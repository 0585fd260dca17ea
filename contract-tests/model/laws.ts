/** The laws that hold of every history. */
import { accountLaws } from './account-laws.ts';
import { balanceLaws } from './balance-laws.ts';
import { deliveryLaws } from './delivery-laws.ts';
import { jobLaws } from './job-laws.ts';
import type { Law } from './law.ts';
import { submitLaws } from './submit-laws.ts';
import { uploadLaws } from './upload-laws.ts';
import { usageLaws } from './usage-laws.ts';

export const laws: readonly Law[] = [
  ...balanceLaws,
  ...usageLaws,
  ...submitLaws,
  ...uploadLaws,
  ...jobLaws,
  ...deliveryLaws,
  ...accountLaws,
];
