/** Acknowledgements that say something else of the job than it is, or lead elsewhere. */
import type { OperationId } from '../../spec/operations.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { clauseNamed } from '../clause-named.ts';
import { jobCalls } from '../job-calls.ts';
import type { Defect } from './defect.ts';
import { presenting } from './ports.ts';

type Members = { readonly [name: string]: unknown };

const submits = Object.values(jobCalls).map(({ operation }) => operation) as OperationId[];
const queuedBy = jobEndpoints.map((endpoint) => clauseNamed(`endpoints.${endpoint}.queued-acknowledgement`));

const acknowledging = (change: (body: Members) => Members) => presenting(submits, change);

/** Addresses that a client cannot poll: checks that need a job have none then. */
const addresses: readonly (readonly [string, string, (id: string) => string])[] = [
  ['of-another-host', 'the address of another host', (id) => `https://jobs.example.com/api/v1/jobs/${id}`],
  ['without-version', 'a path without the version', (id) => `/jobs/${id}`],
  ['relative', 'a path without its first slash', (id) => `jobs/${id}`],
  ['with-slash', 'a path with a slash at its end', (id) => `/api/v1/jobs/${id}/`],
  ['with-query', 'a path with a query', (id) => `/api/v1/jobs/${id}?wait=true`],
  ['of-version-two', 'a path in version 2', (id) => `/api/v2/jobs/${id}`],
  ['singular', 'a path of another route', (id) => `/api/v1/job/${id}`],
  ['of-another-job', 'the path of another job', () => '/api/v1/jobs/job_1'],
  ['with-a-template', 'the template of the path', () => '/api/v1/jobs/{job_id}'],
  ['empty', 'an empty text', () => ''],
];

export const acknowledgementDefects: readonly Defect[] = [
  {
    id: 'acknowledgement.status-processing',
    does: 'acknowledges a submit as processing',
    clause: 'states.job.submit-to-queued',
    also: queuedBy,
    ports: acknowledging((body) => ({ ...body, status: 'processing' })),
  },
  {
    id: 'acknowledgement.status-accepted',
    does: 'acknowledges a submit as accepted, which is no status',
    clause: 'states.job.submit-to-queued',
    also: queuedBy,
    ports: acknowledging((body) => ({ ...body, status: 'accepted' })),
  },
  {
    id: 'acknowledgement.status-in-capitals',
    does: 'acknowledges a submit as QUEUED',
    clause: 'states.job.submit-to-queued',
    also: queuedBy,
    ports: acknowledging((body) => ({ ...body, status: 'QUEUED' })),
  },
  ...jobEndpoints.map((endpoint): Defect => ({
    id: `acknowledgement.${endpoint}-processing`,
    does: `acknowledges a ${endpoint}, and nothing else, as processing`,
    clause: clauseNamed(`endpoints.${endpoint}.queued-acknowledgement`),
    also: ['states.job.submit-to-queued'],
    ports: presenting([jobCalls[endpoint].operation], (body) => ({ ...body, status: 'processing' })),
  })),
  {
    id: 'acknowledgement.in-an-envelope',
    does: 'acknowledges a submit in an envelope',
    clause: 'endpoints.face-swap.queued-acknowledgement',
    also: [
      ...queuedBy,
      'states.job.submit-to-queued',
      'resources.acknowledgement.id-present',
      'resources.acknowledgement.status-present',
      'resources.acknowledgement.status-url-present',
    ],
    ports: acknowledging((body) => ({ data: body })),
  },
  ...addresses.map(([word, says, address]): Defect => ({
    id: `acknowledgement.status-url-${word}`,
    does: `gives ${says} as status_url`,
    clause: 'resources.acknowledgement.status-url-form',
    also: ['versioning.status-url-follows-route', 'versioning.version-one'],
    ports: acknowledging((body) => ({ ...body, status_url: address(String(body['id'])) })),
  })),
  {
    id: 'acknowledgement.status-url-absolute',
    does: 'gives the whole address of the job as status_url',
    clause: 'resources.acknowledgement.status-url-form',
    ports: presenting(submits, (body, { headers }) => ({
      ...body,
      status_url: `http://${headers['host'] ?? 'localhost'}${String(body['status_url'])}`,
    })),
  },
  {
    id: 'acknowledgement.status-url-of-avatar',
    does: 'gives another path as status_url of an avatar, and of nothing else',
    clause: 'resources.acknowledgement.status-url-form',
    ports: presenting(['submitAvatar'], (body) => ({ ...body, status_url: `/api/v1/avatar/${String(body['id'])}` })),
  },
  {
    id: 'acknowledgement.id-differs-from-url',
    does: 'gives an id that is not the one in status_url',
    clause: 'resources.acknowledgement.status-url-form',
    also: ['resources.job.id-as-acknowledged'],
    ports: acknowledging((body) => ({ ...body, id: `ack_${String(body['id'])}` })),
  },
];
