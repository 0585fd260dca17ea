/** Wraps that many defects share: what is sent is changed, or refused, and what is answered is changed. */
import type { OperationId } from '../../spec/operations.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';

export type Body = { readonly [name: string]: unknown };

/** Changes what is sent, before it is looked at. */
export const told = (id: OperationId, change: (body: Body) => Body): Ports => ({
  validate: (next) => (raw) =>
    raw.operation === id && raw.fault === undefined ? next({ ...raw, body: change(raw.body) }) : next(raw),
});

/** Refuses what should be taken. */
export const refusing = (id: OperationId, when: (body: Body) => boolean): Ports => ({
  validate: (next) => (raw) => {
    const input = next(raw);
    if (raw.operation !== id || input.fault !== undefined || !when(raw.body)) return input;
    return { ...input, fault: { refusal: { code: 'invalid_input', message: 'That is not taken.' } } };
  },
});

/** Changes the body of a success. */
export const answered = (id: OperationId, change: (body: Body, sent: unknown) => unknown): Ports => ({
  present: (next) => (answer, question) =>
    question.operation === id && question.refused === undefined && isObject(answer.body)
      ? next({ ...answer, body: change(answer.body, question.body) }, question)
      : next(answer, question),
});

/** Changes the list that a success has as its body. */
export const listed = (id: OperationId, change: (all: readonly unknown[]) => unknown): Ports => ({
  present: (next) => (answer, question) =>
    question.operation === id && question.refused === undefined && Array.isArray(answer.body)
      ? next({ ...answer, body: change(answer.body) }, question)
      : next(answer, question),
});
