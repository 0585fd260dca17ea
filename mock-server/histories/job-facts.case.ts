/** J1, J2, J3 and I1: how jobs went on in the eyes of those who asked, what became of them, and that each key stands for one. */
import { jobErrors } from '../../spec/errors.ts';
import { at } from '../choices/client.case.ts';
import type { Ending } from './end.case.ts';
import { expectFact } from './fact.case.ts';
import { isSame, withoutSignature } from './shown-job.case.ts';
import type { Person, Stage } from './stage.case.ts';

export const expectJobs = (stage: Stage, ending: Ending): void => {
  expectPolls(stage, ending);
  for (const person of stage.people) {
    expectKeys(stage, person);
    expectAcknowledged(stage, person, ending);
  }
  for (const { after } of ending.polled.values()) expectEnd(after);
};

/** One job for each Idempotency-Key, whatever was repeated, lost or sent at the same time. */
const expectKeys = ({ submits, mock: { choices } }: Stage, { who }: Person): void => {
  const known = new Map<string, Set<string>>();
  for (const { who: owner, key, path, ids } of submits) {
    if (owner !== who || key === undefined) continue;
    const name = choices['idempotency-scope'] === 'endpoint' ? `${path} ${key}` : key;
    const among = known.get(name) ?? new Set();
    for (const id of ids) among.add(id);
    known.set(name, among);
  }
  for (const [key, ids] of known) expectFact('I1', ids.size <= 1, `${key} stands for ${[...ids].join(', ')}`);
};

/** Each job is one that its owner was told of, or whose answer was lost on its way: a submit that was refused has made none. */
const expectAcknowledged = ({ submits }: Stage, { who, accountId }: Person, { jobs }: Ending): void => {
  const mine = submits.filter((sent) => sent.who === who);
  const told = new Set(mine.flatMap(({ ids }) => ids));
  const lost = mine.filter(({ key }) => key === undefined).reduce((sum, { unread }) => sum + unread, 0);
  const made = jobs.filter((job) => job.account_id === accountId).map(({ id }) => id);
  expectFact(
    'I1/I3',
    [...told].every((id) => made.includes(id)),
    'a job that was acknowledged is not there',
  );
  expectFact(
    'I1/L8',
    made.length - told.size <= lost,
    `${made.length} jobs were made, ${told.size} acknowledged, and ${lost} answers lost`,
  );
};

const order = ['queued', 'processing', 'succeeded', 'failed'];

/** Nobody else sees a job, and its owner never sees it go back or change after its end. */
const expectPolls = ({ calls, people }: Stage, { jobs }: Ending): void => {
  const owners = new Map(jobs.map(({ id, account_id: accountId }) => [id, accountId]));
  const known = new Map<string, unknown>();
  for (const { who, method, path, seen } of calls) {
    const [, id = ''] = /^\/jobs\/([^/?]+)$/.exec(path) ?? [];
    if (method !== 'GET' || seen?.body === undefined || seen.status >= 300) continue;
    const owner = owners.get(id);
    if (owner === undefined) continue;
    expectFact('J3', owner === people[who].accountId, `job ${id} of ${owner} was shown to ${people[who].accountId}`);
    const before = known.get(id);
    known.set(id, seen.body);
    if (before === undefined) continue;
    const [was, is] = [String(at(before, 'status')), String(at(seen.body, 'status'))];
    expectFact('J1', order.indexOf(is) >= order.indexOf(was), `job ${id} was ${was}, and is ${is}`);
    const isOver = was === 'succeeded' || was === 'failed';
    expectFact(
      'J1',
      !isOver || isSame(withoutSignature(before), withoutSignature(seen.body)),
      `job ${id} was over as ${JSON.stringify(before)}, and is ${JSON.stringify(seen.body)}`,
    );
  }
};

const expectEnd = (job: unknown): void => {
  const shown = JSON.stringify(job);
  const [status, link, error] = ['status', 'output_url', 'error'].map((name) => at(job, name));
  expectFact('J1', status === 'succeeded' || status === 'failed', `a job has no end: ${shown}`);
  const fits =
    status === 'succeeded'
      ? typeof link === 'string' && link !== '' && (error ?? null) === null
      : Object.hasOwn(jobErrors, String(at(error, 'code')));
  expectFact('J2', fits, `a job ended as ${shown}`);
};
