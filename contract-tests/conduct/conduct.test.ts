/** The judge of clients, held against clients that are broken on purpose: each is caught for its clause, and for no other. */
import { expect, test } from 'vitest';
import { clauseList } from '../../spec/clauses.ts';
import { brokenJobs } from './clients/broken-jobs.case.ts';
import { brokenRefusals } from './clients/broken-refusals.case.ts';
import { brokenRequests } from './clients/broken-requests.case.ts';
import { brokenStreams } from './clients/broken-streams.case.ts';
import { cardOf, journalOf } from './clients/stage.case.ts';
import { notObservable } from './not-observable.ts';
import { conductRules } from './rules.ts';
import type { Scorecard } from './scorecard.ts';

const broken = [...brokenRequests, ...brokenJobs, ...brokenRefusals, ...brokenStreams];

/** Rules that have caught somebody. */
const caught = new Set<string>();

const lapsed = ({ rules }: Scorecard) => rules.filter(({ lapses }) => lapses.length > 0);

test.each(broken)('a client that $name is caught for $clause', async ({ clause, also = [], options = {}, play }) => {
  const card = cardOf(await journalOf(options, play));
  const blamed = new Set(lapsed(card).map(({ clauses }) => clauses[0]));
  expect([...blamed].toSorted(), JSON.stringify(lapsed(card), undefined, 1)).toEqual([clause, ...also].toSorted());
  for (const { lapses } of lapsed(card)) {
    for (const { entries } of lapses) expect(entries.length).toBeGreaterThan(0);
  }
  for (const { id } of lapsed(card)) caught.add(id);
  const shown = new Set(card.evidence.map(({ seq }) => seq));
  expect(
    lapsed(card)
      .flatMap(({ lapses }) => lapses.flatMap(({ entries }) => entries))
      .filter((seq) => !shown.has(seq)),
  ).toEqual([]);
});

test.each([
  [
    'a field that its endpoint does not have is passed over, and warned of (F38)',
    'misspells a field',
    'inputs.known-fields',
  ],
  [
    'a key that comes again with another body is answered, and warned of (F40)',
    'uses one Idempotency-Key for everything',
    'retries.one-key-one-order',
  ],
])('%s', async (_what, client, id) => {
  const { options = {}, play } = broken.find(({ name }) => name === client) ?? {
    play: () => Promise.reject(new Error(`no client ${client}`)),
  };
  const card = cardOf(await journalOf(options, play));
  expect(card.rules.find((rule) => rule.id === id)).toMatchObject({ verdict: 'warn', lapses: [{}] });
  const statuses = card.evidence.map((entry) => (entry.kind === 'request' ? entry.response?.status : undefined));
  expect(new Set(statuses.filter((status) => (status ?? 500) >= 300))).toEqual(new Set());
});

test('every clause of the client is judged by a rule, or says why it cannot be', () => {
  const judged = new Set(conductRules.map(({ clauses }) => clauses[0]));
  const own = clauseList.filter(({ side }) => side === 'client').map(({ id }) => id);
  const reasons = Object.keys(notObservable);
  expect(own.filter((id) => !judged.has(id) && notObservable[id] === undefined)).toEqual([]);
  expect(reasons.filter((id) => judged.has(id as (typeof own)[number]))).toEqual([]);
  expect(reasons.filter((id) => !own.some((clause) => clause === id))).toEqual([]);
});

test('every rule has caught one of them', () => {
  expect(conductRules.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
});

test('there are 52 rules, 72 broken clients, and five clauses that no journal shows', () => {
  const reasons = Object.keys(notObservable).length;
  expect({ rules: conductRules.length, broken: broken.length, reasons }).toEqual({ rules: 52, broken: 72, reasons: 5 });
});
