/** What a log is taken to show of open points, and what it is not. */
import { expect, test } from 'vitest';
import { check } from '../check.ts';
import type { Exchange } from '../wire/exchange.ts';
import { seenInLog } from './usage-log.ts';

const asked = (operation: 'listUsage' | 'getJob', json: unknown, { query = '', key = 'a' } = {}): Exchange => ({
  number: 1,
  operation,
  breaks: undefined,
  request: {
    method: 'GET',
    url: `https://service.example/api/v1/usage${query}`,
    headers: { authorization: key },
    body: undefined,
  },
  answer: { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json)), json },
  failure: undefined,
  sentAt: 0,
  tookMs: 1,
  cost: { usd: 0 },
});

const idle = check({
  id: 'usage.idle',
  title: 'it looks',
  clauses: ['endpoints.balance.returns-balance'],
  run: async () => undefined,
});

const seen = (...exchanges: readonly Exchange[]): { readonly [gap: string]: readonly string[] } => {
  const placed = exchanges.map((of) => ({ of, group: idle.id, check: idle }));
  const found = seenInLog({ exchanges: placed, streams: [], deliveries: [], signatureHeader: undefined });
  return Object.fromEntries([...found].map(([gap, values]) => [gap, [...values]]));
};

const at = (second: number, more: object = {}): object => ({
  created_at: `2026-01-01T00:00:0${second}.000Z`,
  ...more,
});

test.each<[what: string, records: readonly object[], gap: string, value: readonly string[] | undefined]>([
  ['times that fall', [at(3), at(2), at(2)], 'usage-order', ['newest-first']],
  ['times that rise', [at(1), at(1), at(3)], 'usage-order', ['oldest-first']],
  ['times in no order', [at(1), at(3), at(2)], 'usage-order', ['otherwise']],
  ['times that are the same', [at(1), at(1)], 'usage-order', undefined],
  ['a single record', [at(1)], 'usage-order', undefined],
  ['a time that is none', [at(3), { created_at: 7 }, at(1)], 'usage-order', undefined],
  ['names of paths', [{ endpoint: 'face-swap' }, { endpoint: 'voice' }], 'endpoint-names', ['path-name']],
  ['paths', [{ endpoint: '/voice/session' }], 'endpoint-names', ['path']],
  ['paths with what stands before them', [{ endpoint: '/api/v1/face-swap' }], 'endpoint-names', ['full-path']],
  ['another spelling', [{ endpoint: 'POST face-swap' }], 'endpoint-names', ['otherwise']],
  ['no spelling', [{ endpoint: 7 }], 'endpoint-names', undefined],
  ['names with underscores', [{ feature: 'face_swap' }], 'feature-names', ['underscores']],
  ['names with a suffix', [{ feature: 'voice_changer_v1' }], 'feature-names', ['suffixed']],
  ['names that are documented', [{ feature: 'full_live_swap_standard' }], 'feature-names', undefined],
  ['other names', [{ feature: 'faceSwap' }], 'feature-names', ['otherwise']],
  ['a session that nobody connected to', [{ reason: 'no_stream', status: 'failed' }], 'no-stream-status', ['failed']],
  ['another session', [{ reason: null, status: 'failed' }], 'no-stream-status', undefined],
])('a log of %s', (_, records, gap, value) => {
  expect(seen(asked('listUsage', records))[gap]).toEqual(value);
});

const job = asked('getJob', { id: 'job_1', status: 'succeeded' });

test.each<[what: string, exchanges: readonly Exchange[], value: readonly string[] | undefined]>([
  ['has the id of a job that is over', [job, asked('listUsage', [{ id: 'job_1' }])], ['of-the-call']],
  ['has other ids', [job, asked('listUsage', [{ id: 'use_1' }])], ['own']],
  ['was read before', [asked('listUsage', [{ id: 'use_1' }]), job], undefined],
  ['is that of another account', [job, asked('listUsage', [{ id: 'use_1' }], { key: 'b' })], undefined],
  ['is as long as it may be', [job, asked('listUsage', [{ id: 'use_1' }], { query: '?limit=1' })], undefined],
  ['is one of a range', [job, asked('listUsage', [{ id: 'use_1' }], { query: '?from=2026-01-01' })], undefined],
])('whose ids a log has where it %s', (_, exchanges, value) => {
  expect(seen(...exchanges)['usage-id']).toEqual(value);
});
