import { expect, test } from 'vitest';
import { jobStatuses } from '../../spec/vocabulary.ts';
import { type Job, type JobState, hasEnded, mayMove } from './job.ts';

test.each([
  ['queued', 'queued', false],
  ['queued', 'processing', true],
  ['queued', 'succeeded', true],
  ['queued', 'failed', true],
  ['processing', 'queued', false],
  ['processing', 'processing', false],
  ['processing', 'succeeded', true],
  ['processing', 'failed', true],
  ['succeeded', 'queued', false],
  ['succeeded', 'processing', false],
  ['succeeded', 'succeeded', false],
  ['succeeded', 'failed', false],
  ['failed', 'queued', false],
  ['failed', 'processing', false],
  ['failed', 'succeeded', false],
  ['failed', 'failed', false],
] as const)('a job that is %s may become %s: %s', (from, to, may) => {
  expect(mayMove(from, to)).toBe(may);
});

test('a job has ended when and only when no state may follow', () => {
  const states: readonly JobState[] = [
    { status: 'queued' },
    { status: 'processing' },
    { status: 'succeeded', at: 1 },
    { status: 'failed', at: 1, code: 'processing_failed', reason: 'render_failed' },
  ];
  for (const state of states) {
    expect(hasEnded({ ...queued, state })).toBe(!jobStatuses.some((to) => mayMove(state.status, to)));
  }
});

const queued: Job = {
  id: 'job_a1_x',
  endpoint: 'avatar',
  feature: 'avatar',
  priceMicros: 1,
  paid: 'on completion',
  plan: { startMs: 1, durationMs: 1, ending: { status: 'succeeded' }, result: { kind: 'video', seed: 1 } },
  submittedAt: 0,
  state: { status: 'queued' },
};
