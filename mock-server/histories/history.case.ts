/** One history from its first request to the last check: what a caller, a receiver and a client of the sockets see of a whole mock. */
import type { Ports } from '../compose.ts';
import { expectBooks } from './book-facts.case.ts';
import { expectDeliveries } from './delivery-facts.case.ts';
import { type Ending, bringToEnd } from './end.case.ts';
import { expectFact } from './fact.case.ts';
import { expectNothingLeft, lookAround } from './leavings.case.ts';
import { expectJobs } from './job-facts.case.ts';
import { play } from './play.case.ts';
import type { Program } from './program.case.ts';
import { type Fits, expectAnswers } from './server-facts.case.ts';
import { expectSessions } from './session-facts.case.ts';
import { type Lies, type Stage, openStage } from './stage.case.ts';

export type Told = { readonly stage: Stage; readonly ending: Ending };

export type HistoryOptions = {
  /** How answers are held against the document. */
  readonly fits?: Fits;
  readonly ports?: Ports;
  /** What is made of the mock's answers before anybody looks at them; and of all that is known at the end. */
  readonly lies?: Lies & { readonly ends?: (ending: Ending, stage: Stage) => Ending };
};

/** Plays a program and checks all that is promised of it. Throws an error that begins with the id of what was broken. */
export const runHistory = async (
  program: Program,
  { fits = () => undefined, ports = {}, lies = {} }: HistoryOptions = {},
): Promise<Told> => {
  const around = await lookAround();
  const escaped: unknown[] = [];
  const note = (error: unknown): void => void escaped.push(error);
  process.on('unhandledRejection', note).on('uncaughtException', note);
  try {
    const stage = await openStage(program, ports, lies);
    let told: Told;
    try {
      await play(stage);
      const seen = await bringToEnd(stage);
      const ending = lies.ends?.(seen, stage) ?? seen;
      told = { stage, ending };
      // What else is wrong then comes of that.
      expectNoFailure(stage);
      expectAnswers(stage, ending, fits);
      expectDeliveries(stage, ending);
      expectSessions(stage, ending);
      expectJobs(stage, ending);
      expectBooks(stage, ending);
    } finally {
      for (const { streams } of stage.people) for (const stream of streams) stream.drop();
      await stage.mock.close({ graceMs: 50 });
      await stage.receiver.close();
    }
    await expectNothingLeft(around);
    expectNoFailure(told.stage);
    expectFact('W2', escaped.length === 0, `an error escaped: ${describe(escaped)}`);
    return told;
  } finally {
    process.off('unhandledRejection', note).off('uncaughtException', note);
  }
};

const expectNoFailure = ({ failures }: Stage): void =>
  expectFact('W2', failures.length === 0, `the mock failed: ${describe(failures)}`);

const describe = (errors: readonly unknown[]): string =>
  errors.map((error) => (error instanceof Error ? error.stack : String(error))).join('\n');
