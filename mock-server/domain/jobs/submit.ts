/** Takes a job, or says why not. A refused submit leaves no trace, unless refusals use up their key (gap `idempotency-refusals`). */
import type { Account } from '../account.ts';
import { faultOfCallbackUrl } from '../callback-url.ts';
import type { Decision, Moment, SubmitJob } from '../commands.ts';
import type { JobFacts } from '../job.ts';
import { firstRefusal } from '../refusal-order.ts';
import { type Refused, isRefused, refuse } from '../refusal.ts';
import type { World } from '../world.ts';
import { textOf } from './body.ts';
import { type Material, gather } from './material.ts';
import { planRender } from './plan.ts';
import { leastPriceOfJob } from './price.ts';
import { refuseBody, refuseFunds, refuseRoom } from './refusals.ts';
import { type SubmitMark, answerRepeat, markOf, rememberRefusal, retentionOf } from './repeat.ts';

export const submitJob = (account: Account, world: World, command: SubmitJob, moment: Moment): Decision<SubmitJob> => {
  const { choices } = world.settings;
  const mark = markOf(command, choices);
  const fault = refuseBody(command, choices);
  const repeat = mark && answerRepeat(account, mark, choices, moment.now);
  if (repeat !== undefined && (fault === undefined || choices['refusal-order'] === 'replay-before-body')) return repeat;
  const decision = fault ?? takeJob(account, world, command, mark, moment);
  // A key that stands for a job goes on to stand for it.
  if (!isRefused(decision) || mark === undefined || repeat !== undefined) return decision;
  return rememberRefusal(decision, mark, choices, moment.now);
};

const takeJob = (
  account: Account,
  world: World,
  command: SubmitJob,
  mark: SubmitMark | undefined,
  moment: Moment,
): Decision<SubmitJob> => {
  const { settings, capacity } = world;
  const { choices } = settings;
  const { endpoint, feature, body } = command;
  if (!capacity.capabilities[feature]) {
    return refuse('capability_unavailable', `${endpoint} is switched off for now: nothing was charged`);
  }
  let material: Material | Refused | undefined;
  const known = (): Material | undefined => (material === undefined || isRefused(material) ? undefined : material);
  const refused = firstRefusal(choices, {
    inputs: () => {
      material = gather(account, world, command, moment.now);
      return isRefused(material) ? material : undefined;
    },
    funds: () =>
      refuseFunds(account, known()?.priceMicros ?? leastPriceOfJob(settings, account.rates, feature, body), moment.now),
    capacity: () => refuseRoom(account, world),
  });
  if (refused !== undefined) return refused;
  const gathered = known();
  if (gathered === undefined) throw new Error('a job was taken without its inputs');

  const { priceMicros } = gathered;
  const faults = [...(command.faults ?? []), ...gathered.faults];
  const callbackUrl = deliverable(textOf(body, 'callback_url'));
  const job: JobFacts = {
    id: moment.mint('job'),
    endpoint,
    feature,
    priceMicros,
    paid: feature === 'voice_clone' || choices['charge-time'] === 'on-submit' ? 'at submit' : 'on completion',
    plan: planRender(settings, gathered, faults, moment),
    ...(callbackUrl !== undefined && { delivery: { id: moment.mint('dlv'), url: callbackUrl } }),
    ...(faults.length > 0 && { faults }),
  };
  return {
    events: [
      {
        type: 'job.submitted',
        at: moment.now,
        job,
        place: account.rendering.size < settings.concurrency ? 'rendering' : 'waiting',
        ...(mark !== undefined && { idempotency: retentionOf(mark, choices, moment.now) }),
      },
    ],
    reply: { jobId: job.id, replayed: false },
  };
};

/** An address that nothing can be sent to may be taken and forgotten (gap `callback-url-invalid`). */
const deliverable = (callbackUrl: string | undefined): string | undefined =>
  callbackUrl === undefined || faultOfCallbackUrl(callbackUrl) !== undefined ? undefined : callbackUrl;
