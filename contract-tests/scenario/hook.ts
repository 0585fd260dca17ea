/** A receiver of a story: what it answers, attempt by attempt, and what came to it. */
import { textAt } from '../../scenarios/references.ts';
import type { OneStep } from '../../scenarios/steps.ts';
import { limits } from '../../spec/limits.ts';
import type { Delivery, Mailbox, Receiver, Reply } from '../receiver.ts';
import { isTaken } from '../verify-signature.ts';

type Answers = NonNullable<OneStep['receiver']>;

export type Hook = {
  readonly mailbox: Mailbox;
  /** What each attempt was answered, in the words of the story. */
  readonly answered: () => readonly (number | string)[];
};

export type Checking = {
  /** With which deliveries are signed now, and from a moment on that nobody tells a receiver. */
  readonly secrets: () => readonly string[];
  readonly header: string;
  /** Unix seconds by which the age of a signature is judged. */
  readonly seconds: (delivery: Delivery) => number;
};

export const openHook = (receiver: Receiver, answers: Answers, checking: Checking): Hook => {
  const verified = new Map<Delivery, number>();
  const verify = (delivery: Delivery): number => {
    const status = isGood(delivery, checking) ? 200 : 400;
    verified.set(delivery, status);
    return status;
  };
  const replies = answers.map((answer): Reply => {
    if (answer === 'verify') return verify;
    return answer === 'timeout' ? 'silence' : answer;
  });
  const mailbox = receiver.address(replies);
  return {
    mailbox,
    answered: () =>
      mailbox.deliveries.map((delivery, index) => verified.get(delivery) ?? answers[index] ?? answers.at(-1) ?? 200),
  };
};

/** As a receiver does that keeps to the document. */
const isGood = (delivery: Delivery, { secrets, header, seconds }: Checking): boolean => {
  const given = delivery.headers[header.toLowerCase()];
  return (
    typeof given === 'string' &&
    secrets().some((secret) =>
      isTaken(secret, given, delivery.body, seconds(delivery), limits.signatureToleranceSeconds),
    )
  );
};

/** In a line: which event of which job it was, and what it was answered. */
export const arrivalText = ({ json }: Delivery, answer: number | string | undefined): string => {
  const event = textAt(json, ['event']) ?? 'without an event';
  const id = textAt(json, ['delivery_id']) ?? '?';
  const told = typeof answer === 'number' ? `answered ${answer}` : (answer ?? 'under way');
  return `← webhook ${event}, delivery_id ${id}, ${told}`;
};
