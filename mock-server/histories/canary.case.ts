/** A canary: a mock that is wrong in one way. Histories that let one of them pass are blind there. */
import type * as fc from 'fast-check';
import type { Seen } from '../choices/client.case.ts';
import type { Ports } from '../compose.ts';
import { decide } from '../domain/decide.ts';
import type { Decide } from '../engine/engine.ts';
import type { Ending } from './end.case.ts';
import type { HistoryOptions } from './history.case.ts';
import type { Program, Step } from './program.case.ts';
import { programOf } from './programs.case.ts';
import type { Call } from './stage.case.ts';

export type Canary = {
  readonly does: string;
  /** Makes the wrong mock; anew for every history, so that none remembers another's. */
  readonly wrong: () => HistoryOptions;
  /** What is to be named when it is caught. */
  readonly breaks: RegExp;
  /** Takes away what it has left behind. */
  readonly after?: () => void;
  /** Where it shows, if not in any program. */
  readonly where?: fc.Arbitrary<Program>;
};

/** Programs with these steps first, and with every gap chosen as by default. */
export const beginningWith = (steps: readonly Step[]): fc.Arbitrary<Program> =>
  programOf(6).map((program) => ({
    ...program,
    shuffled: false,
    rateLimit: 'off',
    openingCents: 10_000,
    steps: [...steps, ...program.steps],
  }));

/** Decides otherwise than it should. */
export const deciding = (wrong: () => Decide): Canary['wrong'] => {
  return () => ({ ports: { decide: () => wrong() } });
};

/** Does something beside what is decided. */
export const beside = (act: (...told: Parameters<Decide>) => void): Canary['wrong'] =>
  deciding(() => (...told) => {
    act(...told);
    return decide(...told);
  });

/** Lets other bytes leave a stream than it should. */
export const framing = (frame: NonNullable<Ports['frame']>): Canary['wrong'] => {
  return () => ({ ports: { frame } });
};

/** Answers some requests otherwise; `undefined` where no answer is to come. @param form of the method and the path */
export const answering = (form: RegExp, change: (seen: Seen, call: Omit<Call, 'seen'>) => Seen | undefined) => {
  return (): Pick<HistoryOptions, 'lies'> => ({
    lies: {
      answers: (call, seen) =>
        seen !== undefined && seen.status < 300 && form.test(`${call.method} ${call.path}`) ? change(seen, call) : seen,
    },
  });
};

/** The answer with another body. */
export const telling = (form: RegExp, change: (body: Body) => unknown): Canary['wrong'] =>
  answering(form, (seen) => {
    const body = seen.body === undefined ? undefined : change(structuredClone(seen.body) as Body);
    return body === undefined ? seen : { ...seen, body, text: JSON.stringify(body) };
  });

type Body = { [member: string]: unknown } & { readonly [index: number]: unknown };

/** Shows other things at the end than there are. */
export const ending = (ends: (seen: Ending) => Ending): Canary['wrong'] => {
  return () => ({ lies: { ends } });
};
