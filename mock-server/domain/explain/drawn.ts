/** What was fixed for a job at its submit, and what decided it: the seed, a magic word, a fault. */
import type { RequestEntry } from '../../../spec/schemas/journal.ts';
import type { Ending, Job } from '../job.ts';
import { magicSourceOf } from './faults.ts';
import type { Subject } from './subject.ts';
import { length, sentence } from './wording.ts';

/** @param failing where the fault came from that makes it fail, if one does */
export const drawnFor = (
  subject: Subject,
  job: Job,
  request: RequestEntry | undefined,
  failing: string | undefined,
): string[] => {
  const { startMs, durationMs, ending, result, course } = job.plan;
  const times =
    subject.settings.jobSeconds === undefined ? `drawn from the seed ${subject.seed}` : 'as --job-time says';
  const why = failing ?? magicSourceOf(subject, request);
  return [
    `it starts ${length(startMs)} after it has a place to render, and renders ${length(durationMs)}: ${times}`,
    `it is to end with ${endingText(ending)}: ${why ?? 'nothing asked for another ending'}`,
    ...(course === undefined ? [] : [`its course is ${course}: a fault asked for it`]),
    `its result is ${sentence([
      `of the kind ${result.kind}`,
      result.durationSeconds === undefined ? undefined : `${Number(result.durationSeconds.toFixed(3))} s long`,
      result.width === undefined ? undefined : `${result.width} x ${result.height ?? 0}`,
    ])}: from its inputs; its bytes are made from the number ${result.seed}, drawn from the seed ${subject.seed}`,
  ];
};

export const endingText = (ending: Ending): string => (ending.status === 'succeeded' ? 'success' : ending.code);
