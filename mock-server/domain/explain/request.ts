/** The request that made a job or session, and those that repeated it. */
import type { Explanation } from '../../../spec/schemas/explain.ts';
import type { RequestEntry } from '../../../spec/schemas/journal.ts';
import { type Subject, answerOf, headerOf, requestsOf } from './subject.ts';

export type Origin = {
  readonly request: RequestEntry | undefined;
  readonly explained: Explanation['request'];
};

/** @param at when it was made, by the mock's clock @param key with which it was sent, where that is remembered */
export const originOf = (subject: Subject, id: string, at: number, key?: string): Origin => {
  const makers = requestsOf(subject).filter(({ operation }) => /^(?:submit|create)/.test(operation ?? ''));
  const repeats = makers.filter(({ notes }) => notes.some((note) => note.includes(`made ${id}:`)));
  const others = makers.filter((entry) => !repeats.includes(entry));
  const request =
    others.find((entry) => answerOf(entry).includes(`"${id}"`)) ??
    // Its answer may have been lost on the way, by a fault.
    others.find((entry) => entry.response === null && isDuring(entry, at) && hasKey(entry, key));
  if (request === undefined) return { request, explained: null };
  const { seq, method, path, response } = request;
  return {
    request,
    explained: {
      seq,
      at: request.at,
      method,
      path,
      status: response?.status ?? null,
      idempotency_key: headerOf(request, 'idempotency-key') ?? null,
      repeats: repeats.map((repeat) => ({ seq: repeat.seq, at: repeat.at })),
    },
  };
};

/** Whether something happened while a request was under way: on a clock that runs it takes its time. */
const isDuring = ({ at: began, duration_ms: lasted }: RequestEntry, at: number): boolean =>
  Date.parse(began) <= at && at <= Date.parse(began) + lasted;

/** The key as it is remembered may stand behind its endpoint (gap `idempotency-scope`). */
const hasKey = (entry: RequestEntry, key: string | undefined): boolean => {
  const sent = headerOf(entry, 'idempotency-key');
  return sent === key || (sent !== undefined && key?.endsWith(` ${sent}`) === true);
};
