/** D1, D3 and D9: which jobs have a webhook, under which id, and that nothing that becomes of it changes the job. */
import type { Ending } from './end.case.ts';
import { expectFact } from './fact.case.ts';
import { expectLadder } from './ladder-facts.case.ts';
import { expectReceipts } from './receipt-facts.case.ts';
import { isSameResult, withoutSignature } from './shown-job.case.ts';
import type { Stage } from './stage.case.ts';

export const expectDeliveries = (stage: Stage, ending: Ending): void => {
  expectAskedFor(stage, ending);
  expectReceipts(stage, ending);
  for (const delivery of ending.deliveries) expectLadder(stage, ending, delivery);
  expectIds(ending);
  for (const [id, { before, after }] of ending.polled) {
    const [one, other] = [withoutSignature(before), withoutSignature(after)];
    expectFact('D9', isSameResult(one, other), `job ${id} was ${JSON.stringify(one)} and is ${JSON.stringify(other)}`);
  }
};

/** Only a submit with a callback_url has its webhook, and there is one for each such job that has ended. */
const expectAskedFor = (stage: Stage, { deliveries, jobs }: Ending): void => {
  const delivered = new Set(deliveries.map(({ job_id }) => job_id));
  for (const { id } of jobs) {
    const sents = stage.submits.filter(({ ids }) => ids.includes(id));
    const [first] = sents;
    if (first === undefined) continue;
    const kin =
      first.key === undefined ? sents : stage.submits.filter(({ who, key }) => who === first.who && key === first.key);
    if (kin.every(({ hasCallback }) => !hasCallback))
      expectFact('D1', !delivered.has(id), `job ${id} had no callback_url and has a delivery`);
    if (kin.every(({ hasCallback }) => hasCallback))
      expectFact('D1', delivered.has(id), `job ${id} had a callback_url and has no delivery`);
  }
};

const expectIds = ({ deliveries }: Ending): void => {
  const [ids, jobs] = [new Set(deliveries.map(({ id }) => id)), new Set(deliveries.map(({ job_id }) => job_id))];
  expectFact(
    'D3',
    ids.size === deliveries.length && jobs.size === deliveries.length,
    'two jobs share a delivery_id, or a job has two',
  );
};
