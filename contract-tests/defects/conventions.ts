/** Addresses and bodies: operations that are not where they should be, answers that are no JSON, a version that is another. */
import { type OperationId, operations } from '../../spec/operations.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

const pathDefects: readonly Defect[] = (Object.keys(operations) as OperationId[]).flatMap((id): Defect[] => [
  {
    id: `access.path-moved-${id.toLowerCase()}`,
    does: `has ${id} at another path`,
    clause: 'conventions.paths-under-base-url',
    ports: () => ({
      present: (next) => (answer, question) =>
        question.operation === id
          ? next(
              { ...answer, status: 404, body: { error: { code: 'not_found', message: 'Nothing is here.' } } },
              question,
            )
          : next(answer, question),
    }),
  },
  {
    id: `shapes.not-json-${id.toLowerCase()}`,
    does: `answers ${id} with a page`,
    clause: 'conventions.response-json',
    ports: () => ({
      present: (next) => (answer, question) =>
        question.operation === id && question.refused === undefined
          ? next(
              { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' }, text: '<p>Done.</p>' },
              question,
            )
          : next(answer, question),
    }),
  },
]);

const jsonDefects: readonly Defect[] = [
  {
    id: 'shapes.json-as-text',
    does: 'sends JSON as plain text',
    clause: 'conventions.response-json',
    ports: () => ({
      present: (next) => (answer, question) =>
        next({ ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } }, question),
    }),
  },
  {
    id: 'shapes.json-broken-off',
    does: 'leaves the last bracket out of the balance',
    clause: 'conventions.response-json',
    ports: () => ({
      present: (next) => (answer, question) =>
        question.operation === 'getBalance' && question.refused === undefined
          ? next({ ...answer, text: JSON.stringify(answer.body).slice(0, -1) }, question)
          : next(answer, question),
    }),
  },
  {
    id: 'shapes.errors-as-pages',
    does: 'answers errors with a page',
    clause: 'conventions.response-json',
    ports: () => ({
      present: (next) => (answer, question) =>
        question.refused === undefined
          ? next(answer, question)
          : next(
              { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' }, text: '<h1>Error</h1>' },
              question,
            ),
    }),
  },
  {
    id: 'shapes.errors-as-text',
    does: 'answers a missing key in plain text',
    clause: 'conventions.response-json',
    ports: () => ({
      present: (next) => (answer, question) =>
        question.refused === 'unauthorized'
          ? next(
              { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' }, text: 'Unauthorized' },
              question,
            )
          : next(answer, question),
    }),
  },
];

const versionDefects: readonly Defect[] = [
  {
    id: 'acknowledgement.status-url-nowhere',
    does: 'gives a status_url at which there is nothing',
    clause: 'versioning.status-url-follows-route',
    ports: () => statusUrls((url) => url.replace('/jobs/', '/job/')),
  },
  {
    id: 'acknowledgement.status-url-of-next-version',
    does: 'gives a status_url of version 2',
    clause: 'versioning.version-one',
    also: ['versioning.status-url-follows-route'],
    ports: () => statusUrls((url) => url.replace('/v1/', '/v2/')),
  },
  {
    id: 'acknowledgement.status-url-of-first-job',
    does: 'gives every job the status_url of the first',
    clause: 'versioning.status-url-follows-route',
    ports: () => {
      let first: string | undefined;
      return statusUrls((url) => (first ??= url));
    },
  },
];

const moveDefects: readonly Defect[] = (
  [
    ['version-two', 'of version 2', 'versioning.version-one', '/api/v2/pricing'],
    ['no-version', 'without a version, which a header is to tell', 'versioning.version-in-path', '/api/pricing'],
    ['version-first', 'with the version before /api', 'versioning.version-in-path', '/v1/api/pricing'],
  ] as const
).map(([word, says, clause, location]): Defect => ({
  id: `access.pricing-moved-to-${word}`,
  does: `sends GET /pricing on to a path ${says}`,
  clause,
  also: ['authentication.pricing-public'],
  ports: () => ({
    present: (next) => (answer, question) =>
      question.operation === 'getPricing'
        ? next({ ...answer, status: 308, headers: { ...answer.headers, location } }, question)
        : next(answer, question),
  }),
}));

function statusUrls(change: (url: string) => string): Ports {
  return {
    present: (next) => (answer, question) => {
      const { body } = answer;
      if (question.operation?.startsWith('submit') !== true || question.refused !== undefined || !isObject(body)) {
        return next(answer, question);
      }
      return next({ ...answer, body: { ...body, status_url: change(String(body['status_url'])) } }, question);
    },
  };
}

export const conventionDefects: readonly Defect[] = [...pathDefects, ...jsonDefects, ...versionDefects, ...moveDefects];
