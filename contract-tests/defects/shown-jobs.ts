/** Jobs that are shown with too little of their result, under another id, or not at all. */
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import { jobCalls } from '../job-calls.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { firstSeen } from './memory.ts';
import { type Members, presenting, showingJobs } from './ports.ts';

/** Jobs of an endpoint that succeeded are shown otherwise. */
const succeeding =
  (endpoint: JobEndpoint, change: (job: Members) => unknown): (() => Ports) =>
  () => {
    const { operation } = jobCalls[endpoint];
    const ids = new Set<unknown>();
    // A job does not say what made it: its acknowledgement does.
    return presenting([operation, 'getJob'], (shown, asked) => {
      if (asked.operation === operation) ids.add(shown['id']);
      else if (ids.has(shown['id']) && shown['status'] === 'succeeded') return change(shown);
      return shown;
    })();
  };

/** Jobs that nobody finds. */
const losing = (isLost: (job: Members, now: number) => boolean): Ports => ({
  present: (next) => (answer, asked) => {
    const { body } = answer;
    if (asked.operation !== 'getJob' || !isObject(body) || !isLost(body, asked.now)) return next(answer, asked);
    return next({ ...answer, status: 404, body: { error: { code: 'not_found', message: 'no such job' } } }, asked);
  },
});

export const shownJobDefects: readonly Defect[] = [
  {
    id: 'lifecycle.another-id',
    does: 'shows a job under an id with a version behind it',
    clause: 'resources.job.id-as-acknowledged',
    ports: showingJobs((shown) => ({ ...shown, id: `${String(shown['id'])}.v1` })),
  },
  {
    id: 'lifecycle.id-in-capitals',
    does: 'shows the ids of jobs in capitals',
    clause: 'resources.job.id-as-acknowledged',
    ports: showingJobs((shown) => ({ ...shown, id: String(shown['id']).toUpperCase() })),
  },
  {
    id: 'lifecycle.lost-after-ten-minutes',
    does: 'does not know a job ten minutes after its end',
    clause: 'endpoints.jobs.returns-job',
    ports: () => {
      const ends = firstSeen();
      return losing(
        ({ status, id }, now) => (status === 'succeeded' || status === 'failed') && now - ends(id, now) > 600_000,
      );
    },
  },
  {
    id: 'lifecycle.lost-at-once',
    does: 'does not know a job before its render has begun',
    clause: 'endpoints.jobs.returns-job',
    ports: () => losing(({ status }) => status === 'queued'),
  },
  {
    id: 'lifecycle.result-comes-later',
    does: 'has no file behind output_url until a minute after a job has succeeded',
    clause: 'service.result-downloadable',
    also: ['states.job.succeeded-has-result'],
    ports: () => {
      const asks = firstSeen();
      return {
        serve: (next) => (asked) => {
          const { file, now } = asked;
          return file.kind === 'result' && now - asks(file.jobId, now) < 60_000
            ? Promise.resolve(new Response('not yet', { status: 404 }))
            : next(asked);
        },
      };
    },
  },
  ...(['output_url', 'charged_usd'] as const).map((name): Defect => ({
    id: `lifecycle.avatar-without-${name.replace('_', '-')}`,
    does: `gives null as ${name} of avatars that succeeded`,
    clause: name === 'output_url' ? 'resources.job.output-url-string' : 'resources.job.charged-usd-number',
    ports: succeeding('avatar', (shown) => ({ ...shown, [name]: null })),
  })),
  ...(['voice-clone', 'character-swap'] as const).map((endpoint): Defect => ({
    id: `lifecycle.${endpoint}-without-link`,
    does: `gives an empty output_url for every ${endpoint}`,
    clause: 'resources.job.output-url-present',
    also: ['states.job.succeeded-has-result', 'service.result-downloadable'],
    ports: succeeding(endpoint, (shown) => ({ ...shown, output_url: '' })),
  })),
];
