/** What a usage log tells by itself of points that the document leaves open: no request asks for them, and no two logs list the same calls. */
import type { GapId } from '../../spec/gaps.ts';
import { limits } from '../../spec/limits.ts';
import { jobEndpoints, jobFeatures, streamFeatures } from '../../spec/vocabulary.ts';
import { instantOf } from '../reading/instant.ts';
import { isTerminal, memberOf, textIn } from '../reading/members.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import type { Recording } from './recording.ts';

/** By gap the names of what the log does, or `otherwise` where the register has no name for it. */
export const seenInLog = ({ exchanges }: Recording): ReadonlyMap<GapId, ReadonlySet<string>> => {
  const seen = new Map<GapId, Set<string>>();
  const note = (gap: GapId, value: string | undefined): void => {
    if (value !== undefined) seen.set(gap, (seen.get(gap) ?? new Set()).add(value));
  };
  /** Ids of jobs that are over, by the keys that asked: they are in the log of that account. */
  const called = new Map<string | undefined, Set<unknown>>();
  for (const { of: exchange } of exchanges) {
    const { authorization: key } = exchange.request.headers;
    if (isTerminal(exchange)) called.set(key, (called.get(key) ?? new Set()).add(textIn(exchange, 'id')));
    const records = recordsIn(exchange);
    if (records.length === 0) continue;
    note('usage-order', orderOf(records));
    for (const record of records) {
      note('endpoint-names', spelling(memberOf(record, 'endpoint')));
      note('feature-names', namesOf(memberOf(record, 'feature')));
      if (memberOf(record, 'reason') === 'no_stream') note('no-stream-status', wordOf(memberOf(record, 'status')));
    }
    const own = called.get(key);
    if (own === undefined) continue;
    if (records.some((record) => own.has(memberOf(record, 'id')))) note('usage-id', 'of-the-call');
    else if (isWhole(exchange, records)) note('usage-id', 'own');
  }
  return seen;
};

const recordsIn = (exchange: Exchange): readonly unknown[] => {
  const { operation, breaks, answer } = exchange;
  if (operation !== 'listUsage' || breaks !== undefined || !isSuccess(exchange)) return [];
  return Array.isArray(answer?.json) ? (answer.json as unknown[]) : [];
};

/** A range or a limit leaves out what would have told something. */
const isWhole = ({ request }: Exchange, records: readonly unknown[]): boolean => {
  const asked = new URL(request.url).searchParams;
  const limit = Number(asked.get('limit') ?? limits.usageLimitDefault);
  return !asked.has('from') && !asked.has('to') && records.length < limit;
};

const orderOf = (records: readonly unknown[]): string | undefined => {
  const times = records.map((record) => instantOf(memberOf(record, 'created_at')) ?? Number.NaN);
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? Number.NaN));
  // Those of one instant have no order.
  if (steps.some(Number.isNaN) || steps.every((step) => step === 0)) return undefined;
  if (steps.every((step) => step <= 0)) return 'newest-first';
  return steps.every((step) => step >= 0) ? 'oldest-first' : otherwise;
};

const spelling = (endpoint: unknown): string | undefined => {
  if (typeof endpoint !== 'string') return undefined;
  if (paths.some((path) => endpoint === path.split('/')[0])) return 'path-name';
  if (paths.some((path) => endpoint === `/${path}`)) return 'path';
  return paths.some((path) => endpoint.startsWith('/') && endpoint.endsWith(`/${path}`)) ? 'full-path' : otherwise;
};

const paths: readonly string[] = [...jobEndpoints, 'full-live-swap/session', 'voice/session'];

const namesOf = (feature: unknown): string | undefined => {
  // Those of live swap are documented.
  if (typeof feature !== 'string' || feature.startsWith('full_live_swap')) return undefined;
  if (open.includes(feature)) return 'underscores';
  return open.some((name) => feature === `${name}_v1`) ? 'suffixed' : otherwise;
};

const open: readonly string[] = [...jobFeatures, ...streamFeatures];

const wordOf = (status: unknown): string | undefined =>
  status === 'succeeded' || status === 'failed' ? status : otherwise;

const otherwise = 'otherwise';
