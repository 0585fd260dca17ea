/** Receivers that keep the document are clean, and one mistake of each clause is caught. All of them: receivers.deep.test.ts. */
import { expect, test } from 'vitest';
import { clauses } from '../../../spec/clauses.ts';
import { isFinding } from '../../verdict.ts';
import { receiverCases } from '../cases.ts';
import { lookAt, openEffects } from '../effects.ts';
import { findingsOf, foundIn, judged } from '../try.case.ts';
import { brokenReceivers } from './all.case.ts';
import { openReceiver, secret } from './frame.case.ts';
import { lawful } from './lawful.case.ts';
import { openWithHelper } from './node.case.ts';
import { openProcess } from './process.case.ts';

test('there are at least fifty cases and forty broken receivers, each under its own name', () => {
  expect(receiverCases.length).toBeGreaterThanOrEqual(50);
  expect(brokenReceivers.length).toBeGreaterThanOrEqual(40);
  expect(new Set(receiverCases.map(({ id }) => id)).size).toBe(receiverCases.length);
  expect(new Set(brokenReceivers.map(({ id }) => id)).size).toBe(brokenReceivers.length);
  const open = receiverCases.filter(({ gap }) => gap !== undefined).length;
  const kinds = new Set(brokenReceivers.map(({ clause }) => clause)).size;
  process.stdout.write(
    `receivers: ${receiverCases.length} cases (${open} with points that are left open), ${brokenReceivers.length} broken receivers on ${kinds} clauses, ${Object.keys(lawful).length + 5} that keep the document\n`,
  );
});

test('a broken receiver breaks a clause of the receiver’s side, and each such clause but one has some', () => {
  const broken = new Set(brokenReceivers.map(({ clause }) => clause));
  const own = Object.entries(clauses).filter(([, { side }]) => side === 'receiver');
  expect([...broken].every((id) => clauses[id].side === 'receiver')).toBe(true);
  expect(own.filter(([id]) => !broken.has(id as never)).map(([id]) => id)).toEqual(['events.signature.constant-time']);
});

/** The usual way, and those that are as strict as they may be. */
const some = Object.entries(lawful).filter(([words]) => /as the document|taken before|one way|events that/.test(words));

test.concurrent.each(some)('one that keeps the document has no finding: it %s', async (_, mistake) => {
  const receiver = await openReceiver(mistake);
  const judgement = await judged(receiver);
  await receiver.close();
  expect(findingsOf(judgement)).toEqual([]);
  expect(judgement.outcomes.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(120);
});

test.concurrent('one that uses the helper of this package has no finding, with one secret and with two', async () => {
  const one = await openWithHelper();
  const two = await openWithHelper(['whsec_the_other', secret]);
  const [single, rotated] = await Promise.all([judged(one), judged(two, { secondSecret: 'whsec_the_other' })]);
  one.close();
  two.close();
  expect([...findingsOf(single), ...findingsOf(rotated)]).toEqual([]);
  const rotation = rotated.outcomes.filter(({ case: { id } }) => id.startsWith('rotation.'));
  expect(rotation.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
});

test.concurrent('one in Perl has no finding', async () => {
  const receiver = await openProcess('perl', 'receiver.pl');
  const judgement = await judged(receiver, { effects: await openEffects(lookAt(receiver.effectUrl), 0) });
  receiver.close();
  expect(findingsOf(judgement)).toEqual([]);
  expect(judgement.outcomes.find(({ case: { id } }) => id === 'repeat.same-bytes')?.verdict).toBe('pass');
});

const firsts = brokenReceivers.filter(
  ({ clause, waitMs }, place) =>
    waitMs === undefined && brokenReceivers.findIndex((other) => other.clause === clause) === place,
);

test.concurrent.each(firsts.map((one) => [one.id, one] as const))(
  'a mistake is found under the clause that it breaks: %s',
  async (_, { clause, also = [], mistake }) => {
    const receiver = await openReceiver(mistake);
    const judgement = await judged(receiver);
    await receiver.close();
    const found = foundIn(judgement);
    expect(found).toContain(clause);
    expect(found.filter((one) => one !== clause && !also.includes(one))).toEqual([]);
  },
);

test('a receiver that takes two secrets and mixes them is caught by the case for it', async () => {
  const receiver = await openReceiver((running, right) => ({
    verify: (request, body) => {
      const { t, v1 } = right.parse(String(request.headers['service-signature'] ?? ''));
      void running;
      const digest = right.digest(right.signed(t, body));
      return right.verify(request, body) || v1.some((given) => given.startsWith(digest.slice(0, 32)));
    },
  }));
  const cases = receiverCases.filter(({ id }) => id.startsWith('rotation.'));
  const { outcomes } = await judged(receiver, { cases, secondSecret: 'whsec_the_other' });
  await receiver.close();
  expect(outcomes.filter(isFinding).map(({ case: { id }, clause }) => [id, clause])).toEqual([
    ['rotation.second-secret', 'events.signature.valid-accepted'],
    ['rotation.mixed', 'events.signature.mismatch-rejected'],
  ]);
});
