/** Deliveries: what counts as one, when to try again and when to give up. */
import { must, type ClauseTable } from '../../clause.ts';

export const eventDelivery = {
  'events.delivery.any-2xx-succeeds': must(
    'server',
    'Every status from 200 to 299 settles a delivery: nothing is sent after it.',
  ),
  'events.delivery.non-2xx-retried': must(
    'server',
    'A delivery that is answered with a status outside 200 to 299 is tried again.',
  ),
  'events.delivery.timeout-retried': must(
    'server',
    'A delivery that is not answered in time counts as failed and is tried again.',
  ),
  'events.delivery.exponential-backoff': must(
    'server',
    'The waits between the attempts of a delivery grow exponentially.',
  ),
  'events.delivery.abandoned': must('server', 'After its last attempt a delivery is given up and not sent again.'),
  'events.delivery.answered-in-time': must(
    'receiver',
    'A receiver answers a delivery that it takes with a 2xx status before the wait is over.',
  ),
  'events.delivery.job-stays-retrievable': must('server', 'A job whose webhook was given up can still be polled.'),
  'events.delivery.result-unaffected': must(
    'server',
    'The result of a job lives as long when its webhook failed as when it arrived.',
  ),
  'events.delivery.polling-is-truth': must(
    'client',
    'A client that missed a webhook learns the outcome from `GET /jobs/{job_id}`, and believes it over all else.',
  ),
} as const satisfies ClauseTable;
