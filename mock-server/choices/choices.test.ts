/** Every gap that a request can meet, under each of its values: one row a value, and what a client sees. */
import { expect, test } from 'vitest';
import { type GapChoices, type WireGapId, defaultChoices, wireGaps } from '../../spec/gaps.ts';
import { answers } from './answers.case.ts';
import { openClient } from './client.case.ts';
import { errors } from './errors.case.ts';
import { jobs } from './jobs.case.ts';
import { money } from './money.case.ts';
import { outputs } from './outputs.case.ts';
import { rateLimit } from './rate-limit.case.ts';
import { requests } from './requests.case.ts';
import type { AnyRow } from './row.case.ts';
import { sessions } from './sessions.case.ts';
import { sockets } from './sockets.case.ts';
import { submits } from './submits.case.ts';
import { uploads } from './uploads.case.ts';
import { usage } from './usage.case.ts';
import { validation } from './validation.case.ts';
import { webhooks } from './webhooks.case.ts';

const rows: { readonly [id in WireGapId]?: AnyRow } = {
  ...answers,
  ...requests,
  ...validation,
  ...submits,
  ...uploads,
  ...jobs,
  ...outputs,
  ...money,
  ...usage,
  ...sessions,
  ...sockets,
  ...errors,
  ...rateLimit,
  ...webhooks,
};

const cases = Object.entries(rows).flatMap(([id, { options, look, sees }]) =>
  Object.entries(sees).map(([value, seen]) => ({ id, value, options, look, seen })),
);

test('every gap on the wire has a row for each of its values', () => {
  expect(Object.keys(wireGaps).filter((id) => !(id in rows))).toEqual([]);
  for (const [id, { sees }] of Object.entries(rows)) {
    expect(Object.keys(sees).sort(), id).toEqual(Object.keys(wireGaps[id as WireGapId].values).sort());
  }
});

test.each(cases)('$id=$value', async ({ id, value, options, look, seen }) => {
  const client = await openClient({ [id]: value }, options);
  expect(await look(client)).toEqual(seen);
  await client.close();
});

test.each([
  ['a gap that is not in the register', { 'error-bodies': 'flat' }, 'there is no gap error-bodies'],
  [
    'a value that its gap does not have',
    { 'error-body': 'xml' },
    'must be one of nested, flat, problem, list, got xml',
  ],
  ['a value that is no text', { 'error-body': undefined }, 'got undefined'],
])('%s makes no mock', async (_what, choices, message) => {
  await expect(openClient(choices as Partial<GapChoices>)).rejects.toThrow(message);
});

test('without a choice a mock behaves by the default of each gap', async () => {
  for (const { id, value, options, look, seen } of cases) {
    if (defaultChoices[id as keyof GapChoices] !== value) continue;
    const client = await openClient({}, options);
    expect(await look(client), id).toEqual(seen);
    await client.close();
  }
});
