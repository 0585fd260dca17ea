/**
 * Histories: programs that are drawn at random are performed on accounts of their own, and an independent bookkeeper judges what was observed by laws.
 * A program that breaks a law is made smaller, where that costs nothing; of a deployment it is made smaller on a mock, and tried there once more.
 */
import * as fc from 'fast-check';
import type { Actor } from '../actor.ts';
import { type Check, check } from '../check.ts';
import { type Smaller, type Unshrunk, confirm } from '../confirm.ts';
import { type Kept, allOf, fewestOf, readKept, writeKept } from '../model/kept-steps.ts';
import type { Known, Law } from '../model/law.ts';
import { laws } from '../model/laws.ts';
import type { Log } from '../model/log.ts';
import { perform } from '../model/perform.ts';
import { type Program, modestPrograms, programs } from '../model/program.ts';
import { isAlike, situationOf } from '../model/situation.ts';
import { modestStreams, modestTour, oneAlone, oneStreamEach, streamsAlone, tour } from '../model/tours.ts';
import { pricingAnswer } from '../probes/reads.ts';
import { summaryLayout, totalAt } from '../probes/summary.ts';
import { RandomFinding } from '../random-finding.ts';
import { noSuchCase } from '../replay.ts';
import type { Run } from '../run.ts';
import { isBrief } from '../sample.ts';
import type { Trial } from '../trial.ts';
import { Finding, NotTestable, Stopped } from '../verdict.ts';

export const historyChecks: readonly Check[] = laws.map((law) =>
  check({
    id: `histories.${law.id}`,
    title: law.title,
    clauses: law.clauses,
    needs: law.needs,
    run: async (t) => {
      if (t.check.path !== undefined) return repeat(t, law, t.check.path);
      for (const [index, program] of drawnFor(t.run).entries()) {
        const finding = await brokenBy(t, law, program);
        if (finding !== undefined) throw await smallest(t, law, { index, program, finding });
      }
      const { mayGoUnseen: unseen } = law;
      if (unseen !== undefined && !t.conclusions.has(unseen.clause)) t.undecided(unseen.gap, unseen.says);
    },
  }),
);

/** First those in which every law has a case, then those of the run's seed. */
const drawnFor = (run: Run): readonly Program[] => {
  const { target, seed, effort } = run;
  const isOurs = target.control !== undefined;
  const first: readonly Program[] = isOurs
    ? isBrief(run)
      ? [tour, oneStreamEach, oneAlone]
      : [tour, streamsAlone, oneAlone]
    : [modestTour, ...modestStreams];
  const drawn = fc.sample<[Program]>(fc.tuple(isOurs ? programs : modestPrograms), {
    seed,
    numRuns: first.length + Math.round((isOurs ? 20 : 1) * effort),
    examples: first.map((program) => [program]),
  });
  return drawn.map(([program]) => program);
};

/** With the most that it could cost. */
type Performed = { readonly log: Log; readonly atMostUsd: number };

/** What comes of a program, which is performed once for all laws. Throws what a step throws. */
const performed = (run: Run, program: Program): Promise<Performed> =>
  run.once(
    async () => {
      const from = run.purse.reserved.length;
      const log = await perform(run, program);
      return { log, atMostUsd: run.purse.reserved.slice(from).reduce((sum, { usd }) => sum + usd, 0) };
    },
    `history ${JSON.stringify(program)}`,
  );

/** Whether a law is broken by what comes of a program. */
const brokenBy = async (t: Trial, law: Law, program: Program): Promise<Finding | undefined> => {
  const { log } = await performed(t.run, program);
  const known = await knownOf(t.run, law);
  try {
    law.judge(log, known, (clause, holds, told) => t.expect(clause, holds, told));
    return undefined;
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    const { clause, expected, actual, exchanges, gaps } = error;
    return new Finding(clause, expected, `${actual} (after ${storyOf(program)})`, exchanges, gaps);
  }
};

const knownOf = async (run: Run, law: Law): Promise<Known> => {
  const pricing = await run.once(pricingAnswer);
  const charges = law.readsTotals === true ? await run.once(placesOfCharges) : [];
  return { pricing: pricing.answer?.json, totalCharged: (summary) => totalAt(summary, charges) };
};

/** None where they cannot be learned. */
const placesOfCharges = async (actor: Actor): Promise<readonly string[]> => {
  try {
    return (await summaryLayout(actor)).charges;
  } catch (error) {
    if (error instanceof NotTestable) return [];
    throw error;
  }
};

type Caught = { readonly index: number; readonly program: Program; readonly finding: Finding };

/** The finding of the smallest program that was found. */
const smallest = async (t: Trial, law: Law, caught: Caught): Promise<RandomFinding> => {
  const { index, program, finding } = caught;
  if (t.target.control === undefined) return confirm({ finding, path: `${index}` }, await smallerOf(t, law, caught));
  let least = finding;
  const kept = await fewestOf(program.length, async (some) => {
    const broken = await brokenBy(t, law, partOf(program, some)).catch(noneIfUnfit);
    if (broken !== undefined) least = broken;
    return broken !== undefined;
  });
  return new RandomFinding(least, 'It is a random history, made smaller.', `${index}:${writeKept(kept)}`);
};

/** The smallest program that a law judges alike on the mock of the run. */
const smallerOf = async (t: Trial, law: Law, { index, program, finding }: Caught): Promise<Smaller | Unshrunk> => {
  const run = await t.run.rehearsed();
  if (run === undefined) return 'no-mock';
  const situation = situationOf(finding, (await performed(t.run, program)).log);
  const isGood = async (kept: Kept): Promise<boolean> => {
    const found = await performed(run, partOf(program, kept)).catch(noneIfUnfit);
    return found !== undefined && isAlike(found.log, await knownOf(run, law), law, situation);
  };
  if (!(await isGood(allOf(program.length)))) return 'not-there';
  const kept = await fewestOf(program.length, isGood);
  if (kept.length === program.length) return 'no-smaller';
  const { atMostUsd } = await performed(run, partOf(program, kept));
  return {
    path: `${index}:${writeKept(kept)}`,
    perform: async () => {
      // Half of it would be money for nothing.
      if (!t.run.purse.covers(atMostUsd)) throw new Stopped('the budget does not cover the smaller history');
      const again = await brokenBy(t, law, partOf(program, kept));
      if (again !== undefined) throw again;
    },
  };
};

/** A program that cannot be performed is no smaller one of the same. A mistake of the judge's own is no such thing: it comes to light. */
const noneIfUnfit = (error: unknown): undefined => {
  if (error instanceof NotTestable) return undefined;
  throw error;
};

/** One program alone, or a part of it: `3`, `3:0-2.5`. */
const repeat = async (t: Trial, law: Law, path: string): Promise<void> => {
  const [, index, part] = /^(\d{1,4})(?::([\d.-]+))?$/.exec(path) ?? [];
  const program = drawnFor(t.run)[Number(index)];
  const kept = program && (part === undefined ? allOf(program.length) : readKept(part, program.length));
  if (program === undefined || kept === undefined) throw noSuchCase(t.check);
  t.isReplayed = true;
  const finding = await brokenBy(t, law, partOf(program, kept));
  if (finding !== undefined) throw new RandomFinding(finding, 'It is a random history, repeated alone.', path);
};

const partOf = (program: Program, kept: Kept): Program => kept.flatMap((place) => program[place] ?? []);

/** A program in a line. */
const storyOf = (program: Program): string =>
  program
    .map(({ do: name, ...rest }) => [name, ...Object.values(rest).filter((value) => value !== null)].join(' '))
    .join(', ');
