/** The steps of a delivery: each attempt, what came of it, and why the next one is when it is. */
import type { ExplainedStep } from '../../../spec/schemas/explain.ts';
import { faultNamed } from '../../../spec/faults.ts';
import { isSuccess } from '../deliveries.ts';
import type { AttemptOutcome, Delivery } from '../delivery.ts';
import type { AccountEvent } from '../events.ts';
import type { Job } from '../job.ts';
import { dueBy } from './causes.ts';
import { type Step, stepAt } from './step.ts';
import type { Subject } from './subject.ts';
import { length } from './wording.ts';

export const deliverySteps = (subject: Subject, delivery: Delivery, job: Job): Step[] => {
  const steps: Step[] = [];
  let nextAt: number | undefined;
  let endedAt: number | undefined;
  let attempts = 0;
  const isAbout = (event: AccountEvent): boolean => 'deliveryId' in event && event.deliveryId === delivery.id;
  for (const { event, position } of subject.past) {
    if (!isAbout(event)) continue;
    switch (event.type) {
      case 'delivery.started':
        attempts++;
        steps.push(
          stepAt(event.at, position, `attempt ${attempts} to deliver ${delivery.id}`, {
            because: event.extra
              ? 'asked for by hand or by a fault: it counts as none of the six'
              : dueBy(subject, event.at, whyNow(job, nextAt, endedAt)),
            details: attempts === 1 ? [`to ${subject.shownAddress(delivery.url)}`] : [],
          }),
        );
        break;
      case 'delivery.finished':
        steps.push(
          stepAt(event.at, position, `attempt ${event.attempt} ${came(event.outcome)}`, {
            seq: entryOf(subject, delivery.id, event.attempt),
            details: [whatNext(event, delivery)],
          }),
        );
        nextAt = event.nextAt;
        endedAt = event.at;
        break;
      case 'delivery.resend-scheduled':
        steps.push(
          stepAt(event.at, position, 'one more attempt is planned', { because: 'the fault webhook-duplicate' }),
        );
        break;
      default:
    }
  }
  const { state } = delivery;
  if (state.status === 'scheduled') {
    const what = `attempt ${attempts + 1} to deliver ${delivery.id}`;
    steps.push(stepAt(state.at, undefined, what, { because: whyNow(job, nextAt, endedAt), ahead: true }));
  }
  return steps;
};

/** In words, for a summary. */
export const stateOf = ({ state, attempts }: Delivery): string => {
  const count = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  switch (state.status) {
    case 'scheduled':
      return `waits for its next attempt after ${count}`;
    case 'running':
      return 'is on its way';
    case 'delivered':
      return `was delivered after ${count}`;
    case 'abandoned':
      return `was given up after ${count}`;
    default:
      return state satisfies never;
  }
};

const whyNow = (job: Job, nextAt: number | undefined, endedAt: number | undefined): string => {
  if (nextAt !== undefined && endedAt !== undefined) {
    return `the ladder: ${length(nextAt - endedAt)} after the attempt before had ended`;
  }
  const delay = faultNamed(job.faults, 'webhook-delay');
  if (delay !== undefined) return `the job had ended, and the fault webhook-delay holds it back ${delay.seconds} s`;
  return faultNamed(job.faults, 'webhook-reorder') === undefined
    ? 'the job had ended'
    : 'the job had ended, and the fault webhook-reorder lets another one go first';
};

const came = (outcome: AttemptOutcome): string =>
  outcome.kind === 'answered'
    ? `was answered with ${outcome.status}`
    : `failed: ${[outcome.failure, outcome.detail].filter(Boolean).join(', ')}`;

const whatNext = (
  { at, attempt, outcome, nextAt }: Extract<AccountEvent, { type: 'delivery.finished' }>,
  { attempts }: Delivery,
): string => {
  if (attempts[attempt - 1]?.extra === true) return 'the ladder goes on as before';
  if (isSuccess(outcome)) return '2xx: it has arrived';
  return nextAt === undefined
    ? 'no 2xx, and that was the last attempt of the ladder: it is given up'
    : `no 2xx: the next attempt is ${length(nextAt - at)} later, as the ladder has it`;
};

const entryOf = ({ entries }: Subject, deliveryId: string, attempt: number): ExplainedStep['seq'] =>
  entries.find((entry) => entry.kind === 'delivery' && entry.delivery_id === deliveryId && entry.attempt === attempt)
    ?.seq ?? null;
