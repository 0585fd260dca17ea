/** Which words a claim may narrow by, for each thing that it is about: a word that nothing can have would make `none` hold whatever happens. */
import { faultNames } from '../spec/faults.ts';
import { type Operation, operations } from '../spec/operations.ts';
import { jobStatuses } from '../spec/vocabulary.ts';
import { type Claim, type Subject, type Which, subjectOf } from './claims.ts';
import { jobCodes, requestCodes } from './codes.ts';
import type { Complaint, Path } from './complaints.ts';
import { didYouMean } from './nearest.ts';
import { referenceIn } from './references.ts';

type Value = string | number;

/** What may stand there: its words, and whether any status or close code may too. */
type Allowed = { readonly words: readonly string[]; readonly numbers?: 'of HTTP' | 'of a socket' };

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'];

/** `none`: no answer was sent. */
const requestStatuses: Allowed = { words: [...classes.slice(1), 'none'], numbers: 'of HTTP' };
const codesOfRequests: Allowed = { words: requestCodes };

const statuses: { readonly [subject in Subject]?: Allowed } = {
  jobs: { words: jobStatuses },
  sessions: { words: ['created', 'streaming', 'closing', 'ended'] },
  deliveries: { words: ['scheduled', 'running', 'delivered', 'abandoned'] },
  requests: requestStatuses,
};

const codes: { readonly [subject in Subject]?: Allowed } = {
  jobs: { words: jobCodes },
  requests: codesOfRequests,
  sockets: { words: [], numbers: 'of a socket' },
};

/** What came of an attempt of a webhook: a status, or why there was none. */
const outcomes: Allowed = {
  words: [
    ...classes,
    'refused',
    'dns',
    'reset',
    'timeout',
    'blocked',
    'tls',
    'garbage',
    'aborted',
    'dropped',
    'running',
  ],
  numbers: 'of HTTP',
};

/** @returns a complaint for each word that nothing of this kind can have */
export const complaintsOfValues = (claim: Claim, path: Path): readonly Complaint[] => {
  const subject = subjectOf(claim);
  if (subject === undefined) return [];
  return [
    ...ofValue(claim.status, statuses[subject], [...path, 'status'], `the status of ${subject} is`),
    ...ofValue(claim.code, codes[subject], [...path, 'code'], `the code of ${subject} is`),
    ...ofValue(claim.fault, { words: faultNames }, [...path, 'fault'], 'a fault is'),
    ...(claim.outcomes ?? []).flatMap((outcome, index) =>
      complaintsOfOutcome(outcome, [...path, 'outcomes', String(index)]),
    ),
    ...(claim.order ?? []).flatMap((which, index) => complaintsOfWhich(which, [...path, 'order', String(index)])),
    ...complaintsOfMembers(claim, [...path, 'members']),
    ...(claim.after === undefined ? [] : complaintsOfWhich(claim.after, [...path, 'after'])),
  ];
};

/** Of members that no answer of this endpoint has: misspelt ones would make `none` hold. And `then` knows no results. */
const complaintsOfMembers = ({ endpoint = '', members = {} }: Claim, path: Path): readonly Complaint[] => {
  const known = membersOf(endpoint);
  return Object.entries(members).flatMap(([member, value]): Complaint[] => {
    const at = [...path, member];
    if (typeof value === 'string' && referenceIn(value) !== undefined)
      return [{ path: at, says: `${value} is the result of a step, and a claim knows none: say what it is` }];
    const [first = ''] = member.split('.');
    if (known === undefined || known.includes(first)) return [];
    const near = didYouMean(first, known);
    return [
      {
        path: at,
        says: `no answer of ${endpoint} has ${first}${near === '' ? `: there are ${known.join(', ')}` : near}`,
        ofName: true,
      },
    ];
  });
};

/** What an answer of the endpoint may have at its top, a refusal too; undefined where the document does not say. */
const membersOf = (endpoint: string): readonly string[] | undefined => {
  const own = Object.values<Operation>(operations).filter(({ path, job }) =>
    endpoint === 'submit' ? job !== undefined : path.slice(1).replace('/{job_id}', '') === endpoint,
  );
  const schemas = own.map(({ response }) => response as { readonly type?: string; readonly properties?: object });
  const isOpen = schemas.length === 0 || schemas.some(({ properties }) => properties === undefined);
  if (isOpen || notShown.includes(endpoint)) return undefined;
  return [...new Set([...schemas.flatMap(({ properties = {} }) => Object.keys(properties)), ...membersOfRefusals])];
};

/** The document shows no body of these (gaps `summary-body` and `pricing-body`). */
const notShown = ['usage/summary', 'pricing'];

/** In any layout of the gap `error-body`. */
const membersOfRefusals = ['error', 'errors', 'code', 'message', 'type', 'title', 'status', 'detail'];

/** The same of a request that something comes after. */
export const complaintsOfWhich = ({ status, code }: Which, path: Path): readonly Complaint[] => [
  ...ofValue(status, requestStatuses, [...path, 'status'], 'the status of requests is'),
  ...ofValue(code, codesOfRequests, [...path, 'code'], 'the code of requests is'),
];

/** The same of what may come of an attempt of a webhook. */
export const complaintsOfOutcome = (outcome: Value | undefined, path: Path): readonly Complaint[] =>
  ofValue(outcome, outcomes, path, 'an outcome is');

const ofValue = (
  value: Value | undefined,
  allowed: Allowed | undefined,
  path: Path,
  what: string,
): readonly Complaint[] => {
  // What narrows nothing here is said already.
  if (value === undefined || allowed === undefined) return [];
  const { words, numbers } = allowed;
  if (words.includes(String(value)) || isNumberOf(value, numbers)) return [];
  const near = didYouMean(String(value), words);
  const all = [...(numbers === undefined ? [] : [numbers === 'of HTTP' ? 'a status' : 'a close code']), ...words];
  return [{ path, says: `${what} never ${value}${near === '' ? `: there are ${all.join(', ')}` : near}` }];
};

const isNumberOf = (value: Value, numbers: Allowed['numbers']): boolean =>
  typeof value === 'number' && numbers !== undefined && value >= 1_000 === (numbers === 'of a socket');
