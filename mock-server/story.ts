/** A story as the mock plays it: what it gives, as options, beneath those that its user gives. */
import { type LoadedStory, WrongStory, loadStory } from '../scenarios/load.ts';
import { isRefused } from './domain/refusal.ts';
import type { Given, Scenario } from '../scenarios/schema.ts';
import type { FaultRuleBody } from '../spec/schemas/faults.ts';
import { parseClockMode, parseStart } from './engine/clock.ts';
import { readFaultRule } from './fault-rules.ts';
import type { Changes } from './named-accounts.ts';
import type { MockOptions } from './options.ts';

export { WrongStory };

export type Story = {
  readonly name: string;
  readonly title: string;
  readonly loaded: LoadedStory;
  /** All that the story says, by the names that the mock's options have. */
  readonly given: MockOptions;
  /** The accounts whose key or webhook secret changes while it goes on. */
  readonly changes: Changes;
  /** The options with what the story gives where they say nothing. Each gap is by itself; a rule takes the place of the story's with the same id. */
  readonly play: (options: MockOptions) => MockOptions;
};

/** Throws `WrongStory` with file, line and column of what is wrong. */
export const readStory = async (nameOrFile: string): Promise<Story> => soundStory(await loadStory(nameOrFile));

/** Throws `WrongStory`. */
export const soundStory = async (loaded: LoadedStory): Promise<Story> => {
  const { instead } = loaded.story;
  if (instead !== undefined) {
    // Those of the package judge by themselves.
    await loadStory(instead).catch((error: unknown) => {
      throw error instanceof WrongStory
        ? new WrongStory(`${loaded.whereIs(['instead'])}: ${error.message}`, { cause: error })
        : error;
    });
  }
  return storyFrom(loaded);
};

/** Throws `WrongStory` too: some things only a mock can say are wrong. */
export const storyFrom = (loaded: LoadedStory): Story => {
  const given = givenBy(loaded);
  return {
    name: loaded.name,
    title: loaded.story.title.trim(),
    loaded,
    given,
    changes: changesIn(loaded.story),
    play: (options) => {
      const told = Object.entries(options).filter(([, value]) => value !== undefined);
      const own = new Set(options.faults?.map(({ id }) => id).filter((id) => id !== undefined));
      return {
        ...given,
        ...Object.fromEntries(told),
        choices: { ...given.choices, ...options.choices },
        faults: [
          ...(given.faults ?? []).filter(({ id }) => id === undefined || !own.has(id)),
          ...(options.faults ?? []),
        ],
      };
    },
  };
};

const changesIn = ({ timeline = [] }: Scenario): Changes => ({
  keys: timeline.flatMap(({ revoke_key: name }) => name ?? []),
  secrets: timeline.flatMap(({ rotate_secret: name }) => name ?? []),
});

const givenBy = (loaded: LoadedStory): MockOptions => {
  const { story, variants, whereIs } = loaded;
  const {
    clock,
    start,
    rate_limit: rateLimit,
    job_time: jobTime,
    move_job_route: moveJobRoute,
    signature_time: signatureTime,
    accounts,
    variants: _,
    ...same
  } = story.given ?? {};
  const mode = clock === undefined ? undefined : parseClockMode(clock);
  if (clock !== undefined && mode === undefined) {
    throw new WrongStory(`${whereIs(['given', 'clock'])}: clock must be real, manual, or a speed such as 60x`);
  }
  if (start !== undefined && parseStart(start) === undefined) {
    throw new WrongStory(
      `${whereIs(['given', 'start'])}: start must be an ISO 8601 instant in one of the years 1970 to 9998`,
    );
  }
  checkFaults(loaded);
  return {
    ...same,
    ...(mode !== undefined && { clock: mode }),
    ...(start !== undefined && { start }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(jobTime !== undefined && { jobTime }),
    ...(moveJobRoute !== undefined && { moveJobRoute }),
    ...(signatureTime !== undefined && { signatureTime }),
    ...(accounts !== undefined && { accounts: accountsOf(accounts) }),
    choices: variants,
    faults: story.faults ?? [],
  };
};

const accountsOf = (accounts: NonNullable<Given['accounts']>): NonNullable<MockOptions['accounts']> =>
  Object.fromEntries(
    Object.entries(accounts).map(([name, { rate_limit: rateLimit, ...same }]) => [
      name,
      { ...same, ...(rateLimit !== undefined && { rateLimit }) },
    ]),
  );

/** A rule that can never hit looks like a client that copes. */
const checkFaults = ({ story, whereIs }: LoadedStory): void => {
  const begins = story.given?.start === undefined ? undefined : parseStart(story.given.start);
  const ids = new Set<string>();
  const steps = (story.steps ?? []).flatMap(
    (step, index): (readonly [readonly string[], FaultRuleBody | undefined])[] => [
      [['steps', String(index), 'fault'], step.fault],
      ...(step.together ?? []).map(
        (one, inner) => [['steps', String(index), 'together', String(inner), 'fault'], one.fault] as const,
      ),
    ],
  );
  const rules = (story.faults ?? []).map((body, index) => [['faults', String(index)], body] as const);
  const later = (story.timeline ?? []).map(
    ({ fault }, index) => [['timeline', String(index), 'fault'], fault] as const,
  );
  for (const [at, body] of [...rules, ...later, ...steps]) {
    if (body === undefined) continue;
    const refuse = (path: readonly string[], what: string): never => {
      throw new WrongStory(`${whereIs([...at, ...path])}: ${what}`);
    };
    const rule = readFaultRule(body);
    // A refusal begins with the path of what it refuses.
    if (isRefused(rule))
      return refuse(pathIn(rule.refusal.message), `a fault rule is invalid: ${rule.refusal.message}`);
    const { id } = body;
    // A rule that is added later may take the place of another.
    if (at[0] === 'faults' && id !== undefined && ids.size === ids.add(id).size)
      refuse(['id'], `another rule has the id ${id}`);
    const { from, to } = rule.when;
    if ((from ?? to) !== undefined && begins === undefined) {
      refuse(['when'], 'a rule with from or to needs start in given: else its window moves with every run');
    }
    if (to !== undefined && to <= Math.max(begins ?? 0, from ?? 0)) {
      refuse(['when', 'to'], 'this window is over before it begins');
    }
  }
};

const pathIn = (message: string): string[] => message.split(/[ :]/, 1)[0]?.split('/') ?? [];
