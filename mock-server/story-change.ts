/** Another story for a mock that runs, or none: what a story gives goes before what the mock was made with. */
import type { GapChoices } from '../spec/gaps.ts';
import { type Refused, refuse } from './domain/refusal.ts';
import { type MockOptions, type Told, withDefaults } from './options.ts';
import type { Story } from './story.ts';

export type Beginning = {
  /** What the mock was made with. */
  readonly options: MockOptions;
  /** The story among that, which may stand there twice: as it is, and as what it gives. */
  readonly first: Story | undefined;
  readonly told: Told;
  readonly choices: GapChoices;
};

/** What the mock was made with, and over it what the next story gives. Refused where a mock would have to be made anew for that. */
export const changedTo = (next: Story, beginning: Beginning): Told | Refused => {
  const { told, choices } = beginning;
  const { given } = next;
  const fixed = [
    ...(given.seed === undefined || given.seed === told.seed ? [] : [`seed ${given.seed}`]),
    ...(given.moveJobRoute === undefined || given.moveJobRoute === told.moveJobRoute ? [] : ['move_job_route']),
    ...Object.entries(given.choices ?? {})
      .filter(([gap, value]) => choices[gap as keyof GapChoices] !== value)
      .map(([gap, value]) => `variants.${gap} ${value}`),
  ];
  if (fixed.length > 0) {
    return refuse(
      'invalid_input',
      `${next.name} needs ${fixed.join(', ')} from the start of the mock: start one with --scenario ${next.name}`,
    );
  }
  return withGiven(given, beginning);
};

/** What the mock was made with, but for the story among it. What a mock has from its start stays. */
export const changedToNone = (beginning: Beginning): Told => withGiven({}, beginning);

const withGiven = (given: MockOptions, { options, first, told }: Beginning): Told => {
  const own: MockOptions = Object.fromEntries(
    Object.entries(options).filter(([name]) => first === undefined || !(name in first.given)),
  );
  const { seed, choices: kept, moveJobRoute } = told;
  return withDefaults({
    ...own,
    ...given,
    seed,
    ...(kept !== undefined && { choices: kept }),
    ...(moveJobRoute !== undefined && { moveJobRoute }),
  });
};
