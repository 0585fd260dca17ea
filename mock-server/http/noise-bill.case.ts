/** What noise may cost: the jobs that were answered with 202, whoever heard the answer, and nothing else. */
import { expect } from 'vitest';
import { microsFromUsd } from '../domain/money.ts';
import { type TestMock, openMock } from './client.case.ts';
import type { PresentAnswer } from './ports.ts';

export type BilledMock = TestMock & {
  /** Ids of the jobs that were answered with 202. */
  readonly taken: ReadonlySet<string>;
};

/** A mock that listens. @param wrong what it makes of an answer before that goes out */
export const openBilledMock = async (wrong: PresentAnswer = (answer) => answer): Promise<BilledMock> => {
  const taken = new Set<string>();
  const present =
    (next: PresentAnswer): PresentAnswer =>
    (answer, asked) => {
      const told = wrong(next(answer, asked), asked);
      if (told.status === 202) taken.add(String((told.body as { readonly id?: unknown }).id));
      return told;
    };
  return { ...(await openMock({ port: 0 }, { present })), taken };
};

/** Lets all jobs end first. */
export const expectBilled = async (mock: BilledMock): Promise<void> => {
  await mock.clock.advance({ seconds: 3_600 });
  let micros = 0;
  for (const id of mock.taken) micros += microsFromUsd((await mock.get(`/jobs/${id}`)).body.charged_usd);
  const { total_spent_usd, balance_usd } = (await mock.get('/balance')).body;
  expect({ spent: microsFromUsd(total_spent_usd), left: microsFromUsd(balance_usd) }, 'micro-USD').toEqual({
    spent: micros,
    left: microsFromUsd(100) - micros,
  });
};
