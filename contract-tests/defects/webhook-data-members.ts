/** The job in a webhook with one of its five fields missing, renamed, null or of another type. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Defect } from './defect.ts';
import { type Members, data, dataOf, defectOf, without } from './webhook-wraps.ts';

const defect = defectOf('webhook-content');

const polled: ClauseId = 'events.content.data-as-polled';

type Change = (job: Members) => Members;

/** Each field that every job has, with another name for it. */
const names = { id: 'job_id', status: 'state', output_url: 'outputUrl', charged_usd: 'chargedUsd' };

const everyJob = Object.entries(names).flatMap(([name, other]): readonly Defect[] => {
  const wrong = (what: string, does: string, change: Change): Defect =>
    defect(`data-${name.replace('_', '-')}-${what}`, does, polled, data(change));
  return [
    wrong('missing', `leaves ${name} out of the job in a webhook`, (job) => without(job, name)),
    wrong('renamed', `writes ${name} of the job in a webhook as ${other}`, (job) => ({
      ...without(job, name),
      [other]: job[name],
    })),
    wrong('object', `gives ${name} of the job in a webhook as an object`, (job) => ({
      ...job,
      [name]: { value: job[name] },
    })),
  ];
});

const nulls = ['id', 'output_url', 'charged_usd'].map((name) =>
  defect(
    `data-${name.replace('_', '-')}-null`,
    `gives null as ${name} of the job in a webhook`,
    polled,
    data((job) => ({ ...job, [name]: null })),
  ),
);

/** Of a failed job: only its error says anything. */
const errors = (
  [
    ['missing-when-failed', 'leaves error out of the job', (job) => without(job, 'error')],
    [
      'renamed-when-failed',
      'writes error of the job as failure',
      (job) => ({ ...without(job, 'error'), failure: job['error'] }),
    ],
    ['list-when-failed', 'gives error of the job as a list', (job) => ({ ...job, error: [job['error']] })],
  ] as readonly (readonly [string, string, Change])[]
).map(([word, does, change]) =>
  defect(`data-error-${word}`, `${does} in the webhook of a failed job`, polled, dataOf('failed', change), [
    'errors.job-level-in-webhook',
  ]),
);

export const webhookDataMemberDefects: readonly Defect[] = [...everyJob, ...nulls, ...errors];
