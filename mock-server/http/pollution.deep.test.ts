import { test } from 'vitest';
import { pollute } from './pollution.case.ts';

test('10,000 names that reach for the objects of the language change none of them, and no answer is a failure (B3)', () =>
  pollute(10_000));
