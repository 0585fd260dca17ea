/** Which of the checks that catch a defect can be run without control, and which of these catch it there too. */
import { expect, test } from 'vitest';
import { allChecks } from '../checks.ts';
import { allDefects } from '../defects.ts';
import { memoryWire } from './memory-wire.ts';
import { showAsDeployment } from './show-deployment.ts';

const named = (...ids: readonly string[]) => allChecks.filter(({ id }) => ids.includes(id));

test('a check that needs control is no pair; one that does not is, whether it catches the defect or not', async () => {
  const defect = allDefects.find(({ id }) => id === 'access.pricing-closed');
  if (defect === undefined) throw new Error('there is no such defect');
  const needsControl = allChecks.find(({ needs }) => needs.includes('control'));
  const checks = [
    ...named('pricing.public', 'conventions.paths-under-base-url'),
    ...(needsControl ? [needsControl] : []),
  ];
  const { checks: shown, caughtBy } = await showAsDeployment(defect, checks, 1, memoryWire);
  expect(shown.toSorted()).toEqual(['conventions.paths-under-base-url', 'pricing.public']);
  expect(caughtBy).toEqual(['pricing.public']);
});
