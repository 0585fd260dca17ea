/** A judgement with one of everything in it, for tests of the reports: hostile text and secrets among it. */
import { check } from '../check.ts';
import type { Difference } from '../drift.ts';
import type { Contrast } from '../drift/contrast.ts';
import type { Expected } from '../expected.ts';
import type { Outcome } from '../judge.ts';
import type { Judgement } from '../judge-server.ts';
import type { Evidence, Verdict } from '../verdict.ts';
import type { StreamEvidence } from '../sockets/stream-evidence.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Report, reportOf } from './report.ts';
import { redactor } from './secrets.ts';
import type { Telling } from './telling.ts';

export const secrets = {
  'api-key': 'sk_live_alpha_0001',
  'second-api-key': 'sk_live_beta_0002',
  'webhook-secret': 'a "quoted" secret',
  'control-token': 'ctl-token-0003',
};

export const hostile = `<script>alert('x')</script> & "quotes" ]]> \u0001 | \`ticks\` [link](javascript:1)`;

const exchange: Exchange = {
  number: 7,
  operation: 'getBalance',
  breaks: undefined,
  request: {
    method: 'POST',
    url: 'https://service.example/api/v1/full-live-swap/session?session_token=rt_abcdef123456&limit=5',
    headers: { authorization: `Bearer ${secrets['api-key']}`, 'x-understudy-token': secrets['control-token'] },
    body: Buffer.from('{"prompt":"<b>hi</b>"}'),
  },
  answer: {
    status: 201,
    headers: { 'content-type': 'application/json', 'set-cookie': 'session=opensesame' },
    body: Buffer.from(
      `{"session_token":"tok_0004_not_ours","output_url":"https://cdn.example/r.mp4?X-Amz-Signature=deadbeefcafe&expires=9","echo":"${secrets['second-api-key']}"}`,
    ),
    json: {},
  },
  failure: undefined,
  sentAt: 0,
  tookMs: 3,
  cost: { usd: 0 },
};

const stream: StreamEvidence = {
  session: 7,
  status: 101,
  count: 480,
  frames: [
    { number: 1, kind: 'text', bytes: 900, head: `{"session_token":"rt_abcdef123456","note":"${hostile}…` },
    { number: 480, kind: 'binary', bytes: 960, head: '00ff00ff…' },
  ],
  closeCode: 1000,
};

const made = (id: string, clause: Evidence['clause'] & string): Outcome['check'] =>
  check({ id, title: `${id} ${hostile}`, clauses: [clause], run: async () => undefined });

const nothingShown: Evidence = { gaps: [], exchanges: [], streams: [], concluded: [], spentUsd: 0 };

const outcome = (one: Outcome['check'], verdict: Verdict, more: Partial<Outcome> = {}): Outcome => ({
  check: one,
  verdict,
  message: '',
  attempts: 1,
  preconditionsMet: 1,
  conclusions: { [one.clauses[0]]: 1 },
  isVacuous: false,
  evidence: nothingShown,
  replay: `${one.id}@1`,
  tookMs: 2,
  requests: 1,
  ...more,
});

const checks = {
  fails: made('balance.fails', 'resources.balance.balance-usd-present'),
  warns: made('balance.warns', 'resources.balance.balance-usd-number'),
  passes: made('balance.passes', 'endpoints.balance.returns-balance'),
  isVacuous: made('pricing.vacuous', 'endpoints.pricing.live-rates'),
  misses: made('usage.missing', 'resources.usage-record.id-present'),
  isOpen: made('usage.open', 'resources.usage-record.id-string'),
  isLeft: made('usage.left', 'resources.usage-record.reason-present'),
};

export const sampleOutcomes: readonly Outcome[] = [
  outcome(checks.fails, 'fail', {
    message: `expected <i>one</i>; got ${secrets['api-key']} ${hostile}`,
    clause: 'resources.balance.balance-usd-present',
    evidence: {
      clause: 'resources.balance.balance-usd-present',
      expected: hostile,
      actual: `${secrets['webhook-secret']} whsec_0005abcdef ${JSON.stringify(secrets['webhook-secret'])}`,
      gaps: ['error-body'],
      exchanges: [exchange],
      streams: [stream],
      concluded: [],
      spentUsd: 0.5,
    },
  }),
  outcome(checks.warns, 'warn', {
    message: 'it should be a number',
    clause: 'resources.balance.balance-usd-number',
    evidence: { ...nothingShown, clause: 'resources.balance.balance-usd-number' },
  }),
  outcome(checks.passes, 'pass', {
    evidence: {
      ...nothingShown,
      exchanges: [exchange],
      concluded: [{ clause: 'endpoints.balance.returns-balance', expected: hostile, exchanges: [exchange] }],
    },
  }),
  outcome(checks.isVacuous, 'pass', {
    isVacuous: true,
    conclusions: {},
    preconditionsMet: 0,
    message: 'never judged: endpoints.pricing.live-rates',
  }),
  outcome(checks.misses, 'not_testable', { message: 'it costs money: pass --allow-spend and --budget-usd' }),
  outcome(checks.isOpen, 'undecidable', {
    gap: 'error-body',
    message: 'open (error-body): the document leaves it open',
    evidence: { ...nothingShown, gaps: ['error-body'] },
  }),
];

const contrast: Contrast = {
  kind: 'answer',
  operation: 'getBalance',
  what: 'answer',
  mock: '200',
  deployment: `418 ${hostile}`,
  seen: [{ check: checks.fails, mock: exchange, deployment: exchange }],
};

export const sampleDrift: readonly Difference[] = [
  {
    kind: 'gap',
    gap: 'error-body',
    deployment: ['flat'],
    mock: ['nested'],
    contrasts: [{ ...contrast, operation: 'any refusal' }],
  },
  {
    kind: 'mock-breaks',
    clause: 'resources.balance.balance-usd-present',
    checkId: checks.fails.id,
    message: hostile,
    contrasts: [
      { ...contrast, seen: [{ check: checks.fails, mock: `upgrade ${secrets['api-key']}`, deployment: hostile }] },
    ],
  },
  { kind: 'unexplained', contrasts: [contrast] },
];

export const sampleJudgement = (more: Partial<Judgement> = {}): Judgement => ({
  order: {
    target: {
      baseUrl: 'https://service.example/api/v1',
      key: secrets['api-key'],
      inputs: {} as Judgement['order']['target']['inputs'],
      timeScale: 1,
      requestsPerMinute: 60,
    },
    kind: 'deployment',
    checks: Object.values(checks),
    profile: 'standard',
    seed: 1,
  },
  startedAt: new Date('2026-05-01T00:00:00Z'),
  tookMs: 1_234,
  outcomes: sampleOutcomes,
  leftOut: [{ check: checks.isLeft, why: 'the budget is used up' }],
  broken: [],
  stopped: 'the budget is used up',
  requests: 12,
  money: { atMostUsd: 0.5, byBalanceUsd: 0.25 },
  observed: new Map([['error-body', new Set(['flat'])]]),
  drift: { differences: sampleDrift, observed: new Map([['error-body', new Set(['flat'])]]) },
  ...more,
});

export const sampleReport = (
  telling: Partial<Telling> & { readonly expected?: readonly Expected[] } = {},
  judgement: Judgement = sampleJudgement(),
): Report =>
  reportOf(judgement, {
    version: '1.2.3',
    redact: redactor(secrets),
    strict: false,
    expected: [],
    isNarrowed: true,
    catalogue: judgement.order.checks,
    command: 'understudy test --url https://service.example/api/v1',
    ...telling,
  });
