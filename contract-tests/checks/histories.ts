/**
 * Histories: programs that are drawn at random are performed on accounts of their own, and an independent bookkeeper judges what was observed by laws.
 * A program that breaks a law is made smaller, where that costs nothing, and the smallest one is the evidence.
 */
import * as fc from 'fast-check';
import type { Actor } from '../actor.ts';
import { type Check, check } from '../check.ts';
import type { Expect, Known, Law } from '../model/law.ts';
import { laws } from '../model/laws.ts';
import type { Log } from '../model/log.ts';
import { perform } from '../model/perform.ts';
import { type Program, modestPrograms, modestTour, programs, tour } from '../model/program.ts';
import { pricingAnswer } from '../probes/reads.ts';
import { summaryLayout, totalAt } from '../probes/summary.ts';
import type { Trial } from '../trial.ts';
import { Finding, NotTestable } from '../verdict.ts';

type Histories = { readonly logs: readonly Log[]; readonly known: Known };

/** Every log of the run; each program is performed once, for all laws. */
const histories = (actor: Actor): Promise<Histories> =>
  actor.run.once(async ({ run }) => {
    const isOurs = run.target.control !== undefined;
    const arbitrary = isOurs ? programs : modestPrograms;
    const first = isOurs ? tour : modestTour;
    const logs: Log[] = [];
    await fc
      .check(
        fc.asyncProperty(arbitrary, async (program) => void logs.push(await perform(run, program))),
        {
          seed: run.seed,
          numRuns: 1 + Math.round((isOurs ? 20 : 1) * run.effort),
          examples: [[first]],
          endOnFailure: true,
        },
      )
      .then(({ failed, errorInstance }) => {
        if (failed) throw errorInstance;
      });
    return { logs, known: await knownOf(actor) };
  }, 'histories');

const knownOf = async (actor: Actor): Promise<Known> => {
  const pricing = await actor.run.once(pricingAnswer);
  let places: readonly string[] = [];
  try {
    places = (await summaryLayout(actor)).charges;
  } catch (error) {
    if (!(error instanceof NotTestable)) throw error;
  }
  return { pricing: pricing.answer?.json, totalCharged: (summary) => totalAt(summary, places) };
};

export const historyChecks: readonly Check[] = laws.map((law) =>
  check({
    id: `histories.${law.id}`,
    title: law.title,
    clauses: law.clauses,
    needs: law.needs,
    run: async (t) => {
      const { logs, known } = await histories(t);
      const expect: Expect = (clause, holds, told) => t.expect(clause, holds, told);
      for (const [index, log] of logs.entries()) {
        const finding = findingOf(() => law.judge(log, known, expect));
        if (finding !== undefined) throw await smallest(t, law, known, index, { finding, log });
      }
    },
  }),
);

const findingOf = (judge: () => void): Finding | undefined => {
  try {
    judge();
    return undefined;
  } catch (error) {
    if (error instanceof Finding) return error;
    throw error;
  }
};

type Broken = { readonly finding: Finding; readonly log: Log };

/** Smaller programs are tried while that costs nothing but time, and not for ever. */
const triesMost = 80;

/** The finding of the smallest program that was found by leaving steps out, ever fewer at a time. */
const smallest = async (t: Trial, law: Law, known: Known, index: number, found: Broken): Promise<Finding> => {
  let least = found;
  let tries = 0;
  const steps = (): Program => least.log.program;
  if (t.target.control !== undefined) {
    for (let size = Math.ceil(steps().length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < steps().length && tries < triesMost;) {
        const fewer = steps().filter((_, place) => place < at || place >= at + size);
        tries++;
        const broken = fewer.length === 0 ? undefined : await brokenBy(t, law, known, fewer);
        if (broken === undefined) at += size;
        else least = broken;
      }
    }
  }
  const { clause, expected, actual, exchanges, gaps } = least.finding;
  const told = `${actual} (after ${storyOf(steps())}; made smaller from the program of fast-check seed ${t.run.seed}, path ${index})`;
  return new Finding(clause, expected, told, exchanges, gaps);
};

/** Performed once for all laws. */
const brokenBy = async (t: Trial, law: Law, known: Known, program: Program): Promise<Broken | undefined> => {
  const log = await t
    .once(({ run }) => perform(run, program), `history ${JSON.stringify(program)}`)
    .catch((error: unknown) => {
      if (error instanceof NotTestable) return undefined;
      throw error;
    });
  if (log === undefined) return undefined;
  const finding = findingOf(() => law.judge(log, known, (clause, holds, told) => t.expect(clause, holds, told)));
  return finding && { finding, log };
};

/** A program in a line. */
const storyOf = (program: Program): string =>
  program
    .map(({ do: name, ...rest }) => [name, ...Object.values(rest).filter((value) => value !== null)].join(' '))
    .join(', ');
