/** Jobs and their acknowledgements, in the form that the gaps on their fields choose. */
import { jobErrors } from '../../../spec/errors.ts';
import { faultNamed } from '../../../spec/faults.ts';
import type { GapChoices } from '../../../spec/gaps.ts';
import type { Job as JobBody, SubmitAcknowledgement } from '../../../spec/schemas/job.ts';
import type { Job } from '../../domain/job.ts';
import { failureMessage } from '../../domain/jobs/failure-message.ts';
import { formOf } from '../../domain/jobs/result-form.ts';
import { usdFromMicros } from '../../domain/money.ts';
import { basePath } from '../base-path.ts';
import { movedJobPath } from '../route-probe.ts';
import type { Addresses } from './present.ts';
import type { Style } from './style.ts';

export type JobPresenter = {
  readonly acknowledgement: (job: Job) => SubmitAcknowledgement;
  /** As it is polled. */
  readonly job: (job: Job, now: number) => JobBody;
};

export const createJobPresenter = (
  choices: GapChoices,
  { links, origin, moveJobRoute = false }: Addresses,
  { named }: Style,
): JobPresenter => {
  const statusOf = ({ state: { status } }: Job): JobBody['status'] =>
    status === 'processing' && choices['processing-visible'] === 'no' ? 'queued' : status;
  const pending = pendingFields(choices['pending-fields']);
  const withoutOutput = outputOfFailed(choices['failed-output-url']);
  const withoutError = choices['succeeded-error'] === 'null' ? { error: null } : {};
  const linkTo = ({ id, plan }: Job, signedAt: number): string =>
    origin() + links.output(id, formOf(plan.result.kind, choices).ending, signedAt);

  return {
    acknowledgement: (job) =>
      named('job', {
        id: job.id,
        status: choices['resubmit-ack'] === 'as-first' ? 'queued' : statusOf(job),
        status_url: basePath + (moveJobRoute ? movedJobPath : '/jobs/') + job.id,
      }),
    job: (job, now) => {
      const { id, state } = job;
      switch (state.status) {
        case 'queued':
        case 'processing': {
          const charged = job.paid === 'at submit' ? usdFromMicros(job.priceMicros) : 0;
          return named('job', { id, status: statusOf(job), ...pending(charged) });
        }
        case 'succeeded':
          return named('job', {
            id,
            status: state.status,
            output_url: linkTo(job, signedAt(job, choices['link-renewal'] === 'each-get' ? now : state.at)),
            charged_usd: usdFromMicros(job.priceMicros),
            ...withoutError,
          });
        case 'failed': {
          const message =
            choices['message-wording'] === 'terse' ? jobErrors[state.code].meaning : failureMessage(state.code, job);
          return named('job', {
            id,
            status: state.status,
            ...withoutOutput,
            charged_usd: choices['failed-job-charge'] === 'gross' ? usdFromMicros(job.priceMicros) : 0,
            error: { code: state.code, message },
          });
        }
        default:
          return state satisfies never;
      }
    },
  };
};

/** With the fault a link is as old as none lives. */
const signedAt = ({ faults }: Job, at: number): number =>
  faultNamed(faults, 'job-link-expired') === undefined ? at : at - longerThanAnyLinkMs;

const longerThanAnyLinkMs = 8 * 24 * 3_600_000;

type Ended = 'output_url' | 'charged_usd' | 'error';

/** What an unfinished job has in the fields of a finished one. @returns a function of what was charged so far */
const pendingFields = (choice: GapChoices['pending-fields']): ((charged: number) => Pick<JobBody, Ended>) => {
  switch (choice) {
    case 'null':
      return (charged) => ({ output_url: null, charged_usd: charged, error: null });
    case 'absent':
      return () => ({});
    case 'empty':
      return (charged) => ({ output_url: '', charged_usd: charged, error: null });
    default:
      return choice satisfies never;
  }
};

const outputOfFailed = (choice: GapChoices['failed-output-url']): Pick<JobBody, 'output_url'> => {
  switch (choice) {
    case 'null':
      return { output_url: null };
    case 'absent':
      return {};
    case 'empty':
      return { output_url: '' };
    default:
      return choice satisfies never;
  }
};
