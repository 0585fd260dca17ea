/** Where a request goes: to its operation, or, on purpose, to none. */
import { type Operation, operations } from '../../../spec/operations.ts';
import type { Known } from '../known.ts';
import type { SentRequest } from '../../wire/exchange.ts';
import { type Deviation, type Sent, keyIn } from './deviation.ts';

/** Whether it is sent where it says. A job is polled at whatever address the target gave. */
export const isOf = ({ id, request: { method, url }, known }: Sent): boolean =>
  method === operations[id].method && (id === 'getJob' || pathIn(url, known) === operations[id].path);

/** The job that is asked for by its id; undefined where an address of the target is used. */
const jobIn = ({ id, request, known }: Sent): string | undefined => {
  const [, jobId] = /^\/jobs\/([^/]+)$/.exec(pathIn(request.url, known) ?? '') ?? [];
  return id === 'getJob' && jobId !== undefined ? decodeURIComponent(jobId) : undefined;
};

/** What a poll by an id is told to be. What the target itself says of its jobs is not relied on: an unlabelled poll may be any of these. */
export const pollLabels = (sent: Sent): readonly Deviation[] => {
  const jobId = jobIn(sent);
  if (jobId === undefined) return [];
  const isForeign = sent.known.isForeignJob(jobId, keyIn(sent.request) ?? '');
  if (isForeign === undefined) return [['unknown-job']];
  return isForeign ? [['foreign-job']] : [];
};

/** Of what is no operation: a download, or a route that there is not. */
export const strayDeviations = ({ method, url }: SentRequest, known: Known): readonly Deviation[] => {
  const path = pathIn(url, known);
  const isOne = Object.values(operations).some(
    (one: Operation) =>
      one.method === method && new RegExp(`^${one.path.replace('{job_id}', '[^/]+')}$`).test(path ?? ''),
  );
  if (isOne) return [];
  return method === 'GET' ? [] : [['unknown-route']];
};

const pathIn = (url: string, { baseUrl }: Known): string | undefined =>
  url.startsWith(baseUrl) ? url.slice(baseUrl.length).split('?', 1)[0] : undefined;
