import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultChoices } from '../../spec/gaps.ts';
import { emptyAccount } from './account.ts';
import { fingerprint, recall, remember, retentionMs, scopedKey } from './idempotency.ts';

const submit = (jobId: string, until: number) => ({ jobId, fingerprint: 'f', until });

test('a key is remembered up to the last millisecond of its retention, and not in the next', () => {
  const account = emptyAccount('a1');
  const until = retentionMs(defaultChoices);
  remember(account, 'k', submit('job_1', until), 0);
  expect(recall(account, 'k', 0)?.jobId).toBe('job_1');
  expect(recall(account, 'k', until - 1)?.jobId).toBe('job_1');
  expect(recall(account, 'k', until)).toBeUndefined();
});

test.each([
  ['24h', 86_400_000],
  ['7d', 604_800_000],
] as const)('a retention of %s is %d ms', (choice, ms) => {
  expect(retentionMs({ ...defaultChoices, 'idempotency-retention': choice })).toBe(ms);
});

test('a key that is used again after its retention stands for the new job, and counts from then', () => {
  const account = emptyAccount('a1');
  remember(account, 'k', submit('job_1', 100), 0);
  remember(account, 'k', submit('job_2', 250), 150);
  expect(recall(account, 'k', 249)?.jobId).toBe('job_2');
  expect(account.submits.size).toBe(1);
});

test('what is forgotten takes no room: only keys within their retention are kept', () => {
  const retention = 1_000;
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: fc.nat(9), later: fc.nat(600) }), { maxLength: 40, size: 'max' }),
      (submits) => {
        const account = emptyAccount('a1');
        const naive = new Map<string, { jobId: string; until: number }>();
        let now = 0;
        submits.forEach(({ key: number, later }, index) => {
          now += later;
          const key = `k${number}`;
          const known = naive.get(key);
          const expected = known !== undefined && now < known.until ? known.jobId : undefined;
          expect(recall(account, key, now)?.jobId).toBe(expected);
          if (expected !== undefined) return;
          remember(account, key, submit(`job_${index}`, now + retention), now);
          naive.set(key, { jobId: `job_${index}`, until: now + retention });
          const live = [...naive].filter(([, { until }]) => now < until).map(([name]) => name);
          expect([...account.submits.keys()].sort()).toEqual(live.sort());
        });
      },
    ),
  );
});

test('keys of two accounts never meet', () => {
  const [one, other] = [emptyAccount('a1'), emptyAccount('a2')];
  remember(one, 'k', submit('job_1', 100), 0);
  expect(recall(other, 'k', 0)).toBeUndefined();
});

test('a key stands for one submit of the account, or of one endpoint where that is chosen', () => {
  const ofAccount = { ...defaultChoices, 'idempotency-scope': 'account' } as const;
  const ofEndpoint = { ...defaultChoices, 'idempotency-scope': 'endpoint' } as const;
  expect(scopedKey('k', 'avatar', ofAccount)).toBe(scopedKey('k', 'lip-sync', ofAccount));
  expect(scopedKey('k', 'avatar', ofEndpoint)).not.toBe(scopedKey('k', 'lip-sync', ofEndpoint));
  // No visible ASCII text of one endpoint reads as that of another: a key has no space.
  const key = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(key, key, (one, other) => {
      expect(scopedKey(one, 'face-swap', ofEndpoint)).not.toBe(scopedKey(other, 'face-swap-image', ofEndpoint));
    }),
  );
});

test('two bodies have the same mark when and only when they say the same, in any order of fields', () => {
  const body = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
  fc.assert(
    fc.property(body, body, (one, other) => {
      const turned = Object.fromEntries(Object.entries(one).reverse());
      expect(fingerprint('avatar', turned)).toBe(fingerprint('avatar', one));
      expect(fingerprint('lip-sync', one)).not.toBe(fingerprint('avatar', one));
      const sorted = (entry: object): string => JSON.stringify(entry, Object.keys(entry).sort());
      if (sorted(one) !== sorted(other)) expect(fingerprint('avatar', other)).not.toBe(fingerprint('avatar', one));
    }),
  );
});
