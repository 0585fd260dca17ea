/** Why a job is as it is: what made it, what was drawn for it, when it moved and why, what it cost, and how its webhook fared. */
import type { Explanation } from '../../../spec/schemas/explain.ts';
import type { AccountEvent } from '../events.ts';
import type { Ending, Job } from '../job.ts';
import { downloadsOf, repeatsOf } from './asked.ts';
import { dueBy } from './causes.ts';
import { deliverySteps, stateOf } from './deliveries.ts';
import { drawnFor, endingText } from './drawn.ts';
import { explainFaults, rulesAt } from './faults.ts';
import { priceOfJob } from './price.ts';
import { type Origin, originOf } from './request.ts';
import { type Step, stepAt } from './step.ts';
import type { Past, Subject } from './subject.ts';
import { length, usd } from './wording.ts';

export type Explained = Omit<
  Explanation,
  'id' | 'kind' | 'about' | 'account_id' | 'timeline' | 'postings' | 'charge'
> & {
  readonly steps: readonly Step[];
};

type Submitted = Past<Extract<AccountEvent, { type: 'job.submitted' }>>;

export const explainJob = (subject: Subject, job: Job): Explained => {
  const submitted = submittedIn(subject, job.id);
  const { event, position } = submitted;
  const origin = originOf(subject, job.id, event.at, event.idempotency?.key);
  const faults = explainFaults(subject, job.faults, { request: origin.request, rules: rulesAt(subject, position) });
  const delivery = job.delivery && subject.account.deliveries.get(job.delivery.id);
  return {
    summary: summaryOf(job, delivery === undefined ? undefined : stateOf(delivery)),
    request: origin.explained,
    faults,
    drawn: drawnFor(subject, job, origin.request, faults.find(({ name }) => name === 'job-fails')?.source),
    price: priceOfJob(subject, job),
    steps: [
      ...lifeOf(subject, job, submitted, origin),
      ...repeatsOf(origin),
      ...downloadsOf(subject, job.id),
      ...(delivery === undefined ? [] : deliverySteps(subject, delivery, job)),
    ],
  };
};

const submittedIn = ({ past }: Subject, jobId: string): Submitted => {
  for (const { event, position } of past) {
    if (event.type === 'job.submitted' && event.job.id === jobId) return { event, position };
  }
  throw new Error(`job ${jobId} was never submitted`);
};

const summaryOf = ({ id, endpoint, state, priceMicros }: Job, delivery: string | undefined): string => {
  const webhook = delivery === undefined ? 'It has no webhook' : `Its webhook ${delivery}`;
  switch (state.status) {
    case 'queued':
    case 'processing':
      return `The ${endpoint} job ${id} is ${state.status}; it costs ${usd(priceMicros)}. ${webhook}.`;
    case 'succeeded':
      return `The ${endpoint} job ${id} succeeded and cost ${usd(priceMicros)}. ${webhook}.`;
    case 'failed':
      return `The ${endpoint} job ${id} failed with ${state.code} and cost nothing. ${webhook}.`;
    default:
      return state satisfies never;
  }
};

const lifeOf = (subject: Subject, job: Job, submitted: Submitted, { request }: Origin): Step[] => {
  const { event: first } = submitted;
  const { plan } = job;
  const steps = [
    stepAt(first.at, submitted.position, `submitted to POST /${job.endpoint}`, {
      seq: request?.seq ?? null,
      details: [
        first.place === 'rendering'
          ? 'a place to render was free'
          : 'all places to render were taken: it waits in line',
        `${usd(job.priceMicros)} ${job.paid === 'at submit' ? 'are charged at once' : 'are set aside'}`,
      ],
    }),
  ];
  let startedAt: number | undefined;
  for (const { event, position } of subject.past) {
    if (!('jobId' in event) || event.jobId !== job.id) continue;
    switch (event.type) {
      case 'job.started':
        startedAt = event.at;
        steps.push(
          stepAt(event.at, position, 'processing', {
            because: dueBy(subject, event.at, `${length(plan.startMs)} after it had a place to render, as drawn`),
          }),
        );
        break;
      case 'job.succeeded':
      case 'job.failed':
        steps.push(endStep(subject, job, event, position, startedAt));
        break;
      default:
    }
  }
  return [...steps, ...aheadOf(job, first, startedAt)];
};

const endStep = (
  subject: Subject,
  job: Job,
  event: Extract<AccountEvent, { type: 'job.succeeded' | 'job.failed' }>,
  position: number,
  startedAt: number | undefined,
): Step => {
  const { plan, paid, priceMicros } = job;
  const isPlanned = endsAsPlanned(plan.ending, event);
  const dueAt = startedAt === undefined ? undefined : startedAt + plan.durationMs;
  const byItself = plan.course === 'at-once' || (dueAt !== undefined && event.at >= dueAt);
  const because =
    isPlanned && byItself
      ? dueBy(
          subject,
          event.at,
          plan.course === 'at-once' ? 'a fault ends it at once' : `${length(plan.durationMs)} of rendering, as drawn`,
        )
      : 'it was finished through the control API';
  const asked = isPlanned ? [] : [`it was to end with ${endingText(plan.ending)}`];
  return event.type === 'job.succeeded'
    ? stepAt(event.at, position, 'succeeded', {
        because,
        details: [
          ...asked,
          paid === 'at submit' ? 'it was paid for at its submit' : `${usd(priceMicros)} are charged`,
          `its result: GET /jobs/${job.id} gives the link`,
        ],
      })
    : stepAt(event.at, position, `failed with ${event.code}`, {
        because,
        details: [
          ...asked,
          `${usd(priceMicros)} are ${paid === 'at submit' ? 'paid back' : 'free again'}: a failed job costs nothing`,
        ],
      });
};

const endsAsPlanned = (
  ending: Ending,
  event: Extract<AccountEvent, { type: 'job.succeeded' | 'job.failed' }>,
): boolean =>
  event.type === 'job.succeeded'
    ? ending.status === 'succeeded'
    : ending.status === 'failed' && ending.code === event.code && ending.reason === event.reason;

/** What it waits for. */
const aheadOf = (job: Job, first: Submitted['event'], startedAt: number | undefined): Step[] => {
  const { startMs, durationMs, course, ending } = job.plan;
  if (job.state.status === 'processing' && startedAt !== undefined && course !== 'stuck-processing') {
    const what = ending.status === 'succeeded' ? 'succeeds' : `fails with ${ending.code}`;
    return [stepAt(startedAt + durationMs, undefined, what, { because: 'as drawn', ahead: true })];
  }
  if (job.state.status !== 'queued' || course === 'stuck-queued' || first.place !== 'rendering') return [];
  return [stepAt(first.at + startMs, undefined, 'processing', { because: 'as drawn', ahead: true })];
};
