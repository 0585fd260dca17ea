/** What a story says of its end, held against what was seen: every kind of claim is met, and every kind is violated. */
import { expect, test } from 'vitest';
import type { Claim } from './claims.ts';
import { judgeClaims } from './judge.ts';
import type { Seen, SeenRequest } from './seen.ts';

const request = (
  at: number,
  endpoint: string,
  status: number | null,
  more: Partial<SeenRequest> = {},
): SeenRequest => ({
  account: 'main',
  at: at * 1_000,
  endpoint,
  status,
  code: null,
  key: null,
  faults: [],
  ...more,
});

const seen: Seen = {
  accounts: [
    { account: 'main', balance_usd: 9.955, charged_usd: 0.075, refunded_usd: 0.03, spent_usd: 0.045, held_usd: 0 },
    { account: 'other', balance_usd: 5, charged_usd: 0.05, refunded_usd: 0.05, spent_usd: 0, held_usd: 0 },
    { account: 'busy', balance_usd: 5, charged_usd: 0, refunded_usd: 0, spent_usd: 0, held_usd: 0.03 },
  ],
  jobs: [
    { account: 'main', id: 'j1', endpoint: 'face-swap-image', status: 'succeeded', code: null, charged_usd: 0.03 },
    { account: 'main', id: 'j2', endpoint: 'avatar', status: 'failed', code: 'processing_failed', charged_usd: 0 },
    { account: 'other', id: 'j3', endpoint: 'avatar', status: 'queued', code: null, charged_usd: 0 },
  ],
  sessions: [
    {
      account: 'main',
      id: 's1',
      endpoint: 'voice/session',
      status: 'ended',
      seconds: 10,
      charged_usd: 0.015,
      reason: 'session_limit_reached',
    },
    { account: 'main', id: 's2', endpoint: 'voice/session', status: 'ended', seconds: 0, charged_usd: 0, reason: null },
  ],
  deliveries: [
    { account: 'main', id: 'd1', status: 'delivered', outcomes: [500, 'timeout', 200] },
    { account: 'main', id: 'd2', status: 'abandoned', outcomes: [500, 500, 500, 500, 500, 500] },
  ],
  requests: [
    request(0, 'face-swap-image', null, { key: 'k', faults: ['request-drop-after-commit'] }),
    request(1, 'face-swap-image', 202, { key: 'k' }),
    request(5, 'jobs', 429, { code: 'rate_limited' }),
    request(10, 'jobs', 200, { account: 'other' }),
    request(20, 'jobs', 200),
  ],
  sockets: [
    { account: 'main', event: 'connected', code: null },
    { account: 'main', event: 'closed', code: 1000 },
  ],
  unseen: {},
};

const judge = (claim: Claim, of = seen) => judgeClaims([claim], of, (index) => `f.yaml:${index + 1}:5`)[0];

test.each<[holds: Claim, violated: Claim]>([
  [{ jobs: 3 }, { jobs: 2 }],
  [
    { jobs: 2, by: 'main' },
    { jobs: 2, by: 'other' },
  ],
  [
    { jobs: 1, status: 'failed', code: 'processing_failed' },
    { jobs: 1, code: 'face_not_detected' },
  ],
  [
    { jobs: 2, endpoint: 'avatar' },
    { jobs: 'none', endpoint: 'avatar' },
  ],
  [
    { jobs: 3, endpoint: 'submit' },
    { jobs: 'all', endpoint: 'avatar' },
  ],
  [
    { jobs: 1, charged_usd: 0.03 },
    { jobs: 1, charged_usd: 0.06 },
  ],
  [{ jobs: { at_least: 1, at_most: 3 } }, { jobs: { at_most: 2 } }],
  [
    { jobs: 'all', status: 'queued', by: 'other' },
    { jobs: 'all', status: 'queued' },
  ],
  [
    { jobs: 'none', status: 'processing' },
    { jobs: 'all', by: 'busy' },
  ],
  [
    { sessions: 1, seconds: 10, charged_usd: 0.015 },
    { sessions: 1, seconds: { at_least: 11 } },
  ],
  [
    { sessions: 1, reason: 'session_limit_reached' },
    { sessions: 1, reason: 'no_stream' },
  ],
  [
    { sessions: 1, reason: 'none' },
    { sessions: 2, reason: 'none' },
  ],
  [
    { sessions: 'all', status: 'ended' },
    { sessions: 'all', status: 'streaming' },
  ],
  [
    { deliveries: 1, outcomes: [500, 'timeout', 200] },
    { deliveries: 1, outcomes: [500, 200] },
  ],
  [
    { deliveries: 1, outcomes: [500, 'timeout', 200] },
    { deliveries: 1, outcomes: ['timeout', 500, 200] },
  ],
  [
    { deliveries: 1, outcomes: ['5xx', 'timeout', '2xx'] },
    { deliveries: 1, outcomes: ['5xx', '5xx', '2xx'] },
  ],
  [
    { deliveries: 1, status: 'abandoned', attempts: 6 },
    { deliveries: 1, attempts: 5 },
  ],
  [
    { deliveries: 2, attempts: { at_least: 3 } },
    { deliveries: 'all', status: 'delivered' },
  ],
  [
    { requests: 2, endpoint: 'submit', keys: 1 },
    { requests: 2, endpoint: 'submit', keys: 2 },
  ],
  [{ requests: 5 }, { requests: { at_most: 4 } }],
  [
    { requests: 1, status: 429, code: 'rate_limited' },
    { requests: 'none', status: 429 },
  ],
  [
    { requests: 3, status: '2xx' },
    { requests: 3, status: '4xx' },
  ],
  [
    { requests: 1, status: 'none' },
    { requests: 'none', status: 'none' },
  ],
  [
    { requests: 1, fault: 'request-drop-after-commit' },
    { requests: 1, fault: 'request-error' },
  ],
  [
    { requests: 'none', endpoint: 'jobs', after: { code: 'rate_limited' }, within: 10 },
    { requests: 'none', endpoint: 'jobs', after: { code: 'rate_limited' }, within: '15s' },
  ],
  [
    { requests: 1, after: { code: 'rate_limited' } },
    { requests: 2, after: { code: 'rate_limited' } },
  ],
  [
    { order: [{ endpoint: 'submit' }, { status: 429 }, { endpoint: 'jobs', status: '2xx' }] },
    { order: [{ status: 429 }, { endpoint: 'submit' }] },
  ],
  [
    { sockets: 1, event: 'closed', code: 1000 },
    { sockets: 1, event: 'closed', code: 1006 },
  ],
  [
    { sockets: 'none', event: 'lost' },
    { sockets: 'none', event: 'connected' },
  ],
  [{ balance_usd: 9.955 }, { balance_usd: 9.95 }],
  [
    { balance_usd: 5, by: 'other' },
    { balance_usd: 9.955, by: 'other' },
  ],
  [{ charged_usd: 0.075 }, { charged_usd: 0.045 }],
  [{ refunded_usd: { at_least: 0.03 } }, { refunded_usd: 0 }],
  [{ spent_usd: 0.045 }, { spent_usd: { at_most: 0.044999 } }],
  [{ nets_to_zero: true, by: 'other' }, { nets_to_zero: true }],
  [
    { nets_to_zero: true, by: 'other' },
    { nets_to_zero: true, by: 'busy' },
  ],
])('%j holds, and %j is violated', (holds, violated) => {
  expect([judge(holds)?.verdict, judge(violated)?.verdict]).toEqual(['holds', 'violated']);
});

test('what was spent is held against what jobs and sessions say that they cost', () => {
  expect(judge({ spent_usd: 'as_told' })?.verdict).toBe('holds');
  const twice = { ...seen, accounts: seen.accounts.map((one) => ({ ...one, spent_usd: 0.075 })) };
  expect(judge({ spent_usd: 'as_told' }, twice)).toMatchObject({
    verdict: 'violated',
    seen: '0.075 USD spent, and jobs and sessions say 0.045 USD',
  });
});

test.each<[claim: Claim, expected: string, seen: string]>([
  [
    { jobs: 1, status: 'succeeded', why: 'One order, one job.' },
    '1 job with status succeeded',
    '1 of 3: face-swap-image succeeded for 0.03 USD; avatar failed (processing_failed) for 0 USD; avatar queued for 0 USD',
  ],
  [
    { requests: 'none', endpoint: 'jobs', after: { code: 'rate_limited' }, within: '15s', by: 'main' },
    'no requests of the account main with endpoint jobs, sent within 15s after a request rate_limited',
    '1 of 4: face-swap-image unanswered request-drop-after-commit; face-swap-image 202; jobs 429 rate_limited; jobs 200',
  ],
  [
    { deliveries: { at_least: 1, at_most: 2 }, outcomes: [500, 200] },
    'at least 1 and at most 2 deliveries with outcomes [500, 200]',
    '0 of 2: delivered after [500, timeout, 200]; abandoned after [500, 500, 500, 500, 500, 500]',
  ],
  [
    { jobs: 'all', status: 'queued', by: 'busy' },
    'all jobs of the account busy are such: status queued',
    '0, for there were none at all',
  ],
  [
    { requests: { at_least: 1 }, status: '5xx', keys: 1 },
    'at least 1 request with status 5xx, with 1 Idempotency-Key in all',
    '0 of 5: face-swap-image unanswered request-drop-after-commit; face-swap-image 202; jobs 429 rate_limited; 2 × jobs 200',
  ],
  [{ refunded_usd: 0 }, 'refunded_usd is 0 USD', '0.03 USD (charged 0.075 USD, refunded 0.03 USD)'],
])('%j is told in words, with what was seen and where it stands', (claim, expected, told) => {
  expect(judge(claim)).toMatchObject({ expected, seen: told, where: 'f.yaml:1:5', why: claim.why });
});

test('what cannot be known is not judged, and says why', () => {
  const blind = { ...seen, unseen: { refunded_usd: 'it shows no refunds', reason: 'it shows no reasons' } };
  expect(judge({ refunded_usd: 9 }, blind)).toMatchObject({ verdict: 'not_judged', seen: 'it shows no refunds' });
  expect(judge({ sessions: 1, reason: 'none' }, blind)?.verdict).toBe('not_judged');
  expect(judge({ sessions: 2 }, blind)?.verdict).toBe('holds');
  expect(judge({ balance_usd: 1, by: 'nobody_knows' })?.verdict).toBe('not_judged');
});
