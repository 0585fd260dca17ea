/** Runs checks on a mock that stands for a deployment, for tests of drift: no control, and a clock that is moved underneath. */
import type { GapChoices } from '../../spec/gaps.ts';
import { magicPrefix } from '../../spec/magic.ts';
import type { Check } from '../check.ts';
import { allChecks } from '../checks.ts';
import type { Side } from '../drift.ts';
import { runChecks } from '../runner.ts';
import { type MockOptions, type Ports, openMockTarget } from '../targets/mock.ts';
import { RecordedRun } from './recording.ts';
import type { Trying } from './trials.ts';

export type Server = { readonly choices?: Partial<GapChoices>; readonly ports?: Ports; readonly options?: MockOptions };

export const recorded = async (
  checks: readonly Check[],
  { choices, ports = {}, options }: Server = {},
): Promise<Side> => {
  const { target, mock, close } = await openMockTarget(
    { seed: 1, balance: 10_000, onFailure: () => undefined, ...options, ...(choices && { choices }) },
    ports,
  );
  const second = await target.control?.createAccount({ balanceUsd: 1_000 });
  const failing = { ...target.inputs.face, name: `${magicPrefix}face_not_detected-${target.inputs.face.name}` };
  const inputs = { ...target.inputs, face_not_detected: failing };
  const seen = { ...target, control: undefined, secondKey: second?.key, inputs };
  const time = {
    now: () => mock.clock.now().getTime(),
    pass: async (seconds: number) => void (await mock.clock.advance({ seconds })),
  };
  const run = new RecordedRun(seen, { seed: 1, profile: 'standard', effort: 0.2, time });
  try {
    const { outcomes, broken } = await runChecks(run, checks);
    if (broken.length > 0) throw new Error(broken.map(({ message }) => message).join('; '));
    return { outcomes, observed: run.observed, recording: run.recording() };
  } finally {
    await run.close();
    await close();
  }
};

/** What is found out by trying is tried on such mocks. */
export const trying = (choices: Partial<GapChoices> = {}): Trying => ({
  choices,
  tryOut: async (checks, more) => (await recorded(checks, { choices: more })).recording,
});

/** Throws where there is none of that name. */
export const checksNamed = (...ids: readonly string[]): readonly Check[] =>
  ids.map((id) => {
    const check = allChecks.find((one) => one.id === id);
    if (check === undefined) throw new Error(`there is no check ${id}`);
    return check;
  });

/** Few that meet most operations, refusals, a socket and webhooks. */
export const few = checksNamed(
  'conventions.paths-under-base-url',
  'job.status-enum',
  'job.failed-charged-usd-present',
  'webhook.failed-sent',
  'voice-socket.format-unprompted',
  'idempotency.same-job-after-the-job-has-ended',
  'full-live-swap.no-stop-endpoint',
);

/** And what shows most points that the document leaves open. */
export const handful = [
  ...few,
  ...checksNamed(
    'access.bearer-required',
    'errors.invalid-input-for-open-points',
    'job.output-url-signed',
    'usage.from-parameter',
    'results.downloadable',
  ),
];
