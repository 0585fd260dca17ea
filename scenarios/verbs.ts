/** The verbs of steps: what may stand beside each, what it is about and what it gives. `sense.ts` holds steps against it. */
import type { Step } from './steps.ts';

export type Verb = Exclude<keyof Step, Companion>;
export type Companion =
  | 'as'
  | 'by'
  | 'expect'
  | 'times'
  | 'key'
  | 'callback'
  | 'headers'
  | 'api_key'
  | 'body'
  | 'without'
  | 'query'
  | 'job_id'
  | 'file_name'
  | 'within'
  | 'messages'
  | 'text'
  | 'outcome';

/** What a result is, so that a step is not given a socket where it wants a job. */
export type ResultKind = 'answer' | 'job' | 'session' | 'stream' | 'receiver';

type VerbEntry = {
  /** What may stand beside it. */
  readonly takes: readonly Companion[];
  /** Of what kind the result is that it names. */
  readonly of?: ResultKind;
  /** Of what kind its own result is. */
  readonly gives?: ResultKind;
  /** Done by the control API of a mock: no client of a deployment can. */
  readonly isControl?: true;
  /** Costs money on a deployment. */
  readonly isPaid?: true;
};

const request = ['as', 'by', 'expect', 'times', 'headers', 'api_key'] as const satisfies readonly Companion[];

export const verbs = {
  upload: { takes: [...request, 'body', 'file_name'], gives: 'answer' },
  submit: { takes: [...request, 'key', 'callback', 'body', 'without'], gives: 'job', isPaid: true },
  look: { takes: [...request], of: 'job', gives: 'job' },
  follow: { takes: ['as', 'by', 'expect', 'within'], of: 'job', gives: 'job' },
  download: { takes: ['as', 'expect', 'times', 'headers'], of: 'job', gives: 'answer' },
  session: { takes: [...request, 'body', 'without'], gives: 'session' },
  get: { takes: [...request, 'query', 'job_id'], gives: 'answer' },
  connect: { takes: ['as', 'expect'], of: 'session', gives: 'stream', isPaid: true },
  send: { takes: ['messages', 'text'], of: 'stream' },
  receive: { takes: ['messages'], of: 'stream' },
  close: { takes: [], of: 'stream' },
  cut: { takes: [], of: 'stream' },
  ended: { takes: ['within'], of: 'stream' },
  receiver: { takes: ['as', 'by'], gives: 'receiver' },
  arrive: { takes: ['times', 'within'], of: 'receiver' },
  resend: { takes: [], of: 'job', isControl: true },
  advance: { takes: [] },
  top_up: { takes: ['by'], isControl: true },
  new_key: { takes: [], isControl: true },
  revoke_key: { takes: [], isControl: true },
  rotate_secret: { takes: [], isControl: true },
  capacity: { takes: [], isControl: true },
  fault: { takes: [], isControl: true },
  clear_faults: { takes: [], isControl: true },
  restart: { takes: [], isControl: true },
  finish: { takes: ['outcome'], of: 'job', isControl: true },
  together: { takes: [] },
} as const satisfies { readonly [verb in Verb]: VerbEntry };

export const verbNames: readonly Verb[] = Object.keys(verbs) as Verb[];

/** The verb of a step that makes sense. */
export const verbOf = (step: Step): Verb => verbNames.find((verb) => step[verb] !== undefined) ?? 'together';

export const entryOf = (verb: Verb): VerbEntry => verbs[verb];
