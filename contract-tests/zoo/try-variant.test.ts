/** What counts against a check on a lawful server. */
import { expect, test } from 'vitest';
import { type Check, check } from '../check.ts';
import { memoryWire } from './memory-wire.ts';
import { tryVariant } from './try-variant.ts';

const plain = { name: 'the usual choices', options: {}, isDeployment: false };
const deployed = { ...plain, isDeployment: true };

const blind = (needs: Check['needs'] = []): Check =>
  check({
    id: 'pricing.blind',
    title: 'needs what no server has',
    clauses: ['endpoints.pricing.live-rates'],
    needs,
    run: async (t) => {
      t.wanted(undefined, 'a moon');
    },
  });

test('a check that cannot judge though all is there that it says it needs is told of, with control and without', async () => {
  const broken = ['pricing.blind was not testable: it needs a moon'];
  expect(await tryVariant(plain, [blind()], 1, memoryWire)).toMatchObject({ alarms: [], broken });
  expect(await tryVariant(deployed, [blind()], 1, memoryWire)).toMatchObject({ alarms: [], broken });
  expect(await tryVariant(plain, [blind(['control'])], 1, memoryWire)).toMatchObject({ broken });
});

test('a check that says it needs what a deployment does not offer is passed over there', async () => {
  expect(await tryVariant(deployed, [blind(['control'])], 1, memoryWire)).toMatchObject({ alarms: [], broken: [] });
});

test('what a deployment asks for its calls is given by hand where its list of prices cannot be read', async () => {
  const unreadable = { ...deployed, options: { choices: { 'feature-names': 'suffixed' } } } as const;
  const paid = check({
    id: 'pricing.paid',
    title: 'takes a job that is paid for',
    clauses: ['endpoints.pricing.live-rates'],
    needs: ['spend'],
    run: async (t) => {
      const answer = await t.submit(await t.main(), 'face-swap-image');
      t.expect('endpoints.pricing.live-rates', (answer.answer?.status ?? 0) < 300, { expected: 'a job' });
    },
  });
  expect(await tryVariant(unreadable, [paid], 1, memoryWire)).toMatchObject({ alarms: [], broken: [] });
});
