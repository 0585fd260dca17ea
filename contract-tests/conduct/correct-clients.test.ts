/** Clients that do everything right: the judge has nothing to say against them, however much of their journal it gets to see. */
import { expect, test } from 'vitest';
import { complaintsOf, judgedBy } from './clients/complaints.case.ts';
import { meetsFaults, streamsAndListens } from './clients/correct.case.ts';
import { lawfulClients } from './clients/lawful.case.ts';
import { cardOf, journalOf } from './clients/stage.case.ts';

const clients = [
  { ...meetsFaults, least: 26 },
  { ...streamsAndListens, least: 26 },
];

test.each(clients)('$name: nothing is held against it', async ({ options, play, least }) => {
  const card = cardOf(await journalOf(options, play));
  expect(complaintsOf(card)).toEqual([]);
  expect(judgedBy(card).length, judgedBy(card).join(' ')).toBeGreaterThanOrEqual(least);
});

test.each(clients)('$name: nor while it runs, nor where the beginning was forgotten', async ({ options, play }) => {
  const entries = await journalOf(options, play);
  for (let cut = 0; cut <= entries.length; cut++) {
    const soFar = cardOf(entries.slice(0, cut), { running: true });
    const rest = cardOf(entries.slice(cut), { forgotten: cut });
    expect([...complaintsOf(soFar), ...complaintsOf(rest)], `cut at ${cut}`).toEqual([]);
  }
});

test.each(clients)('$name: nor on a clock that stands, or goes another way', async ({ options, play }) => {
  const entries = await journalOf(options, play);
  for (const clock of ['manual', '60x', '0.1x', undefined]) {
    expect(complaintsOf(cardOf(entries, { ...(clock !== undefined && { clock }) }))).toEqual([]);
  }
});

const seeds = Array.from({ length: 6 }, (_, at) => at + 1);

test.each(clients.flatMap((client) => seeds.map((seed) => ({ ...client, seed }))))(
  '$name: nor where the mock behaves otherwise, drawn from seed $seed',
  async ({ options, play, seed }) => {
    // What the client reads of an error is where it is by default.
    const choices = { 'error-body': 'nested', 'session-funds': 'create-and-connect' } as const;
    const entries = await journalOf({ ...options, choices, variants: 'shuffle', seed }, play);
    expect(complaintsOf(cardOf(entries))).toEqual([]);
  },
);

test.each(lawfulClients)('nothing is held against a client that $name', async ({ options = {}, play }) => {
  expect(complaintsOf(cardOf(await journalOf(options, play)))).toEqual([]);
});
