/** What `GET /explain/{id}` tells: gathers an account's events and journal for the explanation, and takes secrets out of it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Explanation } from '../../spec/schemas/explain.ts';
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import { type Subject, chargedIn, explain, findIn } from '../domain/explain/explain.ts';
import { type Refused, refuse } from '../domain/refusal.ts';
import type { Engine } from '../engine/engine.ts';
import type { Journal } from '../store/journal.ts';
import { ownerOf } from './owner.ts';

export type ExplainSources = {
  readonly engine: Engine;
  readonly journal: Pick<Journal, 'list' | 'redactor'>;
  readonly seed: number;
};

export const explainId = async (sources: ExplainSources, id: string): Promise<Explanation | Refused> => {
  const { engine, journal, seed } = sources;
  const account = await ownerOf(engine, chargedIn(id) ?? id);
  const found = account && findIn(account, id);
  if (account === undefined || found === undefined) return unknown(id);
  const subject: Subject = {
    account,
    past: await gathered(engine.history(account.id)),
    world: await gathered(engine.worldHistory()),
    entries: await entriesOf(journal, account.id),
    settings: engine.world.settings,
    seed,
    shownAddress: (url) => journal.redactor.address(url),
  };
  return withoutSecrets(explain(subject, id, found), (text) => journal.redactor.text(text));
};

const gathered = async <T>(events: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const event of events) {
    all.push(event);
    // Others are answered meanwhile.
    if (all.length % turnLength === 0) await nextTurn();
  }
  return all;
};

const entriesOf = async (journal: Pick<Journal, 'list'>, accountId: string): Promise<JournalEntry[]> => {
  const all: JournalEntry[] = [];
  let since = 0;
  for (;;) {
    const { entries, next } = journal.list({ accountId, since, limit: pageLength });
    all.push(...entries);
    if (entries.length < pageLength) return all;
    since = next;
    await nextTurn();
  }
};

const turnLength = 10_000;
const pageLength = 200;

const unknown = (id: string): Refused =>
  refuse(
    'not_found',
    `nothing here has the id ${JSON.stringify(id.slice(0, 80))}. An id looks like job_a1_7rk2m9x4c3pt (a job), sess_a1_… (a session), ` +
      'dlv_a1_… (a webhook) or use_job_a1_… (a usage record). understudy journal and GET /usage show those that there are; ' +
      'a reset forgets them all',
  );

/** Whatever stands in it as text. */
const withoutSecrets = <T>(value: T, clean: (text: string) => string): T => {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return clean(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value) as T;
};
