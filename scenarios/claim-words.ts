/** A claim of a story in words, for whoever reads that it is violated. */
import type { Claim, Subject, Which } from './claims.ts';

export const saidOf = (claim: Claim, subject: Subject): string => {
  const whose = claim.by === undefined ? '' : ` of the account ${claim.by}`;
  switch (subject) {
    case 'jobs':
    case 'sessions':
    case 'deliveries':
    case 'requests':
    case 'sockets': {
      const [one, many] = nouns[subject];
      const number = claim[subject];
      const noun = isOne(number) ? one : many;
      return `${numberOf(number)} ${noun}${whose}${narrowingOf(claim, subject)}`;
    }
    case 'order':
      return `requests${whose} in this order: ${(claim.order ?? []).map((which) => whichOf(which)).join(', then ')}`;
    case 'nets_to_zero':
      return `charges and refunds${whose} net to zero, and nothing is held`;
    case 'balance_usd':
    case 'charged_usd':
    case 'refunded_usd':
    case 'spent_usd': {
      const value = claim[subject];
      const amount = value === 'as_told' ? 'what jobs and sessions say' : `${numberOf(value)} USD`;
      return `${subject}${whose} is ${amount}`;
    }
    default:
      return subject satisfies never;
  }
};

const isOne = (range: Range): boolean =>
  typeof range === 'object' ? (range.at_most ?? range.at_least) === 1 : range === 1;

const nouns = {
  jobs: ['job', 'jobs'],
  sessions: ['session', 'sessions'],
  deliveries: ['delivery', 'deliveries'],
  requests: ['request', 'requests'],
  sockets: ['socket step', 'socket steps'],
} as const;

type Range = number | string | { readonly at_least?: number; readonly at_most?: number } | undefined;

const numberOf = (range: Range): string => {
  if (typeof range !== 'object') return range === 'none' ? 'no' : String(range ?? '');
  const { at_least: least, at_most: most } = range;
  return [least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`]
    .filter((part) => part !== '')
    .join(' and ');
};

/** `with status failed and code processing_failed, sent within 20 s after a rate_limited` */
const narrowingOf = (claim: Claim, subject: Subject): string => {
  const { after, within, keys, members = {} } = claim;
  const plain = Object.entries(claim)
    .filter(([member]) => member !== subject && !toldApart.includes(member))
    .map(([member, value]) => `${member} ${valueOf(value)}`);
  const time = within === undefined ? '' : ` within ${within}${typeof within === 'number' ? ' s' : ''}`;
  const answered = Object.entries(members).map(([path, value]) => `${path} ${JSON.stringify(value)}`);
  return [
    plain.length === 0 ? '' : `${claim[subject] === 'all' ? ' are such:' : ' with'} ${plain.join(' and ')}`,
    answered.length === 0 ? '' : `, answered with ${answered.join(' and ')}`,
    after === undefined ? '' : `, sent${time} after ${whichOf(after)}`,
    keys === undefined ? '' : `, with ${numberOf(keys)} Idempotency-Key${keys === 1 ? '' : 's'} in all`,
  ].join('');
};

const toldApart = ['why', 'by', 'after', 'within', 'keys', 'members'];

const valueOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${(value as readonly (string | number)[]).join(', ')}]`;
  return value === 'none' ? value : numberOf(value as Range);
};

const whichOf = ({ endpoint, status, code }: Which): string =>
  [endpoint ?? 'a request', status, code].filter((part) => part !== undefined).join(' ');
