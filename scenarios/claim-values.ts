/** Which words a claim may narrow by, for each thing that it is about: a word that nothing can have would make `none` hold whatever happens. */
import { faultNames } from '../spec/faults.ts';
import { jobStatuses } from '../spec/vocabulary.ts';
import { type Claim, type Subject, type Which, subjectOf } from './claims.ts';
import { jobCodes, requestCodes } from './codes.ts';
import type { Complaint, Path } from './complaints.ts';
import { didYouMean } from './nearest.ts';

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
      ofValue(outcome, outcomes, [...path, 'outcomes', String(index)], 'an outcome is'),
    ),
    ...(claim.order ?? []).flatMap((which, index) => ofWhich(which, [...path, 'order', String(index)])),
    ...(claim.after === undefined ? [] : ofWhich(claim.after, [...path, 'after'])),
  ];
};

const ofWhich = ({ status, code }: Which, path: Path): readonly Complaint[] => [
  ...ofValue(status, requestStatuses, [...path, 'status'], 'the status of requests is'),
  ...ofValue(code, codesOfRequests, [...path, 'code'], 'the code of requests is'),
];

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
