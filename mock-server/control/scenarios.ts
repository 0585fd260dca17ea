/** The stories of a mock, for the control API: which there are, which one is played, how it stands, and another one from its beginning. */
import { Type } from 'typebox';
import type { Refused } from '../domain/refusal.ts';
import type { NewAccount } from './accounts.ts';

export type ScenarioList = {
  /** The one that is played; null where none is. */
  readonly playing: string | null;
  readonly scenarios: readonly { readonly name: string; readonly title: string; readonly about: string }[];
};

export type StartedScenario = {
  readonly name: string;
  readonly title: string;
  readonly accounts: { readonly [name: string]: NewAccount };
};

/** Handed in: what stories are, `control` does not know. */
export type Scenarios<Verdict> = {
  readonly list: () => Promise<ScenarioList>;
  /** By the name of one that comes with the package, or the whole of one's own, with what it is called; the mock begins anew. */
  readonly start: (wanted: { readonly name?: string; readonly story?: unknown }) => Promise<StartedScenario | Refused>;
  /** The mock begins anew without one. */
  readonly end: () => Promise<{ readonly playing: null } | Refused>;
  /** What its `then` says of all that has happened. */
  readonly verdict: () => Promise<Verdict | Refused>;
};

export type ScenarioControl = {
  /** The stories that there are, and which one is played. */
  readonly scenarios: () => Promise<ScenarioList>;
  /** Begins anew with another story. */
  readonly startScenario: Scenarios<unknown>['start'];
  /** Begins anew without a story. */
  readonly endScenario: Scenarios<unknown>['end'];
  /** Whether what the story says of its end holds by now. */
  readonly scenarioVerdict: () => Promise<unknown>;
};

export const scenarioControl = ({ list, start, end, verdict }: Scenarios<unknown>): ScenarioControl => ({
  scenarios: list,
  startScenario: start,
  endScenario: end,
  scenarioVerdict: verdict,
});

export const StartScenarioBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
    ),
    story: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false, minProperties: 1 },
);
