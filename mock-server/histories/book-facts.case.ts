/** L1, L2, L4, L5, L9 and L10: the books at the end, in which what was topped up, spent and logged is one story. */
import { at } from '../choices/client.case.ts';
import { type Ending, microsAt } from './end.case.ts';
import { expectFact } from './fact.case.ts';
import type { Person, Stage } from './stage.case.ts';

export const expectBooks = (stage: Stage, ending: Ending): void => {
  for (const person of stage.people) {
    expectMoney(person, ending);
    expectCharges(person, ending);
  }
};

const expectMoney = ({ who, toppedUpMicros }: Person, { money }: Ending): void => {
  const { balance, usage, summary } = money[who];
  const [left, spent, topped] = ['balance_usd', 'total_spent_usd', 'total_topped_up_usd'].map((name) =>
    microsAt(balance, name),
  );
  expectFact(
    'L1',
    topped === toppedUpMicros,
    `${toppedUpMicros} micro-USD were topped up, and the balance says ${topped}`,
  );
  expectFact('L1', left === toppedUpMicros - (spent ?? 0), `${topped} - ${spent} is not ${left}`);
  expectFact('L2', (left ?? -1) >= 0, `the balance is ${left}`);
  expectFact('L9', sum(usage) === spent, `usage sums to ${sum(usage)}, and ${spent} was spent`);
  const summed = sum(Array.isArray(summary) ? summary : [summary]);
  expectFact('L9', summed === spent, `the summary is ${summed}, and ${spent} was spent`);
  for (const period of ['week', 'month', 'year'])
    expectFact('L10', microsAt(balance, `spent_this_${period}_usd`) === spent, `spent this ${period} is not ${spent}`);
};

/** A job that succeeded costs what it says, one that failed nothing, and each is logged once. */
const expectCharges = ({ who, accountId }: Person, { money, jobs, polled }: Ending): void => {
  const own = jobs.filter((job) => job.account_id === accountId);
  const succeeded = own.map(({ id }) => polled.get(id)?.after).filter((job) => at(job, 'status') === 'succeeded');
  const logged = money[who].usage.filter((record) => !/live.swap|voice.changer/.test(String(at(record, 'feature'))));
  expectFact('L4', logged.length === own.length, `${own.length} jobs have ${logged.length} records`);
  const [paid, charged] = [sum(succeeded), sum(logged)];
  expectFact('L5', charged === paid, `jobs that succeeded cost ${paid}, and ${charged} is logged`);
};

const sum = (records: readonly unknown[]): number =>
  records.reduce<number>((total, record) => total + microsAt(record, 'charged_usd'), 0);
