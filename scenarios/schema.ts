/**
 * A story: why it matters, what the mock is given, the faults that it meets, what happens by itself, what a client does and what must hold at the end.
 * One schema reads the files and is published for editors.
 */
import { type Static, Type } from 'typebox';
import { wireGaps } from '../spec/gaps.ts';
import { FaultRuleBody } from '../spec/schemas/faults.ts';
import { CapacityBody, NegotiatedRates, RateLimit } from '../spec/schemas/provision.ts';
import { Claim } from './claims.ts';
import { durationForm } from './duration.ts';
import { Step, nameForm, resultForm } from './steps.ts';
import { TimelineEntry } from './timeline.ts';

const strict = { additionalProperties: false };

/** YAML reads `200` as a number and `null` as nothing, and both are names of values. */
const spellings = (value: string): (string | number | null)[] => {
  if (value === 'null') return [value, null];
  return /^\d+$/.test(value) ? [value, Number(value)] : [value];
};

const variants = Object.fromEntries(
  Object.entries(wireGaps).map(([id, { question, values }]) => [
    id,
    Type.Optional(
      Type.Unsafe<string | number | null>({
        description: [question, ...Object.entries(values).map(([value, text]) => `${value}: ${text}`)].join('\n'),
        enum: Object.keys(values).flatMap(spellings),
      }),
    ),
  ]),
);

const number = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.Number({ description, minimum, maximum }));
const whole = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.Integer({ description, minimum, maximum }));

const OtherAccount = Type.Object(
  {
    balance: number('Opening balance, in USD.', 0, 1e9),
    rates: Type.Optional(NegotiatedRates),
    rate_limit: Type.Optional(RateLimit),
  },
  strict,
);

/** What the mock begins with. Where it listens, its secrets and where its webhooks may go are its user's to say. */
const Given = Type.Object(
  {
    seed: whole('Ids, timings, outcomes and media are a function of it.', 0, 2 ** 32),
    clock: Type.Optional(
      Type.String({
        description: 'real, manual (it stands still until it is moved), or a speed such as 60x.',
        maxLength: 20,
      }),
    ),
    start: Type.Optional(
      Type.String({
        description: 'Time of the clock at the start, ISO 8601. Windows of rules need it.',
        maxLength: 40,
      }),
    ),
    balance: number('Opening balance of the first account, in USD.', 0, 1e9),
    rates: Type.Optional(NegotiatedRates),
    accounts: Type.Optional(
      Type.Record(Type.String({ pattern: nameForm }), OtherAccount, {
        description:
          'Further accounts by name, each with its own balance (100), rates and rate_limit; the first one is main.',
        maxProperties: 20,
        ...strict,
      }),
    ),
    capacity: Type.Optional(CapacityBody),
    variants: Type.Optional(
      Type.Object(variants, { description: 'Another lawful behaviour where the document is silent.', ...strict }),
    ),
    rate_limit: Type.Optional(RateLimit),
    job_time: number('Seconds that every render takes.', 0, 86_400),
    concurrency: whole('Renders at once, of each account.', 1, 10_000),
    queue: whole('Waiting line of each account.', 0, 10_000_000),
    move_job_route: Type.Optional(
      Type.Boolean({ description: 'Jobs have another path than usual: only clients that poll status_url find them.' }),
    ),
    signature_time: Type.Optional(
      Type.Enum(['wall', 'clock'], { description: 't of a signature: real time, or that of the clock.' }),
    ),
  },
  strict,
);
export type Given = Static<typeof Given>;

/** No file: whoever sends a story to a mock has none of its files read. */
const storyNameForm = '^[a-z][a-z0-9-]*$';

/** Forms of texts, each with what it is called. A title is printed on a line of its own, so it holds nothing that moves a terminal. */
export const forms: { readonly [pattern: string]: string } = {
  '\\S': 'a text that says something,',
  '^[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$': 'one line of text',
  [nameForm]: 'a name of small letters, digits and _',
  [storyNameForm]: 'the name of a story that comes with the package',
  [resultForm]: 'the result of a step before, such as $job',
  '^[ -~]*$': 'a text of printable letters of ASCII',
  '^[!-~]+$': 'printable letters without a space',
  [durationForm]: 'a time such as 90s, 15m, 4h, 2d of at most 366d',
};
const [said = '', line = ''] = Object.keys(forms);

export const Scenario = Type.Object(
  {
    title: Type.String({ description: 'What happens, in a few words.', pattern: line, maxLength: 100 }),
    about: Type.String({
      description: 'Why an integrator meets this, and what a client should do.',
      pattern: said,
      maxLength: 2_000,
    }),
    instead: Type.Optional(
      Type.String({
        description:
          'The story of the package by which a client of your own is judged, where the client of this one makes a mistake to show what comes of it.',
        pattern: storyNameForm,
        maxLength: 100,
      }),
    ),
    given: Type.Optional(Given),
    faults: Type.Optional(
      Type.Array(FaultRuleBody, {
        description: 'Rules as the control API takes them. With "from" and "to" they stand on a timeline.',
        maxItems: 100,
      }),
    ),
    timeline: Type.Optional(
      Type.Array(TimelineEntry, {
        description: 'What happens by itself: what somebody does in the console, and what becomes of the platform.',
        minItems: 1,
        maxItems: 100,
      }),
    ),
    steps: Type.Optional(
      Type.Array(Step, { description: 'What a client does, one verb a step.', minItems: 1, maxItems: 200 }),
    ),
    then: Type.Optional(
      Type.Array(Claim, {
        description: 'What must hold at the end, whoever was the client.',
        minItems: 1,
        maxItems: 100,
      }),
    ),
  },
  { title: 'A story for Understudy', ...strict },
);
export type Scenario = Static<typeof Scenario>;
