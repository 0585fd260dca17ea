/** Whatever a service chooses where the document leaves it open, what the document promises holds. */
import * as fc from 'fast-check';
import { test } from 'vitest';
import { type GapChoices, defaultChoices, wireGaps } from '../../spec/gaps.ts';
import { openClient } from './client.case.ts';
import { driveMainJob } from './main-job.case.ts';

const drive = async (chosen: Partial<GapChoices>): Promise<void> => {
  const choices = { ...defaultChoices, ...chosen };
  // Limited, so that the headers of the rate are there, and never reached.
  const client = await openClient(choices, { rateLimit: 1_000 });
  try {
    await driveMainJob(client, choices);
  } finally {
    await client.close();
  }
};

/** A gap that is left out keeps its default, so that a counterexample names only what matters. */
const anyChoices = fc.record(
  Object.fromEntries(Object.entries(wireGaps).map(([id, { values }]) => [id, fc.constantFrom(...Object.keys(values))])),
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<GapChoices>>;

test('the main job with our own choices', () => drive({}));

test('the main job with any combination of lawful choices', { timeout: 60_000 }, () =>
  fc.assert(fc.asyncProperty(anyChoices, drive), { numRuns: 30 }),
);
