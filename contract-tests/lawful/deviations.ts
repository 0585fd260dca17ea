/** In which points a request is not what every server has to take: what it breaks, and what it does that the document leaves open. */
import { bodyDeviations } from './deviations/bodies.ts';
import type { Deviation, Sent } from './deviations/deviation.ts';
import { formDeviations } from './deviations/forms.ts';
import { keyDeviations } from './deviations/keys.ts';
import { queryDeviations } from './deviations/queries.ts';
import { isOf, pollLabels } from './deviations/routes.ts';

export { strayDeviations } from './deviations/routes.ts';

/** Undefined for a request that does not go to its operation. */
export const deviationsOf = (sent: Sent): readonly Deviation[] | undefined =>
  isOf(sent)
    ? [...keyDeviations(sent), ...queryDeviations(sent), ...bodyDeviations(sent), ...formDeviations(sent)]
    : undefined;

/** What else a label may say of it, by what the target said itself. */
export const supposedOf = (sent: Sent): readonly Deviation[] => pollLabels(sent);
