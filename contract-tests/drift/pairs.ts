/**
 * Lays the exchanges of two runs side by side: by check or probe, by operation, by the constraint that the request breaks, and by position among
 * those. Polls are laid side by side by the status that they show, so that it does not matter how many there were.
 */
import type { Check } from '../check.ts';
import { isTerminal, textIn } from '../reading/members.ts';
import { codeIn } from '../reading/refusal.ts';
import { type Exchange, isSuccess, statusOf } from '../wire/exchange.ts';
import type { Placed, Recording } from './recording.ts';

export type Pair = {
  readonly check: Check;
  readonly mock: Exchange;
  readonly deployment: Exchange;
  /** The request repeats an earlier one with its idempotency key. */
  readonly isRepeat: boolean;
};

export const pairsOf = (mock: Recording, deployment: Recording): readonly Pair[] => {
  const ours = threads(mock);
  const repeats = repeatsIn(deployment);
  return [...threads(deployment)].flatMap(([key, theirs]) => {
    const own = ours.get(key) ?? [];
    const laid = key.startsWith(pollMark) ? pollPairs(own, theirs) : inOrder(own, theirs);
    return laid.map(([one, other]) => ({
      check: other.check,
      mock: one.of,
      deployment: other.of,
      isRepeat: repeats.has(other.of),
    }));
  });
};

/**
 * All looks at the jobs that both sides looked at, those without a counterpart among them. The first look at a job comes right after its submit:
 * unless it shows an end, it says nothing.
 */
export const looksAtBoth = (mock: Recording, deployment: Recording): readonly [mock: Thread, deployment: Thread] => {
  const [ours, theirs] = [threads(mock), threads(deployment)];
  const both = [...theirs.keys()].filter((key) => key.startsWith(pollMark) && ours.has(key));
  const looks = (of: ReadonlyMap<string, Thread>): Thread =>
    both.flatMap((key) =>
      (of.get(key) ?? []).filter((look, index) => isSuccess(look.of) && (index > 0 || isTerminal(look.of))),
    );
  return [looks(ours), looks(theirs)];
};

type Laid = readonly (readonly [mock: Placed<Exchange>, deployment: Placed<Exchange>])[];
type Thread = readonly Placed<Exchange>[];

const pollMark = 'poll ';

const threads = ({ exchanges }: Recording): ReadonlyMap<string, Thread> => {
  const found = new Map<string, Placed<Exchange>[]>();
  const jobs = new Map<string, string[]>();
  for (const one of exchanges) {
    // We were too fast for somebody else's sake: the same request follows.
    if (isHeldUp(one.of)) continue;
    const key = keyOf(one, jobs);
    const thread = found.get(key);
    if (thread === undefined) found.set(key, [one]);
    else thread.push(one);
  }
  return found;
};

const keyOf = ({ of, group }: Placed<Exchange>, jobs: Map<string, string[]>): string => {
  const { operation, breaks, request } = of;
  const url = new URL(request.url);
  if (operation === 'getJob' && breaks === undefined) {
    const seen = jobs.get(group) ?? [];
    jobs.set(group, seen);
    if (!seen.includes(url.pathname)) seen.push(url.pathname);
    return `${pollMark}${group} ${seen.indexOf(url.pathname)}`;
  }
  const query = operation === undefined ? '' : [...url.searchParams.keys()].sort().join();
  return [group, operation ?? request.method, breaks, query].join(' ');
};

const isHeldUp = (exchange: Exchange): boolean =>
  statusOf(exchange) === 429 && exchange.breaks !== 'rate' && codeIn(exchange) === 'rate_limited';

const inOrder = (ours: Thread, theirs: Thread): Laid =>
  theirs.flatMap((other, index) => {
    const one = ours[index];
    return one === undefined ? [] : [[one, other] as const];
  });

/** The looks at one job: the first of each status; and a look that is refused beside the last that is not. */
const pollPairs = (ours: Thread, theirs: Thread): Laid => {
  const [seen, refused] = sorted(ours);
  const [theirSeen, theirRefused] = sorted(theirs);
  const both = [...theirSeen].flatMap(([status, other]) => {
    const one = seen.get(status);
    return one === undefined ? [] : [[one, other] as const];
  });
  const [last, theirLast] = [[...seen.values()].at(-1), [...theirSeen.values()].at(-1)];
  if (refused.length > 0 && theirRefused.length > 0) return [...both, ...inOrder(refused, theirRefused)];
  if (last !== undefined) return [...both, ...theirRefused.slice(0, 1).map((other) => [last, other] as const)];
  if (theirLast !== undefined) return [...both, ...refused.slice(0, 1).map((one) => [one, theirLast] as const)];
  return both;
};

const sorted = (looks: Thread): readonly [ReadonlyMap<string, Placed<Exchange>>, Thread] => {
  const seen = new Map<string, Placed<Exchange>>();
  for (const look of looks) {
    const status = textIn(look.of, 'status') ?? '';
    if (isSuccess(look.of) && !seen.has(status)) seen.set(status, look);
  }
  return [seen, looks.filter(({ of }) => !isSuccess(of))];
};

const repeatsIn = ({ exchanges }: Recording): ReadonlySet<Exchange> => {
  const keys = new Set<string>();
  return new Set(
    exchanges.flatMap(({ of }) => {
      const key = of.request.headers['idempotency-key'];
      if (key === undefined) return [];
      if (keys.has(key)) return [of];
      keys.add(key);
      return [];
    }),
  );
};
