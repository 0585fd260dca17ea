/** Whether a client branches on the words of an error: with some it tries again, with others it does not. */
import type { Call } from '../call.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import type { Seen } from '../seen.ts';
import { numbers } from '../series.ts';

export const codeNotMessage: ConductRule = {
  id: 'refusals.code-not-message',
  title: 'decides by the code of an error and not by its message',
  clauses: ['errors.branch-on-code', 'versioning.message-may-change'],
  // The clause binds. But which orders are worth another attempt may follow the words by chance: they go round, and so may the orders.
  level: 'should',
  advice: 'Compare error.code. The text of a message is for people, and may be another one tomorrow.',
  wants: 'a code with which calls of one operation were refused at least eight times, in different words',
  look: byTheWords,
};

type Reaction = { readonly call: Call; readonly words: string; readonly isRetried: boolean };

/**
 * Calls that differ are refused with one code in different words: with some words it tries again, with others it does not. It is taken
 * for no chance only where the words tell exactly which, and where the two take turns.
 */
function byTheWords(seen: Seen): { occasions: number; lapses: Lapse[] } {
  const looks = wordedCodes.flatMap((code) =>
    byOperation(reactionsTo(seen, code)).map((reactions) => {
      const words = new Set(reactions.map((reaction) => reaction.words));
      return { reactions, code, isOccasion: reactions.length >= 8 && words.size >= 2 };
    }),
  );
  return {
    occasions: looks.filter(({ isOccasion }) => isOccasion).length,
    lapses: looks.flatMap(({ reactions, code, isOccasion }) =>
      isOccasion && followsWords(reactions) ? [branch(code, reactions)] : [],
    ),
  };
}

/** After which a client may well try again. */
const wordedCodes = ['rate_limited', 'at_capacity', 'capacity_unavailable', 'capacity_warming', 'internal_error'];

/** To the first refusal of each call only: after that it is a matter of patience. */
const reactionsTo = (seen: Seen, code: string): Reaction[] => {
  const series = new Map<string, readonly Call[]>();
  for (const call of seen.calls) {
    if (call.method === 'POST' && call.body !== undefined)
      series.set(call.identity, [...(series.get(call.identity) ?? []), call]);
  }
  return [...series.values()].flatMap(([call, next]) => {
    if (call?.code !== code || !call.told || call.message === undefined) return [];
    if (next === undefined && !seen.isOverSince(call.endedAt)) return [];
    return [{ call, words: call.message.replace(/[\d.]+/g, '#'), isRetried: next !== undefined }];
  });
};

/** What is tried again may depend on what it is. */
const byOperation = (reactions: readonly Reaction[]): readonly (readonly Reaction[])[] =>
  [...new Set(reactions.map(({ call }) => call.operation))].map((operation) =>
    reactions.filter(({ call }) => call.operation === operation),
  );

const followsWords = (reactions: readonly Reaction[]): boolean => {
  const of = (isRetried: boolean): Set<string> =>
    new Set(reactions.filter((reaction) => reaction.isRetried === isRetried).map(({ words }) => words));
  const tried = of(true);
  const isDisjoint = [...of(false)].every((words) => !tried.has(words));
  const turns = reactions.filter(({ isRetried }, index) => index > 0 && reactions[index - 1]?.isRetried !== isRetried);
  return isDisjoint && turns.length >= 6;
};

const branch = (code: string, reactions: readonly Reaction[]): Lapse => {
  const wordsFor = (isRetried: boolean): string =>
    reactions.find((reaction) => reaction.isRetried === isRetried)?.words ?? '';
  return {
    message: `${code} is tried again when its message says "${wordsFor(true)}", and not when it says "${wordsFor(false)}"`,
    entries: numbers(...reactions.map(({ call }) => call)),
  };
};
