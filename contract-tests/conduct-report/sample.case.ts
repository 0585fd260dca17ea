/** A scorecard with one of everything in it, for tests of the reports: hostile text among it, and a row too long to be shown. */
import type { JournalEntry, RequestEntry } from '../../spec/schemas/journal.ts';
import type { RuleVerdict, Scorecard } from '../conduct/scorecard.ts';
import { type ConductReport, type ConductTelling, conductReportOf } from './report.ts';

export const hostile = `<script>alert('x')</script> & "quotes" ]]> \u0001\u202e | \`ticks\` [link](javascript:1)\n::error::`;

const start = Date.parse('2026-05-01T12:00:00Z');
const at = (ms: number): string => new Date(start + ms).toISOString();

export const request = (seq: number, ms: number, changed: Partial<RequestEntry> = {}): RequestEntry => ({
  kind: 'request',
  seq,
  at: at(ms),
  account_id: 'a1',
  faults: [],
  key_id: 'key_a1_1',
  operation: 'getJob',
  method: 'GET',
  path: '/api/v1/jobs/job_a1_x',
  request: {
    headers: [{ name: 'Authorization', value: 'Bearer [redacted]' }],
    body: { bytes: 0, text: null, truncated: false },
  },
  response: {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json' }],
    body: { bytes: 34, text: '{"id":"job_a1_x","status":"queued"}', truncated: false },
  },
  duration_ms: 2,
  notes: [],
  ...changed,
});

const polls = Array.from({ length: 80 }, (_, n) => request(10 + n, n * 40));

const others: readonly JournalEntry[] = [
  request(100, 9_000, {
    method: 'POST',
    path: `/api/v1/voice-clone?note=${hostile}`,
    response: {
      status: 429,
      headers: [{ name: 'Retry-After', value: '30' }],
      body: { bytes: 20, text: `{"error":"${hostile}`, truncated: true },
    },
    faults: ['request-error'],
    notes: [hostile],
  }),
  request(101, 9_200, { method: 'POST', path: '/api/v1/voice-clone', response: null }),
  {
    kind: 'delivery',
    seq: 102,
    at: at(12_000),
    account_id: 'a1',
    faults: [],
    delivery_id: 'dlv_a1_x',
    job_id: 'job_a1_x',
    attempt: 2,
    url: 'http://127.0.0.1:3000/hook',
    request: { headers: [], body: { bytes: 25, text: '{"event":"job.succeeded"}', truncated: false } },
    status: null,
    failure: 'no answer within 10 s',
    duration_ms: 10_000,
    next_at: null,
  },
  {
    kind: 'socket',
    seq: 103,
    at: at(95_000),
    account_id: 'a1',
    faults: [],
    session_id: 'sess_a1_x',
    connection: 1,
    event: 'refused',
    code: 401,
    detail: 'the token is used up',
    received: { frames: 0, bytes: 0 },
    sent: { frames: 0, bytes: 0 },
  },
];

const rule = (told: Pick<RuleVerdict, 'id' | 'title' | 'clauses' | 'verdict'> & Partial<RuleVerdict>): RuleVerdict => ({
  level: told.verdict === 'warn' ? 'should' : 'must',
  advice: 'Wait between polls, and longer each time: `status_url` does not answer sooner for being asked more often.',
  occasions: told.verdict === 'not_testable' ? 0 : 3,
  lapses: [],
  message: told.verdict === 'not_testable' ? 'nothing to judge: no job ran for a minute' : 'kept, 3 times',
  ...told,
});

export const sampleCard: Scorecard = {
  account_id: 'a1',
  entries: { read: 312, forgotten: 1_204 },
  summary: { fail: 2, warn: 1, pass: 1, not_testable: 1 },
  rules: [
    rule({
      id: 'jobs.waits',
      title: 'A client waits between two polls of a job',
      clauses: ['errors.rate-limited-back-off'],
      verdict: 'warn',
      lapses: [{ message: 'asked for job_a1_x 80 times in 3.2 s', entries: polls.map(({ seq }) => seq) }],
      message: 'asked for job_a1_x 80 times in 3.2 s',
    }),
    rule({
      id: 'retries.after',
      title: `A client waits as \`Retry-After\` says ${hostile}`,
      clauses: ['errors.at-capacity-retry', 'errors.at-capacity-told-from-rate-limited'],
      verdict: 'fail',
      advice: 'Read `Retry-After`, and send the call again only then.',
      lapses: [
        { message: `sent it again after 0.2 s, told to wait 30 s ${hostile}`, entries: [100, 101] },
        ...Array.from({ length: 4 }, (_, n) => ({ message: `and again, number ${n + 2}`, entries: [101, 102, 103] })),
      ],
      message: 'sent it again after 0.2 s, told to wait 30 s (and 4 more)',
    }),
    rule({
      id: 'sockets.token',
      title: 'A client uses a session token once',
      clauses: ['endpoints.voice-session.socket-address'],
      verdict: 'fail',
      advice: 'Ask for a new session for each connection.',
      lapses: [{ message: 'connected with a token that was used up', entries: [103] }],
      message: 'connected with a token that was used up',
    }),
    rule({
      id: 'keys.header',
      title: 'A client sends its key in a header',
      clauses: ['authentication.bearer-sent'],
      verdict: 'pass',
    }),
    rule({
      id: 'jobs.ends',
      title: 'A client follows a job to its end',
      clauses: ['service.followed-to-terminal'],
      verdict: 'not_testable',
    }),
  ],
  clauses: [],
  not_observable: [
    { clause: 'authentication.key-on-servers-only', why: 'the journal does not see where a client keeps its key' },
  ],
  evidence: [...polls, ...others],
};

export const sampleReport = (
  telling: Partial<ConductTelling> = {},
  cards: readonly Scorecard[] = [sampleCard],
): ConductReport =>
  conductReportOf(cards, {
    version: '1.2.3',
    source: 'http://127.0.0.1:4870/__understudy',
    failOn: 'fail',
    ...telling,
  });
