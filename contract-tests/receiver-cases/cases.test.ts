/** The table of cases: what it says of itself is so, and the page about it says the same. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clauses } from '../../spec/clauses.ts';
import { gaps } from '../../spec/gaps.ts';
import { isSignedWith } from '../verify-signature.ts';
import { receiverCases } from './cases.ts';
import { handOf } from './hand.ts';

const secret = 'whsec_cases';
const now = 1_767_225_600;
const hand = () => {
  let jobs = 0;
  return handOf({
    now: now * 1_000,
    secret,
    secondSecret: 'whsec_second',
    signatureHeader: 'Sig',
    run: 'r',
    next: () => (jobs += 1),
  });
};

const topics = [...new Set(receiverCases.map(({ id }) => id.split('.', 1)[0] ?? ''))];

test('the page lists every topic, with the number of its cases', () => {
  const page = readFileSync(new URL('../../docs/receivers.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, topic, count]) => [topic, Number(count)]);
  expect(rows).toEqual(
    topics.map((topic) => [topic, receiverCases.filter(({ id }) => id.startsWith(`${topic}.`)).length]),
  );
});

test('cases judge clauses of the receiver’s side, and all of them but the one that nobody can see', () => {
  const judged = new Set(receiverCases.flatMap((one) => one.clauses));
  expect([...judged].filter((id) => clauses[id].side !== 'receiver')).toEqual([]);
  const own = Object.keys(clauses).filter((id) => clauses[id as keyof typeof clauses].side === 'receiver');
  expect(own.filter((id) => !judged.has(id as never))).toEqual(['events.signature.constant-time']);
});

test('what may be either names its gap, and what is rejected is marked so', () => {
  for (const one of receiverCases) {
    const steps = one.steps(hand());
    if (steps.some(({ expects }) => expects === 'either')) expect(gaps, one.id).toHaveProperty(one.gap ?? 'none');
    const isRefused = steps.some(({ expects, isPremise }) => expects === 'refused' && isPremise !== true);
    expect(one.isForged, one.id).toBe(isRefused);
  }
});

test('what must be taken is signed rightly and fresh; what must be rejected is not', () => {
  for (const one of receiverCases) {
    for (const { send, expects } of one.steps(hand())) {
      for (const { headers, body } of send) {
        const values = headers.filter(([name]) => name.toLowerCase() === 'sig').map(([, value]) => value);
        const [header = ''] = values;
        const t = Number(/^t=(\d+)(?=,v1=)/.exec(header)?.[1] ?? Number.NaN);
        const isRight = isSignedWith(secret, header, body) || isSignedWith('whsec_second', header, body);
        const isFresh = Math.abs(t - now) <= 300;
        const hasOneTime = header.match(/t=/g)?.length === 1;
        if (expects === 'taken') expect([one.id, values.length, isRight, isFresh]).toEqual([one.id, 1, true, true]);
        if (expects === 'refused') expect([one.id, isRight && isFresh && hasOneTime]).toEqual([one.id, false]);
      }
    }
  }
});

test('no two deliveries share an id, unless one repeats the other or changes it', () => {
  const bodies = receiverCases
    .filter(({ id }) => id.startsWith('valid.') || id.startsWith('unknown.'))
    .flatMap((one) =>
      one
        .steps(hand())
        .flatMap(({ send }) => send.map(({ body }) => JSON.parse(body.toString()) as { readonly delivery_id: string })),
    );
  expect(bodies.every(({ delivery_id }) => delivery_id.startsWith('dlv_understudy_r_'))).toBe(true);
});
