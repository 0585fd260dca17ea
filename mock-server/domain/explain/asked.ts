/** What was asked of a job after its submit: the same submit again, its state, its result. */
import type { Origin } from './request.ts';
import { type Step, stepAt } from './step.ts';
import { type Subject, answerOf, requestsOf } from './subject.ts';

export const repeatsOf = ({ explained }: Origin): Step[] =>
  (explained?.repeats ?? []).map(({ seq, at }) =>
    stepAt(Date.parse(at), undefined, 'submitted once more with the same key', {
      seq,
      details: ['the same job was acknowledged: nothing was made and nothing charged'],
    }),
  );

/** Who asked for its result, and how often its state was asked for. */
export const downloadsOf = (subject: Subject, jobId: string): Step[] => {
  const requests = requestsOf(subject);
  const downloads = requests.filter(({ path }) => path.startsWith(`/outputs/${jobId}.`));
  const polls = requests.filter((entry) => entry.operation === 'getJob' && answerOf(entry).includes(`"${jobId}"`));
  const last = polls.at(-1);
  return [
    ...downloads.map((entry) =>
      stepAt(Date.parse(entry.at), undefined, `its result was asked for, and answered with ${status(entry.response)}`, {
        seq: entry.seq,
      }),
    ),
    ...(last === undefined
      ? []
      : [
          stepAt(Date.parse(last.at), undefined, 'its state was asked for the last time until now', {
            seq: last.seq,
            details: [`${polls.length} ${polls.length === 1 ? 'time' : 'times'} in all`],
          }),
        ]),
  ];
};

const status = (response: { readonly status: number } | null): string =>
  response === null ? 'nothing' : String(response.status);
