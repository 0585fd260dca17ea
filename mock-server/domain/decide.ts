/** From a command to events and a reply, or to a refusal. Reads the state, changes nothing. */
import type { Account } from './account.ts';
import type { Command, Decision, Moment } from './commands.ts';
import { changeRates, createAccount, createKey, revokeKey, rotateSecret, storeUpload, topUp } from './accounts.ts';
import { finishDelivery, resendDelivery, startDelivery } from './deliveries.ts';
import { finishJob, startJob } from './jobs/progress.ts';
import { submitJob } from './jobs/submit.ts';
import { createSession, expireSession } from './sessions.ts';
import { closeSession, connectSession, keepSessionAlive, settleSession, stopSession } from './streams.ts';
import type { World } from './world.ts';

export const decide = (account: Account, world: World, command: Command, moment: Moment): Decision => {
  switch (command.type) {
    case 'submit-job':
      return submitJob(account, world, command, moment);
    case 'start-job':
      return startJob(account, command, moment);
    case 'finish-job':
      return finishJob(account, world, command, moment);
    case 'create-session':
      return createSession(account, world, command, moment);
    case 'expire-session':
      return expireSession(account, world, command, moment);
    case 'connect-session':
      return connectSession(account, world, command, moment);
    case 'keep-session-alive':
      return keepSessionAlive(account, command, moment);
    case 'close-session':
      return closeSession(account, world, command, moment);
    case 'stop-session':
      return stopSession(account, world, command, moment);
    case 'settle-session':
      return settleSession(account, command, moment);
    case 'start-delivery':
      return startDelivery(account, world, command, moment);
    case 'finish-delivery':
      return finishDelivery(account, world, command, moment);
    case 'resend-delivery':
      return resendDelivery(account, world, command, moment);
    case 'store-upload':
      return storeUpload(world, command, moment);
    case 'create-account':
      return createAccount(account, command, moment);
    case 'top-up':
      return topUp(account, command, moment);
    case 'create-key':
      return createKey(account, command, moment);
    case 'revoke-key':
      return revokeKey(account, world, command, moment);
    case 'rotate-webhook-secret':
      return rotateSecret(account, command, moment);
    case 'change-rates':
      return changeRates(account, command, moment);
    default:
      return command satisfies never;
  }
};
