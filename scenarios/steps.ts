/** What a driver does in a story, a verb a step. One schema for all of them keeps what an editor offers in one list; `verbs.ts` says what goes with which. */
import { type Static, Type } from 'typebox';
import { errorCodes } from './codes.ts';
import { durationForm, secondsMax } from './duration.ts';
import { FaultRuleBody } from '../spec/schemas/faults.ts';
import { jobOutcomes } from '../spec/magic.ts';
import { CapacityBody } from '../spec/schemas/provision.ts';
import { jobEndpoints } from '../spec/vocabulary.ts';

const strict = { additionalProperties: false };

/** Of results and accounts. */
export const nameForm = '^[a-z][a-z0-9_]{0,39}$';
/** What stands for the result of a step before. */
export const resultForm = '^\\$[a-z][a-z0-9_]{0,39}$';

const name = (description: string) => Type.Optional(Type.String({ description, pattern: nameForm }));
const result = (description: string) => Type.Optional(Type.String({ description, pattern: resultForm }));
/** Of a body of text. */
const bodyCharsMax = 20_000;

const whole = (description: string, maximum: number) =>
  Type.Optional(Type.Integer({ description, minimum: 1, maximum }));
export const Duration = Type.Union(
  [Type.Number({ minimum: 0, maximum: secondsMax }), Type.String({ pattern: durationForm })],
  { description: 'Seconds, or a time such as 90s, 15m, 4h, 2d; at most 366d.' },
);

export const readings = ['balance', 'usage', 'usage/summary', 'voices', 'pricing', 'jobs'] as const;
export const inputRoles = ['video', 'image', 'face', 'audio', 'voice'] as const;
export const sessionKinds = ['voice', 'full-live-swap'] as const;

/** A status, silence until the sender gives up, a connection that is cut, or 200 for what is signed rightly and 400 for all else. */
const ReceiverReply = Type.Union([
  Type.Integer({ minimum: 200, maximum: 599 }),
  Type.Enum(['timeout', 'reset', 'verify'] as const),
]);

/** What is expected of an answer: `ok`, a status, a code of the document, a job's status, no answer, or all of it. */
const Expect = Type.Union(
  [
    Type.Integer({ minimum: 100, maximum: 599 }),
    Type.Enum([
      'ok',
      'no answer',
      'anything',
      'queued',
      'processing',
      'succeeded',
      'failed',
      'unfinished',
      'open',
      'refused',
      ...errorCodes,
    ] as const),
    Type.Object(
      {
        status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
        code: Type.Optional(Type.Enum([...errorCodes])),
        members: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'Members of the answer by their path, such as error.code, and what each must be.',
            maxProperties: 50,
          }),
        ),
      },
      { ...strict, minProperties: 1 },
    ),
  ],
  {
    description:
      'What must come of it: ok (2xx, as without a word), a status, a code of the document, the status of a job, unfinished (a job that has not ended), no answer, refused (of a socket), anything; or status, code and members.',
  },
);

const stepFields = {
  // Requests.
  upload: Type.Optional(
    Type.Enum([...inputRoles], { description: 'POST /uploads: a small file of the driver’s for this role.' }),
  ),
  submit: Type.Optional(
    Type.Enum([...jobEndpoints], {
      description: 'POST of a job endpoint, with a lawful body: files that it needs are uploaded before.',
    }),
  ),
  look: result('One GET of the status_url of a job that was submitted.'),
  follow: result('GET of the status_url again and again, as time goes on, until the job has ended.'),
  download: result('GET of the output_url of a job, without a key.'),
  session: Type.Optional(
    Type.Enum([...sessionKinds], { description: 'POST /voice/session or /full-live-swap/session.' }),
  ),
  get: Type.Optional(Type.Enum([...readings], { description: 'GET of what has no body; jobs needs job_id.' })),
  // Sockets.
  connect: result('Opens the socket of a session, with its token.'),
  send: result('Sends messages on a socket: sound of the right form, or a text.'),
  receive: result('Waits until so many messages have come on a socket.'),
  close: result('Closes a socket, as a client does that is done.'),
  cut: result('Drops the connection of a socket without a word.'),
  ended: result('Waits until a socket was closed by the other side.'),
  // Webhooks.
  receiver: Type.Optional(
    Type.Array(ReceiverReply, {
      description:
        'A receiver of webhooks, and what it answers to the attempts in turn; the last one to all that follow. timeout: nothing; reset: it cuts the connection; verify: 200 if the signature is right and fresh, else 400.',
      minItems: 1,
      maxItems: 50,
    }),
  ),
  arrive: result('Waits, as time goes on, until so many attempts came to a receiver.'),
  resend: result('Sends the webhook of a job once more, by the control API.'),
  // Time and the console.
  advance: Type.Optional(
    Type.Unsafe<number | string>({
      ...Duration,
      description: 'Moves the clock: seconds, or a time such as 15m. A deployment is waited for.',
    }),
  ),
  top_up: Type.Optional(Type.Number({ description: 'Tops up the balance, in USD.', minimum: 0, maximum: 1e9 })),
  new_key: name(
    'Makes another key for this account (main is the first), or takes the next one, where the timeline revokes it; its requests use it from now on.',
  ),
  revoke_key: name('Revokes the key that this account uses.'),
  rotate_secret: name('Gives this account another webhook secret.'),
  capacity: Type.Optional(
    Type.Unsafe<Static<typeof CapacityBody>>({
      ...CapacityBody,
      description: 'Changes what is available: tiers, voice, capabilities, saturated. What is left out stays as it is.',
    }),
  ),
  fault: Type.Optional(
    Type.Unsafe<FaultRuleBody>({
      ...FaultRuleBody,
      description: 'Adds a rule, as those in faults: from now on things go wrong.',
    }),
  ),
  clear_faults: Type.Optional(Type.Literal(true, { description: 'Removes all rules, also those of the story.' })),
  restart: Type.Optional(
    Type.Literal(true, {
      description: 'Breaks the service off, as a crash does: streams are cut, and what was taken goes on at once.',
    }),
  ),
  finish: result('Ends a job now, as outcome says.'),

  // What goes with them.
  as: name('The name of the result, for $name in later steps.'),
  by: name('The account that does it: main, one of given.accounts, or nobody (without a key).'),
  expect: Type.Optional(Expect),
  times: whole('So many times, one after the other. Of arrive: so many attempts.', 200),
  key: Type.Optional(
    Type.String({ description: 'The Idempotency-Key.', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' }),
  ),
  callback: result('The receiver of the webhook: its address is the callback_url.'),
  headers: Type.Optional(
    Type.Record(
      Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" }),
      Type.Union([Type.String({ maxLength: 4_000, pattern: '^[ -~]*$' }), Type.Number()]),
      { description: 'Further headers, or others in place of its own.', maxProperties: 20, ...strict },
    ),
  ),
  api_key: Type.Optional(
    Type.String({
      description: 'Another key in place of the account’s: a wrong one, for it is shown in reports.',
      minLength: 1,
      maxLength: 200,
      pattern: '^[!-~]+$',
    }),
  ),
  body: Type.Optional(
    Type.Union(
      [Type.Record(Type.String(), Type.Unknown(), { maxProperties: 50 }), Type.String({ maxLength: bodyCharsMax })],
      {
        description:
          'Members that replace or join those of the lawful body; or a text that is sent as it stands, as application/json where headers say nothing else.',
      },
    ),
  ),
  without: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), { description: 'Members that are left out.', maxItems: 20 }),
  ),
  query: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'Parameters of the query.',
      maxProperties: 20,
    }),
  ),
  job_id: Type.Optional(Type.String({ description: 'Of get: jobs.', minLength: 1, maxLength: 200 })),
  file_name: Type.Optional(
    Type.String({
      description: 'Name of an uploaded file: magic words stand in it.',
      pattern: '^[A-Za-z0-9._-]{1,100}$',
    }),
  ),
  within: Type.Optional(
    Type.Unsafe<number | string>({ ...Duration, description: 'How long it may take, by the clock.' }),
  ),
  messages: whole('How many.', 5_000),
  text: Type.Optional(Type.String({ description: 'A text to send instead of sound.', maxLength: 5_000 })),
  outcome: Type.Optional(Type.Enum([...jobOutcomes], { description: 'How a job ends.' })),
};

const OneStep = Type.Object(stepFields, { ...strict, minProperties: 1 });
export type OneStep = Static<typeof OneStep>;

export const Step = Type.Object(
  {
    ...stepFields,
    together: Type.Optional(
      Type.Array(OneStep, { description: 'Steps that begin at the same moment.', minItems: 1, maxItems: 20 }),
    ),
  },
  { description: 'One verb, and what goes with it.', ...strict, minProperties: 1 },
);
export type Step = Static<typeof Step>;
