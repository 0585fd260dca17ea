/** The JSON report of `understudy test`, as far as the page shows it. Whatever a user hands in is read with care. */
import type { Tone } from '../parts/badge.tsx';

export const verdicts = ['fail', 'warn', 'undecidable', 'not_testable', 'pass'] as const;
export type Verdict = (typeof verdicts)[number];

export type ContractReport = {
  readonly target: string;
  readonly version: string;
  readonly profile: string;
  readonly seed: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly requests: number;
  readonly summary: { readonly [verdict in Verdict]?: number };
  readonly checks: readonly ReportedCheck[];
  readonly clauses: readonly { readonly id: string; readonly verdict: Verdict; readonly reason: string | null }[];
};

export type ReportedCheck = {
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly string[];
  readonly verdict: Verdict;
  readonly message: string;
  readonly evidence: { readonly expected: string | null; readonly actual: string | null };
  readonly replay_command: string;
};

/** Undefined where a text is no such report. */
export const readReport = (text: string): ContractReport | undefined => {
  const value = parsed(text);
  if (!isRecord(value) || value['tool'] !== 'understudy') return undefined;
  const { checks, clauses, summary } = value;
  const isWhole =
    isRecord(summary) &&
    ['target', 'version', 'profile', 'started_at'].every((name) => typeof value[name] === 'string') &&
    ['seed', 'duration_ms', 'requests'].every((name) => typeof value[name] === 'number') &&
    Object.values(summary).every((count) => typeof count === 'number') &&
    Array.isArray(checks) &&
    checks.every(isCheck) &&
    Array.isArray(clauses) &&
    clauses.every(isClause);
  return isWhole ? (value as unknown as ContractReport) : undefined;
};

const isCheck = (value: unknown): boolean =>
  isRecord(value) &&
  ['id', 'title', 'message', 'replay_command'].every((name) => typeof value[name] === 'string') &&
  isVerdict(value['verdict']) &&
  Array.isArray(value['clauses']) &&
  value['clauses'].every((clause) => typeof clause === 'string') &&
  isRecord(value['evidence']) &&
  isTextOrNull(value['evidence']['expected']) &&
  isTextOrNull(value['evidence']['actual']);

const isClause = (value: unknown): boolean =>
  isRecord(value) && typeof value['id'] === 'string' && isVerdict(value['verdict']) && isTextOrNull(value['reason']);

const isVerdict = (value: unknown): boolean => verdicts.some((verdict) => verdict === value);

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const verdictTones: { readonly [verdict in Verdict]: Tone } = {
  fail: 'bad',
  warn: 'warn',
  undecidable: 'warn',
  not_testable: 'plain',
  pass: 'good',
};
