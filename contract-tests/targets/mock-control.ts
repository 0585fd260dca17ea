/** The control of a mock in this process, without a network in between: half of what a run asks of a mock is asked of its control. */
import type { Mock, Refused } from '../../mock-server/index.ts';
import { type Control, failingCalls, noSuchJob, readClock } from '../control.ts';
import { ControlRefused } from '../verdict.ts';

export const controlOf = ({ control }: Mock): Control => ({
  createAccount: async ({ balanceUsd, requestsPerMinute = 'off', rates }) => {
    const made = await control.createAccount({
      balance_usd: balanceUsd,
      rate_limit: requestsPerMinute,
      ...(rates && { rates }),
    });
    return { id: made.account_id, key: made.api_key, keyId: made.key_id, secret: made.webhook_secret };
  },
  topUp: async (accountId, usd) => void done(await control.topUp(accountId, usd)),
  createKey: async (accountId) => {
    const made = done(await control.createKey(accountId));
    return { keyId: made.key_id, key: made.api_key };
  },
  revokeKey: async (accountId, keyId) => void done(await control.revokeKey(accountId, keyId)),
  rotateSecret: async (accountId) => done(await control.rotateWebhookSecret(accountId)).webhook_secret,
  clock: async () => readClock(control.clock()),
  advance: async (seconds) => readClock(done(await control.advance({ seconds }))),
  setCapacity: async (change) => void (await control.setCapacity(change)),
  finishJob: async (jobId, outcome) => {
    const answer = await control.finishJob(jobId, outcome);
    if (isRefused(answer)) noSuchJob(new ControlRefused(answer.refusal.message));
  },
  failCalls: async (accountId) => void done(await control.addFault(failingCalls(accountId))),
  removeFaults: async () => void (await control.clearFaults()),
});

const done = <T extends object>(answer: T | Refused): T => {
  if (isRefused(answer)) throw new ControlRefused(`the mock did not do it: ${answer.refusal.message}`);
  return answer;
};

const isRefused = (answer: object): answer is Refused => 'refusal' in answer;
