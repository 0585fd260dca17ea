/** Shapes: each member of each answer missing, under another name, or of another type. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { OperationId } from '../../spec/operations.ts';
import { clauseNamed } from '../clause-named.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

/** An object of the document: where it is answered, its clauses, and its members with their types. */
type Shape = {
  readonly prefix: string;
  readonly operations: readonly OperationId[];
  readonly members: { readonly [name: string]: MemberType };
  /** Which of the objects of that operation are meant; all by default. */
  readonly applies?: (value: Members) => boolean;
  /** What goes wrong with any of its members as well. */
  readonly also?: readonly ClauseId[];
};

type Members = { readonly [name: string]: unknown };

/** Of another type, by the last word of the clause that asks for the right one. */
const wrongTypes = {
  string: () => 7,
  number: String,
  integer: (value) => Number(value) + 0.5,
  'string-or-null': () => 7,
  'object-or-null': () => 7,
  enum: () => 7,
  'iso-utc': () => 7,
} as const satisfies { readonly [type: string]: (value: unknown) => unknown };
type MemberType = keyof typeof wrongTypes;

const submits: readonly OperationId[] = [
  'submitCharacterSwap',
  'submitFaceSwap',
  'submitFaceSwapImage',
  'submitMotionControl',
  'submitAvatar',
  'submitLipSync',
  'submitVoiceClone',
];

const shapes: readonly Shape[] = [
  { prefix: 'resources.upload', operations: ['uploadFile'], members: { file_key: 'string', url: 'string' } },
  {
    prefix: 'resources.acknowledgement',
    operations: submits,
    members: { id: 'string', status: 'string', status_url: 'string' },
  },
  { prefix: 'resources.job', operations: ['getJob'], members: { id: 'string', status: 'enum' } },
  {
    prefix: 'resources.job',
    operations: ['getJob'],
    members: { output_url: 'string', charged_usd: 'number' },
    applies: ({ status }) => status === 'succeeded',
  },
  {
    prefix: 'resources.job',
    operations: ['getJob'],
    members: { error: 'object-or-null' },
    applies: ({ status }) => status === 'failed',
    also: [
      'resources.job.error-present',
      'errors.face-not-detected-code',
      'errors.content-rejected-code',
      'errors.processing-failed-code',
    ],
  },
  {
    prefix: 'resources.live-swap-session',
    operations: ['createLiveSwapSession'],
    members: { session_id: 'string', prompt: 'string', max_duration_sec: 'integer', max_cost_usd: 'number' },
  },
  {
    prefix: 'resources.voice-session',
    operations: ['createVoiceSession'],
    members: { session_id: 'string', max_duration_sec: 'integer', max_cost_usd: 'number' },
  },
  {
    prefix: 'resources.voice-profile',
    operations: ['listVoices'],
    members: { id: 'string', name: 'string', description: 'string', preview_url: 'string' },
  },
  {
    prefix: 'resources.balance',
    operations: ['getBalance'],
    members: {
      balance_usd: 'number',
      total_spent_usd: 'number',
      total_topped_up_usd: 'number',
      spent_this_week_usd: 'number',
      spent_this_month_usd: 'number',
      spent_this_year_usd: 'number',
    },
  },
  {
    prefix: 'resources.usage-record',
    operations: ['listUsage'],
    members: {
      id: 'string',
      endpoint: 'string',
      feature: 'string',
      status: 'string',
      charged_usd: 'number',
      reason: 'string-or-null',
      created_at: 'iso-utc',
    },
  },
];

const without = (value: Members, name: string): Members =>
  Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));

export const shapeDefects: readonly Defect[] = shapes.flatMap(
  ({ prefix, operations, members, applies = () => true, also: others = [] }) =>
    Object.entries(members).flatMap(([name, type]): Defect[] => {
      const word = name.replaceAll('_', '-');
      const object = prefix.slice('resources.'.length);
      const defect = (what: string, does: string, clause: ClauseId, change: (value: Members) => Members): Defect => {
        const also = others.filter((other) => other !== clause);
        return {
          id: `shapes.${object}-${word}-${what}`,
          does,
          clause,
          ...(also.length > 0 && { also }),
          ports: changing(operations, applies, change),
        };
      };
      const present: ClauseId = clauseNamed(`${prefix}.${word}-present`);
      return [
        defect('missing', `leaves ${name} out of a ${object}`, present, (value) => without(value, name)),
        defect('renamed', `writes ${name} of a ${object} in camel case`, present, (value) => ({
          ...without(value, name),
          [camelCase(name)]: value[name],
        })),
        defect(
          'type',
          `gives ${name} of a ${object} another type`,
          clauseNamed(`${prefix}.${word}-${type}`),
          (value) => ({ ...value, [name]: wrongTypes[type](value[name]) }),
        ),
      ];
    }),
);

/** Also when the member is one word: then it begins with a capital. */
function camelCase(name: string): string {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return camel === name ? name.replace(/^\w/, (letter) => letter.toUpperCase()) : camel;
}

/** Changes every object of a successful answer: the answer itself, or each item of a list. */
function changing(
  operations: readonly OperationId[],
  applies: (value: Members) => boolean,
  change: (value: Members) => Members,
): () => Ports {
  return () => ({
    present: (next) => (answer, asked) => {
      if (asked.operation === null || asked.refused !== undefined || !operations.includes(asked.operation))
        return next(answer, asked);
      const one = (value: unknown): unknown => (isObject(value) && applies(value) ? change(value) : value);
      const { body } = answer;
      return next({ ...answer, body: Array.isArray(body) ? body.map(one) : one(body) }, asked);
    },
  });
}
