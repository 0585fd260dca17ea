/** The end of a history: everything is let come to its end, and looked at once more. */
import { createHash } from 'node:crypto';
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import { at } from '../choices/client.case.ts';
import type { JobView } from '../control/jobs.ts';
import type { DeliveryView } from '../control/delivery-view.ts';
import { expectFact } from './fact.case.ts';
import { type Call, type Person, type Stage, textIn } from './stage.case.ts';
import { noteAnswer } from './submit.case.ts';

export type Ending = {
  /** Each job as it is polled, before and after the last of its deliveries was given up. */
  readonly polled: ReadonlyMap<string, { readonly before: unknown; readonly after: unknown }>;
  readonly jobs: readonly JobView[];
  readonly deliveries: readonly DeliveryView[];
  readonly money: readonly [Money, Money];
  readonly journal: readonly JournalEntry[];
};

/** Bodies as they came. */
export type Money = { readonly balance: unknown; readonly usage: readonly unknown[]; readonly summary: unknown };

export const bringToEnd = async (stage: Stage): Promise<Ending> => {
  const { mock, people } = stage;
  const { control } = mock;
  await control.clearFaults();
  await control.setCapacity({
    tiers: { pro: true, standard: true },
    voice: 'ready',
    capabilities: { avatar: true },
    saturated: false,
  });
  for (const { streams } of people) for (const stream of streams) await stream.hangUp('close');
  await stage.settle();
  await repeatKeys(stage);
  for (const { id, status } of await control.jobs({ limit: 1_000 })) {
    if (status === 'queued' || status === 'processing') await control.finishJob(id);
  }
  await stage.settle();

  const jobs = await control.jobs({ limit: 1_000 });
  const before = await pollAll(stage, jobs);
  await mock.clock.advance({ seconds: longerThanAnything });
  await stage.settle();
  const after = await pollAll(stage, jobs);
  const polled = new Map(jobs.map(({ id }) => [id, { before: before.get(id), after: after.get(id) }]));
  const money: [Money, Money] = [await moneyOf(stage, people[0]), await moneyOf(stage, people[1])];
  return {
    polled,
    jobs,
    deliveries: await control.deliveries({ limit: 1_000 }),
    money,
    journal: stage.journal(),
  };
};

/** Ladders, delays, hard stops and tokens are over by then. */
const longerThanAnything = 3_600;

/** Who did not hear of a job asks for it by its key: the same submit, and now nothing stands in its way. */
const repeatKeys = async (stage: Stage): Promise<void> => {
  const seen = new Set<string>();
  for (const sent of stage.submits.slice()) {
    const name = `${sent.who}/${sent.key}/${sent.path}`;
    if (sent.key === undefined || seen.has(name)) continue;
    seen.add(name);
    const { body, key, path } = sent;
    const person = stage.people[sent.who];
    const call = await surely(stage, person, 'POST', path, { body, headers: { 'idempotency-key': key } });
    const repeat = { ...sent, ids: [], unread: 0 };
    noteAnswer(person, repeat, call);
    stage.submits.push(repeat);
  }
};

const pollAll = async (stage: Stage, jobs: readonly JobView[]): Promise<Map<string, unknown>> => {
  const polled = new Map<string, unknown>();
  for (const { id, account_id: accountId, endpoint } of jobs) {
    const person = stage.people.find((one) => one.accountId === accountId);
    if (person === undefined) throw new Error(`job ${id} is of an unknown account`);
    const call = await surely(stage, person, 'GET', `/jobs/${id}`);
    expectFact('J3', isSuccess(call.seen?.status), `GET of job ${id} by its owner was answered ${call.seen?.status}`);
    const file = quickOnes.has(endpoint) ? await fileOf(stage, person, call) : undefined;
    polled.set(id, { ...(call.seen?.body as object), ...(file !== undefined && { file }) });
  }
  return polled;
};

/** Any 2xx: which one is the gap `read-status`. */
const isSuccess = (status = 0): boolean => status >= 200 && status < 300;

/** Results that take no time to be made. */
const quickOnes: ReadonlySet<string> = new Set(['face-swap-image', 'voice-clone']);

/** A digest of the result; undefined where it cannot be had, as a link that is too old. */
const fileOf = async (stage: Stage, person: Person, polled: Call): Promise<string | undefined> => {
  const link = textIn(polled, 'output_url');
  if (link === '') return undefined;
  const { seen } = await stage.call(person, 'GET', link);
  return seen?.status === 200 ? createHash('sha256').update(seen.text, 'latin1').digest('hex') : undefined;
};

const moneyOf = async (stage: Stage, person: Person): Promise<Money> => {
  const usage = (await surely(stage, person, 'GET', '/usage?limit=500')).seen?.body;
  expectFact('L9', Array.isArray(usage), `the usage log is ${JSON.stringify(usage)}`);
  return {
    balance: (await surely(stage, person, 'GET', '/balance')).seen?.body,
    usage: usage as unknown[],
    summary: (await surely(stage, person, 'GET', '/usage/summary')).seen?.body,
  };
};

/** Waits where the request comes too fast. */
const surely = async (
  stage: Stage,
  person: Person,
  method: string,
  path: string,
  more: Parameters<Stage['call']>[3] = {},
): Promise<Call> => {
  const call = await stage.call(person, method, path, more);
  if (call.seen?.status !== 429 || !call.seen.text.includes('rate_limited')) return call;
  await stage.mock.clock.advance({ seconds: 61 });
  await stage.settle();
  return stage.call(person, method, path, more);
};

/** A sum of money in a body, in micro-USD. */
export const microsAt = (body: unknown, name: string): number => Math.round(Number(at(body, name)) * 1e6);
