/** What the schema cannot say of a timeline: each entry has one moment and does one thing, to an account that there is. */
import { complaintsOfOutcome, complaintsOfWhich } from './claim-values.ts';
import type { Complaint, Path } from './complaints.ts';
import { type Occasion, type TimelineEntry, acts, isOfRequests } from './timeline.ts';

/** @param noAccount what is said of an account that there is not */
export const complaintsOfTimeline = (
  timeline: readonly TimelineEntry[],
  accounts: readonly string[],
  noAccount: (name: string) => string,
): readonly Complaint[] => {
  const ofName = (name: string | undefined, path: Path): readonly Complaint[] =>
    name === undefined || accounts.includes(name) ? [] : [{ path, says: noAccount(name) }];
  const once = new Set<string>();
  return timeline.flatMap((entry, index): readonly Complaint[] => {
    const path = ['timeline', String(index)];
    const { revoke_key: key, rotate_secret: secret, by, after } = entry;
    return [
      ...ofMoment(entry, path),
      ...ofAct(entry, path),
      ...(after === undefined ? [] : ofOccasion(after, [...path, 'after'])),
      ...ofName(key, [...path, 'revoke_key']),
      ...ofName(secret, [...path, 'rotate_secret']),
      ...ofName(by, [...path, 'by']),
      ...ofName(after?.by, [...path, 'after', 'by']),
      ...again(once, 'revoke_key', key, path),
      ...again(once, 'rotate_secret', secret, path),
    ];
  });
};

const ofMoment = ({ at, after, later }: TimelineEntry, path: Path): readonly Complaint[] => {
  if (at === undefined && after === undefined)
    return [{ path, says: 'this needs a moment: at, which counts from the beginning, or after' }];
  if (at !== undefined && after !== undefined)
    return [{ path: [...path, 'at'], says: 'at and after are two moments: later goes with after', ofName: true }];
  return later !== undefined && after === undefined
    ? [{ path: [...path, 'later'], says: 'later goes with after', ofName: true }]
    : [];
};

const ofAct = (entry: TimelineEntry, path: Path): readonly Complaint[] => {
  const [act, second] = acts.filter((one) => entry[one] !== undefined);
  if (act === undefined) return [{ path, says: `this does nothing: there are ${acts.join(', ')}` }];
  if (second !== undefined)
    return [
      { path: [...path, second], says: `an entry does one thing, and this one has ${act} already`, ofName: true },
    ];
  if (entry.by !== undefined && !ofOneAccount.some((one) => one === act))
    return [{ path: [...path, 'by'], says: `by goes with ${ofOneAccount.join(', ')}, not with ${act}`, ofName: true }];
  // Anywhere else it would break off what moves the clock.
  const isAfterRequest = entry.after !== undefined && isOfRequests(entry.after) && entry.later === undefined;
  return act === 'restart' && !isAfterRequest
    ? [{ path: [...path, 'restart'], says: 'restart comes after a request, without later', ofName: true }]
    : [];
};

const ofOneAccount = ['top_up', 'rates', 'fault'] as const;

const ofOccasion = (after: Occasion, path: Path): readonly Complaint[] => {
  const { status, code, job, attempt, socket } = after;
  const said = [
    ...(isOfRequests(after) ? ['a request'] : []),
    ...(job === undefined ? [] : ['a job']),
    ...(attempt === undefined ? [] : ['an attempt']),
    ...(socket === undefined ? [] : ['a socket']),
  ];
  const [one, other] = said;
  if (one === undefined)
    return [{ path, says: 'this needs what it comes after: endpoint, status, code, job, attempt or socket' }];
  if (other !== undefined) return [{ path, says: `this comes after ${one} or after ${other}, not both` }];
  // It would never come, and a client that meets nothing looks like one that copes.
  if (code === 'unauthorized' || status === 401)
    return [{ path, says: 'a request without a good key is of no account, so nothing comes after one' }];
  return [...complaintsOfWhich(after, path), ...complaintsOfOutcome(attempt, [...path, 'attempt'])];
};

/** There is one next key, and one next secret. */
const again = (
  once: Set<string>,
  act: 'revoke_key' | 'rotate_secret',
  name: string | undefined,
  path: Path,
): readonly Complaint[] =>
  name === undefined || once.size !== once.add(`${act} ${name}`).size
    ? []
    : [
        {
          path: [...path, act],
          says: `${act} ${name} stands here twice: an account has one key and one secret to follow`,
        },
      ];
